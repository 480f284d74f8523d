/** What a redemption meets: goods and debts of its loan, and what other redemptions under way take of them (E-15). */
import { sql, type RawBuilder } from 'kysely'
import { sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { unitWeight } from '../../rules/unitPrincipal'
import type { OtherShare, PledgedGoods, RedeemedDebt, RedemptionFacts } from '../../rules/redemption'
import type { Loan } from '../generated/loan'
import type { RedemptionState } from '../generated/redemption'
import { itemPrice } from '../queries'
import type { Draft, Tools } from '../ruleTypes'
import { aliased } from '../sqlNames'
import { repaymentBasis } from './repaymentBasis'

/** Redemptions that are asked for and not booked yet: what they take counts as taken (decision B5). */
export const underWay: readonly RedemptionState[] = ['AUDITING', 'PENDING_PAY', 'PENDING_CHECK']

/** Service fees go with a redemption; what else is owed has its own ways. */
const serviceFees = ['SERVICE_FEE', 'TECH_FEE']

export interface GoodsFacts extends PledgedGoods {
  goodsName: string
  /** Left in pledge and locked by nobody. */
  unlocked: Decimal
}

export type Known = Omit<RedemptionFacts, 'isCredit' | 'calcDate' | 'lines' | 'bondOffset' | 'depositOffset' | 'pledged'> & {
  pledged: GoodsFacts[]
}

type Asked = Pick<Draft<'redemption'>, 'warehouseId'> & { id?: string; status?: RedemptionState }

/** @param lock so that debts and fees are still as they were read when the redemption is booked; who locks them has locked the loan */
export async function redemptionFacts(tools: Tools, loan: Loan, asked: Asked, lock = false): Promise<Known> {
  const { warehouseId } = asked
  const { borrowerId, fundingPartyId, currency } = loan
  const scope = { borrowerId, fundingPartyId, currency, loanId: loan.id, overdueOnly: false }
  const basis = await repaymentBasis(tools, scope, { lock, feeTypes: serviceFees })
  const others = await othersOf(tools, loan.id, asked)
  const debts = basis.debts.map((debt): RedeemedDebt => ({
    ...debt,
    others: others.debts.filter(({ debtNoteId }) => debtNoteId === debt.id),
  }))
  const { storageFeeRate, freeDays } = await tools.load('warehouse', warehouseId)
  return {
    initialRate: loan.initialRate ?? '0',
    balance: sumDecimals(debts.map(({ principal }) => principal)),
    pledged: await pledgedGoods(tools, loan.id, others.goods),
    moreToCome: false,
    debts,
    fees: basis.fees.filter((fee) => !others.fees.has(fee.id)),
    storageFeeRate: storageFeeRate ?? '0',
    freeDays: Number(freeDays ?? 0),
  }
}

async function pledgedGoods({ trx, today }: Tools, loanId: string, taken: ReadonlyMap<string, Decimal>): Promise<GoodsFacts[]> {
  const i = aliased('pledge_item', 'i')
  const b = aliased('stock_batch', 'b')
  interface Row extends Omit<GoodsFacts, 'otherQty' | 'unitWeight'> {
    pledgePrice: Decimal
    pledgeRate: Decimal
  }
  const { rows } = await sql<Row>`
    select ${i.column('id')}::text as id, ${i.column('goods_name')} as "goodsName", ${i.column('remain_qty')} as "remainQty",
      ${i.column('remain_qty')} - coalesce(${i.column('locked_qty')}, 0) as unlocked, ${itemPrice('i', today)} as price,
      ${i.column('pledge_price')} as "pledgePrice", ${i.column('pledge_rate')} as "pledgeRate", ${b.column('in_date')} as "inDate"
    from ${i.from} join ${b.from} on ${b.column('id')} = ${i.column('stock_batch_id')}
    where ${i.column('loan_id')} = ${loanId} and ${i.is('status', 'EFFECTIVE')} order by ${i.column('id')}`.execute(trx)
  return rows.map((row) => ({ ...row, otherQty: taken.get(row.id) ?? '0', unitWeight: unitWeight(row) }))
}

interface Others {
  goods: Map<string, Decimal>
  debts: (OtherShare & { debtNoteId: string })[]
  fees: Set<string>
}

/**
 * What the other redemptions of a loan that are under way take, by pledged item, by debt note, and the fees that they pay. For one that is under way
 * itself these are the ones before it: those after it have counted it as done.
 */
async function othersOf({ trx }: Tools, loanId: string, { id = '0', status }: Asked): Promise<Others> {
  const r = aliased('redemption', 'r')
  const before =
    status !== undefined && underWay.includes(status)
      ? sql`and ${submittedRun(r.column('id'))} < ${submittedRun(sql`${id}::bigint`)}`
      : sql``
  const ofOthers = sql`join ${r.from} on ${r.column('id')} = l.parent_id
    where ${r.column('loan_id')} = ${loanId} and ${r.column('id')} <> ${id} and ${r.column('status')} = any(${underWay}::text[]) ${before}`
  const goods = await sql<{ id: string; qty: Decimal }>`
    select l.pledge_item_id::text as id, sum(l.qty) as qty from redemption_goods l ${ofOthers} group by 1`.execute(trx)
  const debts = await sql<Others['debts'][number]>`
    select l.debt_note_id::text as "debtNoteId", ${r.column('calc_date')} as "calcDate", l.principal_part as principal,
      l.interest_part - l.supplement as interest, l.penalty_part as penalty from redemption_debts l ${ofOthers} order by l.id`.execute(trx)
  const fees = await sql<{ id: string }>`
    select l.receivable_id::text as id from redemption_fees l ${ofOthers}`.execute(trx)
  return {
    goods: new Map(goods.rows.map((row) => [row.id, row.qty])),
    debts: debts.rows,
    fees: new Set(fees.rows.map((row) => row.id)),
  }
}

/** Who submits holds the loan, so that runs are in the order of what they saw. */
function submittedRun(redemptionId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select max(id) from document_history
    where entity = 'redemption' and document_id = ${redemptionId} and to_state = 'AUDITING')`
}
