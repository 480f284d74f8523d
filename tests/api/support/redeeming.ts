import { roundDecimal, subtractDecimals } from '../../../engine/core/decimal'
import { addDays } from '../../../engine/core/dateTime'
import type { RecordValues } from '../../../engine/core/wire'
import { runOneStep } from '../../../engine/server/schedule/endOfDay'
import { at, batchInStock, lineInForce, quotaInForce, referenceGoods } from './fixtures'
import type { Platform } from './platform'
import { approvedLoan, paidOut, pledged } from './pledging'
import { received, verified } from './repaying'
import type { Served } from './served'

/** The day of the reference case on which goods are redeemed. */
export const calcDate = '2026-04-16'

export interface RedeemedLoan {
  loan: RecordValues
  itemId: string
  batchId: string
}

/** The reference case F1 of domain 50 as 16 April finds it, as often as it is asked for, and what a test looks at of it. */
export async function redemptionCase(platform: Platform) {
  const { kysely } = platform.database
  for (const name of ['br01', 'rk01', 'wh01', 'op01', 'bm01', 'fn01', 'fm01']) await platform.as(name)
  const goodsId = await referenceGoods(platform)
  const quota = await quotaInForce(platform, { approvedAmount: '99000000.00' })
  const { id: lineId } = await lineInForce(platform, quota.id, { lineAmount: '90000000.00' })
  await kysely
    .updateTable('warehouse')
    .set({ storage_fee_rate: '0.0500', free_days: 7 })
    .where('warehouse_name', '=', '演示一号仓')
    .execute()
  // The prices of the case are of the last day of the demo data, and are asked for in April.
  await kysely.updateTable('collateral_price').set({ price_date: '2026-01-01' }).where('goods_id', '=', goodsId).execute()
  await kysely.updateTable('customer_price').set({ effective_date: '2026-01-01' }).where('goods_id', '=', goodsId).execute()

  const goTo = (day: string, time = '10:00:00'): void => platform.clock.moveTo(day, time)
  const price = (amount: string) =>
    kysely.updateTable('collateral_price').set({ price: amount, price_cny: amount }).where('goods_id', '=', goodsId).execute()
  const held = new Map((await kysely.selectFrom('fund_account').select(['id', 'frozen_amount']).execute()).map((row) => [row['id'], row]))
  /** Of the balance what these tests have frozen: documents of the demo data hold some of it too. */
  const balances = async (loan: RecordValues): Promise<[balance: string, frozen: string]> => {
    const row = await kysely
      .selectFrom('fund_account')
      .select(['id', 'balance', 'frozen_amount'])
      .where('borrower_id', '=', String(loan['borrowerId']))
      .where('funding_party_id', '=', String(loan['fundingPartyId']))
      .where('fund_account_kind', '=', 'ADVANCE')
      .executeTakeFirstOrThrow()
    const before = String(held.get(row['id'])?.['frozen_amount'] ?? '0')
    return [String(row['balance']), roundDecimal(subtractDecimals(String(row['frozen_amount']), before), 2)]
  }
  return {
    goTo,
    price,
    /** The ends of the day before, then its morning. */
    async comeTo(day: string): Promise<void> {
      goTo(addDays(day, -1))
      for (const step of ['interest', 'debtStates', 'penalties', 'settlements']) await runOneStep(platform.services, step)
      goTo(day)
    },
    /** @param today it is paid out on the day itself, so that no interest is owed yet */
    async loan(today = false): Promise<RedeemedLoan> {
      goTo('2026-11-20')
      await price('115.5')
      const stockBatchId = await batchInStock(platform, goodsId, '10000')
      const loan = await approvedLoan(platform, lineId, goodsId, { goods: [{ goodsId, stockBatchId, qty: '10000', unitPrice: '120' }] })
      await pledged(platform, loan, [{ stockBatchId, pledgedQty: '10000' }])
      await kysely.updateTable('stock_batch').set({ in_date: '2026-02-20' }).where('id', '=', stockBatchId).execute()
      goTo(today ? calcDate : '2026-03-02')
      await paidOut(platform, loan.id, '635250.00')
      await this.comeTo(calcDate)
      const { id } = await kysely.selectFrom('pledge_item').select('id').where('loan_id', '=', loan.id).executeTakeFirstOrThrow()
      return { loan: await (await platform.as('op01')).read(at.loan, loan.id), itemId: String(id), batchId: stockBatchId }
    },
    batch: (id: string) =>
      kysely
        .selectFrom('stock_batch')
        .select(['available_qty', 'pledged_qty', 'frozen_avail_qty', 'frozen_pledge_qty'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    item: (id: string) =>
      kysely
        .selectFrom('pledge_item')
        .select(['remain_qty', 'locked_qty', 'released_qty', 'unit_principal', 'status'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    async deposit(loan: RecordValues, amount: string): Promise<void> {
      const receiptId = await received(platform, loan, amount)
      await verified(platform, loan, receiptId, undefined, amount, { verifyDate: platform.clock.today() })
    },
    /** Of the customer's advance deposit. */
    balances,
    /** What comes to it while something is done. */
    async added(loan: RecordValues, work: () => Promise<unknown>): Promise<string> {
      const [before] = await balances(loan)
      await work()
      return subtractDecimals((await balances(loan))[0], before)
    },
    async vouchers(docNo: unknown): Promise<string[]> {
      const rows = await kysely
        .selectFrom('voucher as v')
        .innerJoin('voucher_entries as e', 'e.parent_id', 'v.id')
        .select(['v.biz_event', 'e.subject_code', 'e.debit_amount', 'e.credit_amount'])
        .where('v.doc_no', '=', String(docNo))
        .orderBy('v.id')
        .orderBy('e.id')
        .execute()
      return rows.map((row) => Object.values(row).map(String).join(' '))
    },
  }
}

/** What a test has in its hands. */
export type RedemptionCase = Awaited<ReturnType<typeof redemptionCase>>

/** What op01 types of a redemption: so many of each pledged item, fetched by a truck. */
export function redemptionValues(loan: RecordValues, items: Record<string, string>, more: object = {}): Record<string, unknown> {
  const { id: loanId, borrowerId, departmentId, fundingPartyId, warehouseId } = loan
  const goods = Object.entries(items).map(([pledgeItemId, qty]) => ({ pledgeItemId, qty }))
  return { loanId, borrowerId, departmentId, fundingPartyId, warehouseId, plateNo: '沪A12345', goods, ...more }
}

/** A redemption under approval: drafted and submitted by op01. */
export async function submittedRedemption(
  platform: Served,
  loan: RecordValues,
  items: Record<string, string>,
  more: object = {},
  base = at.redemption,
): Promise<RecordValues> {
  const clerk = await platform.as('op01')
  const { id } = await clerk.add(base, redemptionValues(loan, items, more))
  return clerk.act(base, 'submit', id)
}

/** The same, approved by bm01. */
export async function approvedRedemption(...asked: Parameters<typeof submittedRedemption>): Promise<RecordValues> {
  const [platform, , , , base = at.redemption] = asked
  const { id } = await submittedRedemption(...asked)
  return (await platform.as('bm01')).act(base, 'approve', id, { opinion: '同意' })
}

/** What is to be received for a redemption. */
export async function receivableOf(platform: Served, redemptionId: string): Promise<Record<string, unknown>> {
  return platform.database.kysely
    .selectFrom('receivable')
    .selectAll()
    .where('doc_type', '=', 'redemption')
    .where('doc_id', '=', redemptionId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

/** So much comes in today and is matched with what a redemption asks for; answers the id of the verification. */
export async function paidFor(platform: Served, loan: RecordValues, redemption: RecordValues, amount: string): Promise<string> {
  const { id } = await receivableOf(platform, redemption.id)
  return verified(platform, loan, await received(platform, loan, amount), String(id), amount, { verifyDate: platform.clock.today() })
}
