import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import type { StepMovement } from '../extensions'
import { systemUser } from '../session'
import { verifyLedgers } from '../verify/verifyLedgers'
import { inWrite } from '../write/transaction'
import { bookTogether } from './bookTogether'
import { newName } from './testing/newName'
import { openBranch, type Branch } from './testing/openBranch'

describe.each(usualTestDatabaseKinds)('a journal that leaves fields to each movement, on %s', (kind) => {
  let branch: Branch
  beforeAll(async () => {
    branch = await openBranch(kind)
  })
  afterAll(() => branch?.close())

  const addWages = (count: number) =>
    branch.addAll(
      'wage',
      Array.from({ length: count }, () => ({ wageNo: newName('Wage') })),
    )
  const entriesOf = async (wage: string) =>
    (await branch.all('wageEntry'))
      .filter(({ wageId }) => wageId === wage)
      .map(
        ({ kind: shown, workedOn, hours, amount, why }) =>
          `${String(shown)} ${String(workedOn)} ${String(hours)} ${String(amount)} ${String(why)}`,
      )
  const earned = async (wage: string) => (await branch.read('wage', wage))['earned']
  const step = { name: 'payday', title: 'Payday' }
  const earn = (wage: string, amount: string, part: object = {}): StepMovement => ({
    type: 'EARN',
    balance: { entity: 'wage', id: wage },
    amounts: { amount },
    note: { workedOn: '2026-11-19', hours: '1.50', why: 'Sunday', ...part },
  })
  const book = (movements: StepMovement[]) =>
    inWrite(branch.services, systemUser, (context) => bookTogether(context, step, 'wages', movements))

  it('has what a move says, and shows under the same code with what it says instead when it is taken back', async () => {
    const [wage = ''] = await addWages(1)
    const shiftNo = newName('Shift')
    const shift = await branch.add('shift', { shiftNo, wageId: wage, workedOn: '2026-11-02', hours: '8' })
    await branch.act('clerk', 'shift', 'book', shift)
    expect(await earned(wage)).toBe('160.000000')
    await branch.act('clerk', 'shift', 'takeBack', shift)
    expect(await earned(wage)).toBe('0.000000')
    expect(await entriesOf(wage)).toEqual([
      `EARN 2026-11-02 8.00 160.000000 ${shiftNo}`,
      `EARN ${branch.time.today} 8.00 -160.000000 ${shiftNo}-R`,
    ])
    const shifts = (await branch.all('wageEntry')).filter(({ wageId }) => wageId === wage).map((entry) => entry['shiftNo'])
    expect(shifts).toEqual([shiftNo, shiftNo])
    // Booked again, and taken back again.
    await branch.act('clerk', 'shift', 'book', shift)
    await branch.act('clerk', 'shift', 'takeBack', shift)
    expect(await entriesOf(wage)).toHaveLength(4)
  })

  it('is written for many balances at once by a step of the calendar, under one run that is in the history of none', async () => {
    const [one = '', other = ''] = await addWages(2)
    const before = await branch.count('document_history')
    await book([earn(one, '30'), earn(other, '12.345678'), earn(one, '1', { why: 'Bonus', remark: 'well done' })])
    expect(await branch.count('document_history')).toBe(before + 1)
    expect([await earned(one), await earned(other)]).toEqual(['31.000000', '12.345678'])
    expect(await entriesOf(one)).toEqual(['EARN 2026-11-19 1.50 30.000000 Sunday', 'EARN 2026-11-19 1.50 1.000000 Bonus'])
    expect(await branch.movements('wage', one)).toEqual([`wages.EARN wage ${one}: 30`, `wages.EARN wage ${one}: 1`])
    expect(await branch.history('wage', one)).toEqual(['create by Clerk'])
    const wrong = []
    for await (const difference of verifyLedgers({ plan: branch.services.plan, kysely: branch.database.kysely }, { ledger: 'wages' }))
      wrong.push(difference)
    expect(wrong).toEqual([])
  })

  it('is written for all of them or for none', async () => {
    const [wage = ''] = await addWages(1)
    const rows = await branch.count('wage_entry')
    const back: StepMovement = { ...earn(wage, '5'), type: 'EARN_BACK' }
    await expect(book([earn(wage, '4'), back])).rejects.toMatchObject({ status: 417 })
    await expect(book([earn(wage, '-4')])).rejects.toThrow('payday: wages.EARN got the amount -4')
    await expect(book([earn(wage, '0.0000001')])).rejects.toThrow('payday: wages.EARN got the amount 0.0000001')
    // What the journal requires is missing.
    await expect(book([earn(wage, '4', { why: undefined })])).rejects.toThrow('wageEntry')
    expect([await earned(wage), await branch.count('wage_entry')]).toEqual(['0.000000', rows])
    await book([])
    expect(await branch.count('wage_entry')).toBe(rows)
  })
})
