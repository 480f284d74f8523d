import { beforeAll, expect, it } from 'vitest'
import { addDecimals, compareDecimals, sumDecimals } from '../../engine/core/decimal'
import type { RecordValues } from '../../engine/core/wire'
import { testDatabaseKinds } from '../../engine/server/database/testDatabase'
import { refusals } from '../../src/rules/refusals'
import { Random } from '../../src/server/demo/random'
import type { Session } from './support/client'
import { at, copiesOf } from './support/fixtures'
import { describePlatform } from './support/platform'
import { calcDate, redemptionCase, redemptionValues, type RedeemedLoan, type RedemptionCase } from './support/redeeming'

/** In ms: sessions live through the days of the test. */
const aYear = 31_536_000_000
const settings = { tokenLifetimeMs: 2 * aYear, tokenIdleMs: 2 * aYear }

describePlatform(
  'redemptions at once',
  (platform) => {
    let op: Session
    let of: RedemptionCase
    beforeAll(async () => {
      of = await redemptionCase(platform())
      op = await platform().as('op01')
    })

    it('I-03 of 400 that ask for 40 of 10,000 boxes each, 250 are submitted, and no box twice', async () => {
      const { loan, itemId, batchId } = await of.loan(true)
      const draft = await op.add(at.redemption, redemptionValues(loan, { [itemId]: '40' }, { calcDate }))
      const lines = ['redemption_goods', 'redemption_debts']
      const ids = [draft.id, ...(await copiesOf(platform(), 'redemption', 'redemption_no', draft, 399, lines))]
      const answers = await Promise.all(ids.map((id) => op.tryTo(at.redemption, 'submit', id, { version: draft['version'] })))
      const refused = answers.filter(({ status }) => status !== 200)
      expect(answers.length - refused.length).toBe(250)
      expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set([refusals['redemption.beyond-unlocked'].number]))
      expect(await of.item(itemId)).toMatchObject({ locked_qty: '10000.0000', remain_qty: '10000.0000' })
      expect(await of.batch(batchId)).toMatchObject({ pledged_qty: '0.0000', frozen_pledge_qty: '10000.0000' })
      const { kysely } = platform().database
      const stored = await kysely
        .selectFrom('redemption')
        .select(['principal_due', 'top_up_principal'])
        .where('loan_id', '=', loan.id)
        .where('status', '=', 'AUDITING')
        .execute()
      // All of them together repay the loan, and not a cent more.
      const repaid = sumDecimals(stored.map((row) => addDecimals(String(row['principal_due']), String(row['top_up_principal']))))
      expect(compareDecimals(repaid, '635250.00')).toBe(0)
      expect(await platform().violations()).toEqual([])
    })
  },
  { kinds: testDatabaseKinds, settings },
)

describePlatform(
  'what a redemption shows while it is typed',
  (platform) => {
    let op: Session
    let of: RedemptionCase
    let f1: RedeemedLoan
    beforeAll(async () => {
      of = await redemptionCase(platform())
      op = await platform().as('op01')
      f1 = await of.loan()
    })

    const amounts = ['goodsValue', 'principalDue', 'topUpPrincipal', 'interestDue', 'penaltyDue', 'storageFeeDue', 'totalDue', 'cashDue']
    const picked = (values: RecordValues) => Object.fromEntries(amounts.map((name) => [name, values[name]]))
    const cells = (rows: unknown) =>
      (rows as RecordValues[]).map(({ unitPrincipal, principalDue, unitValue, storageFee }) => [
        unitPrincipal,
        principalDue,
        unitValue,
        storageFee,
      ])

    it('is what its submission books, whatever is asked for and whatever goods are worth', async () => {
      const random = new Random(20260416)
      for (let run = 0; run < 12; run += 1) {
        await of.price(`${random.integer(70, 130)}.${random.integer(10, 99)}`)
        const qty = `${random.integer(1, 9000)}.${random.integer(1000, 9999)}`
        const day = `2026-04-${random.integer(16, 28)}`
        const asked = { loanId: f1.loan.id, calcDate: day, goods: [{ pledgeItemId: f1.itemId, qty }] }
        const { body: shown } = await op.ask('POST', `${at.redemption}/trial`, asked)
        const typed = redemptionValues(f1.loan, { [f1.itemId]: qty }, { calcDate: day })
        const { body: live } = await op.ask('POST', `${at.redemption}/try`, typed)
        const draft = await op.add(at.redemption, typed)
        const booked = await op.act(at.redemption, 'submit', draft.id)
        expect(live.problems).toEqual([])
        for (const values of [live.values, draft, booked]) expect(picked(values as RecordValues)).toEqual(picked(shown as RecordValues))
        for (const rows of [live.lines.goods, draft['goods'], booked['goods']]) expect(cells(rows)).toEqual(cells(shown.goods))
        await op.act(at.redemption, 'withdraw', draft.id)
      }
      expect(await platform().violations()).toEqual([])
    })

    it.each([
      ['goods of another loan', { goods: [{ pledgeItemId: '1', qty: '1' }] }, 422],
      ['a quantity of nothing', { goods: [{ pledgeItemId: '0', qty: '0' }] }, 422],
      ['an amount that is none', { depositOffset: 'viel' }, 422],
      ['a word that there is not', { creditRate: '0.01' }, 422],
      ['a loan that there is not', { loanId: '999999999' }, 422],
    ])('refuses %s', async (_name, more, status) => {
      const asked = { loanId: f1.loan.id, calcDate, goods: [{ pledgeItemId: f1.itemId, qty: '1' }], ...more }
      expect((await op.ask('POST', `${at.redemption}/trial`, asked)).status).toBe(status)
    })

    it('is nobody else’s business', async () => {
      const asked = { loanId: f1.loan.id, calcDate, goods: [{ pledgeItemId: f1.itemId, qty: '1' }] }
      const asking = async (name: string) => (await (await platform().as(name)).ask('POST', `${at.redemption}/trial`, asked)).status
      // Its customer may try it; an operator of the south sees no such loan, and a warehouse has no such menu.
      expect([await asking('br01'), await asking('op02'), await asking('wh01')]).toEqual([200, 422, 403])
      expect((await op.ask('GET', `${at.redemption}/pledgeItems?loanId=${f1.loan.id}`)).body.items.length).toBe(1)
      const south = await platform().as('op02')
      expect((await south.ask('GET', `${at.redemption}/pledgeItems?loanId=${f1.loan.id}`)).status).toBeGreaterThanOrEqual(404)
    })
  },
  { settings },
)
