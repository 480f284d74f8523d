import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { warningKey } from '../../core/record/warnings'
import { usualTestDatabaseKinds } from '../database/testDatabase'
import { systemUser } from '../session'
import { openDesk, type Desk, type Who } from '../write/testing/deskServer'
import { inTransaction } from '../write/transaction'

const members = '/api/desk/member'
const lendings = '/api/desk/lending'

describe.each(usualTestDatabaseKinds)('warnings on %s', (kind) => {
  let desk: Desk
  let north: string
  beforeAll(async () => {
    desk = await openDesk(kind)
    ;({ north } = desk.branches)
  })
  afterAll(() => desk?.close())

  const high = 'A deposit of 600.00 is high for a member of level Basic'
  const confirming = (...texts: string[]): Record<string, string> => ({ 'confirmed-warnings': texts.map(warningKey).join(', ') })

  /** What is asked, by the field that it marks, of a request that was refused for nothing else. */
  async function asked(
    who: Who,
    method: 'POST' | 'PATCH',
    url: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Record<string, string>> {
    const { status, code, type, errors } = await desk.refusal(who, method, url, body, headers)
    expect({ status, code, type, rules: [...new Set(errors?.map(({ rule }) => rule))] }).toEqual({
      status: 417,
      code: 100415,
      type: '/problems/unconfirmed',
      rules: ['warning'],
    })
    for (const { detail, params } of errors ?? []) expect(params).toEqual({ key: warningKey(detail) })
    return Object.fromEntries((errors ?? []).map(({ path, detail }) => [path, detail]))
  }
  const historyOf = async (id: unknown): Promise<unknown[]> =>
    (await desk.rows('document_history')).filter(({ document_id }) => document_id === id).map(({ action, extra }) => [action, extra])

  describe('of a save', () => {
    it('are asked before anything is stored, and nothing stands in the way of who has confirmed them', async () => {
      const before = await desk.count('member')
      const body = { memberName: 'Rich', branchId: north, deposit: '600.00' }
      expect(await asked('clerk', 'POST', members, body)).toEqual({ deposit: high })
      expect(await desk.count('member')).toBe(before)

      const { status, body: stored } = await desk.call('clerk', 'POST', members, body, confirming(high))
      expect([status, stored['deposit']]).toEqual([200, '600.00'])
      // No number was drawn for what was not stored.
      const numbers = (await desk.rows('member')).map((row) => Number(String(row['member_no']).slice(2))).toSorted((a, b) => a - b)
      expect(numbers.at(-1)).toBe(numbers.length)
      expect(await historyOf(stored['id'])).toContainEqual(['create', { confirmed: [high] }])
    })

    it('are asked again when another has come up, or one says something else', async () => {
      const child = 'Prince is very old'
      const body = { memberName: 'Prince', branchId: north, deposit: '600.00', age: 145 }
      expect(await asked('clerk', 'POST', members, body, confirming(high))).toEqual({ deposit: high, age: child })
      const more = { ...body, deposit: '700.00' }
      expect(Object.keys(await asked('clerk', 'POST', members, more, confirming(high, child)))).toEqual(['deposit', 'age'])
      expect((await desk.call('clerk', 'POST', members, body, confirming(child, high))).status).toBe(200)
    })

    it('come from rules too', async () => {
      const body = { memberName: 'namesake', branchId: north }
      expect(await asked('clerk', 'POST', members, body)).toEqual({ memberName: 'There is a namesake in the town' })
      expect((await desk.call('clerk', 'POST', members, body, confirming('There is a namesake in the town'))).status).toBe(200)
    })

    it('are not asked where something is wrong: that comes first', async () => {
      const wrong = await desk.refusal('clerk', 'POST', members, { memberName: 'Wrong', branchId: north, deposit: '600.00', age: 200 })
      expect([wrong.status, wrong.errors?.map(({ path }) => path)]).toEqual([422, ['age']])
      const refused = await desk.refusal('clerk', 'POST', members, { memberName: 'nobody', branchId: north, deposit: '600.00' })
      expect([refused.status, refused.errors?.map(({ path }) => path)]).toEqual([422, ['memberName']])
    })

    it('are asked of a change only for what it changes', async () => {
      const { body } = await desk.call(
        'clerk',
        'POST',
        members,
        { memberName: 'Slow', branchId: north, deposit: '600.00' },
        confirming(high),
      )
      const url = `${members}/${String(body['id'])}`
      const other = await desk.call('clerk', 'PATCH', url, { version: body['version'], cardNo: 'C77' })
      expect(other.status).toBe(200)
      const { version } = other.body
      expect(await asked('clerk', 'PATCH', url, { version, level: 'GOLD', note: 'x' })).toEqual({
        deposit: 'A deposit of 600.00 is high for a member of level Gold',
      })
      expect(await asked('clerk', 'PATCH', url, { version, deposit: '601.00' })).toEqual({ deposit: high.replace('600', '601') })
    })

    it('are confirmed with the same key that the first try had', async () => {
      const body = { memberName: 'Keyed', branchId: north, deposit: '600.00' }
      const key = { 'idempotency-key': 'one-key' }
      await asked('clerk', 'POST', members, body, key)
      const first = await desk.call('clerk', 'POST', members, body, { ...key, ...confirming(high) })
      const again = await desk.call('clerk', 'POST', members, body, { ...key, ...confirming(high) })
      expect([first.status, again.body['id'], again.headers['idempotency-replayed']]).toEqual([200, first.body['id'], 'true'])
    })

    it.each(['', 'x', '*', 'true', '__proto__', 'A deposit of 600.00 is high for a member of level Basic', '0'.repeat(16)])(
      'are not confirmed by %j',
      async (header) => {
        const body = { memberName: 'Forged', branchId: north, deposit: '600.00' }
        expect(await asked('clerk', 'POST', members, body, { 'confirmed-warnings': header })).toEqual({ deposit: high })
      },
    )

    it('stop nothing that nobody can be asked about', async () => {
      await inTransaction(desk.services, systemUser, (tools) =>
        tools.create('member', { memberName: 'By rule', branchId: north, deposit: '600.00' }),
      )
      await inTransaction(desk.services, systemUser, (tools) =>
        tools.create('member', { memberName: 'namesake', branchId: desk.branches.south }),
      )
      const names = (await desk.rows('member')).map((row) => row['member_name'])
      expect(names).toEqual(expect.arrayContaining(['By rule', 'namesake']))
    })
  })

  describe('of an action', () => {
    async function submitted(title: string): Promise<{ id: string; version: number }> {
      const member = await desk.addMember(`Of ${title}`)
      const lending = await desk.addLending(member, [{ bookId: await desk.addBook(title, 5), qty: 1 }], { purpose: 'reading' })
      const { body } = await desk.call('clerk', 'POST', `${lendings}/submit/${lending.id}`, { version: lending.version })
      return { id: lending.id, version: Number(body['version']) }
    }
    const boss = (url: string, body: object, headers: Record<string, string> = {}) =>
      desk.call('boss', 'POST', url, body, { 'idempotency-key': crypto.randomUUID(), ...headers })

    it('are asked by its rule and by its schema, over the dialog and the record as it will be; the state stays until then', async () => {
      const { id, version } = await submitted('Asked')
      const keyed = { 'idempotency-key': crypto.randomUUID() }
      expect(await asked('boss', 'POST', `${lendings}/approve/${id}`, { version, opinion: 'doubtful' }, keyed)).toEqual({
        '': 'The member owes a fee',
      })
      expect((await desk.rows('lending')).find((row) => row['id'] === id)).toMatchObject({ status: 'SUBMITTED' })
      const approved = await boss(`${lendings}/approve/${id}`, { version, opinion: 'doubtful' }, confirming('The member owes a fee'))
      expect([approved.status, approved.body['status']]).toEqual([200, 'LENT'])

      const long = { version: approved.body['version'], dueDate: '2027-02-10' }
      const says = 'Lent until 2027-02-10, the time no. 1'
      expect(await asked('clerk', 'POST', `${lendings}/extend/${id}`, long)).toEqual({ dueDate: says })
      expect((await desk.call('clerk', 'POST', `${lendings}/extend/${id}`, long, confirming(says))).status).toBe(200)
      expect(await historyOf(id)).toContainEqual(['extend', { dueDate: '2027-02-10', confirmed: [says] }])
      expect((await desk.call('clerk', 'POST', `${lendings}/extend/${id}`, { version: 5, dueDate: '2026-12-24' })).status).not.toBe(417)
    })

    it('say of which record they are, where it is done to several, and are asked together', async () => {
      const ids = [await submitted('First'), await submitted('Second')]
      const names = (await desk.rows('lending'))
        .filter((row) => ids.some(({ id }) => id === row['id']))
        .map((row) => String(row['lending_no']))
      const texts = names.map((name) => `${name}：The member owes a fee`)
      const problem = await desk.refusal(
        'boss',
        'POST',
        `${lendings}/batch/approve`,
        { ids, opinion: 'doubtful' },
        { 'idempotency-key': 'batch-1' },
      )
      expect(problem.errors?.map(({ detail }) => detail).toSorted()).toEqual(texts.toSorted())
      // One of them is not both.
      const half = await boss(`${lendings}/batch/approve`, { ids, opinion: 'doubtful' }, confirming(texts[0] ?? ''))
      expect(half.status).toBe(417)
      const both = await boss(`${lendings}/batch/approve`, { ids, opinion: 'doubtful' }, confirming(...texts))
      expect(both.status).toBe(200)
    })
  })
})
