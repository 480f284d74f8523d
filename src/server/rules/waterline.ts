/**
 * Marking loans to market (E-12): what is pledged for a loan is valued anew, and its water line of the day is written. There is one way to do it,
 * for one loan and for thousands:
 *
 *   a loan whose goods or debt change    refreshLoan ─┐
 *   a price that changes                 refresh…Price ├─► recomputeWaterlines ─► facts by SQL ─► src/rules/waterline.ts ─► rows of `waterline`
 *   the end of a day, 重算               steps, handlers┘
 */
import { sql } from 'kysely'
import { compareDecimals, multiplyDecimals, roundDecimal, subtractDecimals, type Decimal } from '../../../engine/core/decimal'
import { initialRate } from '../../rules/financing'
import { unitPrincipals, unitWeight } from '../../rules/unitPrincipal'
import { waterlineOf, type Waterline, type WaterlineFacts } from '../../rules/waterline'
import type { Loan } from '../generated/loan'
import { itemValue } from '../queries'
import type { Found, RefreshRule, Tools } from '../ruleTypes'
import { aliased } from '../sqlNames'

/** What marking needs of the tools of a rule. */
export type Marking = Pick<Tools, 'trx' | 'today' | 'now'>

/** Loans that are read and written at a time, so that memory does not grow with their number. */
export const loansAtOnce = 250

/** What changes with the goods and the debt of a loan: its initial rate (E-11), what each unit answers for (E-15b), and its water line. */
export const refreshLoan: RefreshRule<'loan'> = async (tools, { record: loan }) => {
  const items = await tools.find('pledgeItem', { loanId: loan.id, status: 'EFFECTIVE' })
  const rate = pledgedRate(loan, items)
  await spreadPrincipal(tools, loan, items)
  // The loan is locked already, and its new rate is written after this.
  await mark(tools, [loan.id], rate)
  return { initialRate: rate }
}

/** E-11: of goods pledged to a loan of which nothing is paid out yet, by what they were pledged at (decision A27); after that it stays. */
function pledgedRate(loan: Loan, items: readonly Found<'pledgeItem'>[]): Decimal | null {
  const isOpen = loan.bizMode === 'INVENTORY_PLEDGE' && compareDecimals(loan.paidAmount, '0') === 0
  if (!isOpen || loan.approvedAmount === null || items.length === 0) return loan.initialRate
  const values = items.map(({ remainQty, pledgePrice }) => roundDecimal(multiplyDecimals(remainQty, pledgePrice), 2))
  return values.every((value) => compareDecimals(value, '0') <= 0) ? loan.initialRate : initialRate(loan.approvedAmount, values)
}

/** E-15b; until something is paid out the approved amount is spread. Nobody has changed the items, so their version stays. */
async function spreadPrincipal(tools: Tools, loan: Loan, items: readonly Found<'pledgeItem'>[]): Promise<void> {
  const { trx } = tools
  const balance = compareDecimals(loan.paidAmount, '0') === 0 ? (loan.approvedAmount ?? '0') : await securedPrincipal(tools, loan)
  const units = unitPrincipals(
    balance,
    items.map((item) => ({ remainQty: item.remainQty, unitWeight: unitWeight(item) })),
  )
  for (const [index, { id, unitPrincipal }] of items.entries()) {
    const unit = units[index] ?? '0.000000'
    if (unitPrincipal === unit) continue
    await trx.updateTable('pledge_item').set({ unit_principal: unit }).where('id', '=', id).execute()
  }
}

/** What is owed by credit notes has no collateral (E-15b). */
async function securedPrincipal(tools: Tools, { id, outstandingPrincipal }: Loan): Promise<Decimal> {
  const onCredit = await tools.find('debtNote', { loanId: id, paymentType: 'CREDIT_REDEMPTION' })
  return subtractDecimals(outstandingPrincipal ?? '0', ...onCredit.map((note) => note.outstandingPrincipal ?? '0'))
}

/** A price of goods: all loans that goods of the kind are pledged to. */
export const refreshCollateralPrice: RefreshRule<'collateralPrice'> = async (tools, { record: { goodsId } }) => {
  await recomputeWaterlines(tools, await loansWith(tools, { goodsId }))
  return {}
}

/** A price agreed with a customer: those of his loans from the funding party with which it was agreed (E-09). */
export const refreshCustomerPrice: RefreshRule<'customerPrice'> = async (tools, { record: { goodsId, borrowerId, fundingPartyId } }) => {
  await recomputeWaterlines(tools, await loansWith(tools, { goodsId, borrowerId, fundingPartyId }))
  return {}
}

async function loansWith({ trx }: Marking, goods: { goodsId: string; borrowerId?: string; fundingPartyId?: string }): Promise<string[]> {
  const { goodsId, borrowerId, fundingPartyId } = goods
  let items = trx.selectFrom('pledge_item').select('loan_id').distinct().where('goods_id', '=', goodsId).where('status', '=', 'EFFECTIVE')
  if (borrowerId !== undefined) items = items.where('borrower_id', '=', borrowerId)
  if (fundingPartyId !== undefined) items = items.where('funding_party_id', '=', fundingPartyId)
  return (await items.execute()).map((item) => item.loan_id)
}

/** Writes the water line of the day of each of these loans, in one transaction. Doing it again without a change between writes nothing. */
export async function recomputeWaterlines(marking: Marking, loanIds: readonly string[]): Promise<void> {
  const ids = loanIds.toSorted((a, b) => Number(a) - Number(b))
  for (let from = 0; from < ids.length; from += loansAtOnce) {
    const some = ids.slice(from, from + loansAtOnce)
    // Of two who mark the same loan the later one sees what the earlier one saw, and all locks are taken in one order.
    const { trx } = marking
    await trx.selectFrom('loan').select('id').where('id', 'in', some).orderBy('id').forNoKeyUpdate().execute()
    await mark(marking, some)
  }
}

/** @param rate of all of them, where it is not stored yet */
async function mark(marking: Marking, loanIds: readonly string[], rate?: Decimal | null): Promise<void> {
  const found = await factsOf(marking, loanIds)
  const rows = found.filter(isMarked).map((facts) => rowOf(marking, rate ? { ...facts, initialRate: rate } : facts))
  if (rows.length === 0) return
  const { trx, today } = marking
  const marked = rows.map((row) => row.loan_id)
  await trx
    .updateTable('waterline')
    .set({ is_latest: false })
    .where('loan_id', 'in', marked)
    .where('is_latest', '=', true)
    .where('snap_date', '<', today)
    .execute()
  await trx
    .insertInto('waterline')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['loan_id', 'snap_date']).doUpdateSet((row) => ({
        ...Object.fromEntries(marks.map((column) => [column, row.ref(`excluded.${column}`)])),
        version: sql<number>`waterline.version + 1`,
        updated_at: row.ref('excluded.updated_at'),
      })).where(sql<boolean>`(${sql.join(marks.map((column) => sql.ref(`waterline.${column}`)))})
          is distinct from (${sql.join(marks.map((column) => sql.ref(`excluded.${column}`)))})`),
    )
    .execute()
}

/** Goods or a debt, or what is left of them: a water line is kept from the first on. */
function isMarked({ pledged, principal, known }: LoanFacts): boolean {
  return pledged || known || compareDecimals(principal, '0') > 0
}

/** What a loan is today, without writing it down; undefined where there is no such loan. */
export async function currentWaterline(marking: Marking, loanId: string): Promise<(LoanFacts & Waterline) | undefined> {
  const [facts] = await factsOf(marking, [loanId])
  return facts && { ...facts, ...waterlineOf(facts) }
}

interface LoanFacts extends WaterlineFacts {
  loanId: string
  productId: string
  borrowerId: string
  departmentId: string
  fundingPartyId: string
  /** There are goods in pledge. */
  pledged: boolean
  /** There is a water line of some day. */
  known: boolean
  /** There is one of a day to come: a day that was missed is made up for. */
  superseded: boolean
}

/**
 * What E-12 asks of each loan, in their order. Its own sums say what it owes, its debt notes what interest, receivables what fees are due (as E-06
 * counts them), its bond what is deposited. Goods on their way and procurement plans are documents of their own, and of a loan that has none of them
 * nothing is counted.
 */
async function factsOf({ trx, today }: Marking, loanIds: readonly string[]): Promise<LoanFacts[]> {
  const l = aliased('loan', 'l')
  const p = aliased('product', 'p')
  const i = aliased('pledge_item', 'i')
  const c = aliased('control_goods', 'c')
  const w = aliased('waterline', 'w')
  const d = aliased('debt_note', 'd')
  const r = aliased('receivable', 'r')
  const b = aliased('bond', 'b')
  // What is owed by credit notes has no collateral (E-15b).
  const principal = sql<Decimal>`(coalesce(${l.column('outstanding_principal')}, 0.00) - coalesce(o.on_credit, 0.00))`
  const { rows } = await sql<LoanFacts>`
    select ${l.column('id')}::text as "loanId", ${l.column('product_id')}::text as "productId", ${l.column('borrower_id')}::text as "borrowerId",
      ${l.column('department_id')}::text as "departmentId", ${l.column('funding_party_id')}::text as "fundingPartyId",
      ${p.column('warn_ltv')} as "warnLtv", ${p.column('call_ltv')} as "callLtv", ${p.column('close_ltv')} as "closeLtv",
      coalesce(${l.column('initial_rate')}, 0.0000) as "initialRate",
      ${principal} as principal, ${principal} as "arrivedPrincipal", coalesce(o.interest, 0.00) as interest,
      coalesce(f.fees, 0.00) as fees, coalesce(g.balance, 0.00) as "bondBalance",
      coalesce(v.value, 0.00) as "pledgedValue", '0' as "provisionalValue", false as "planUnderWay", v.value is not null as pledged,
      coalesce(k.controls, '[]'::json) as controls,
      exists (select from ${w.from} where ${w.column('loan_id')} = ${l.column('id')}) as known,
      exists (select from ${w.from} where ${w.column('loan_id')} = ${l.column('id')} and ${w.column('snap_date')} > ${today}::date) as superseded
    from ${l.from} join ${p.from} on ${p.column('id')} = ${l.column('product_id')}
    left join (
      select ${i.column('loan_id')} as loan_id, sum(${itemValue('i', today)}) as value from ${i.from}
      where ${i.column('loan_id')} = any(${loanIds}::bigint[]) and ${i.is('status', 'EFFECTIVE')} group by 1) v on v.loan_id = ${l.column('id')}
    left join (
      select ${d.column('loan_id')} as loan_id,
        sum(${d.column('outstanding_principal')}) filter (where ${d.is('payment_type', 'CREDIT_REDEMPTION')}) as on_credit,
        sum(${d.column('unpaid_interest')} + ${d.column('unpaid_penalty')}) filter (where not ${d.is('payment_type', 'CREDIT_REDEMPTION')}) as interest
      from ${d.from} where ${d.column('loan_id')} = any(${loanIds}::bigint[]) group by 1) o on o.loan_id = ${l.column('id')}
    left join (
      select ${r.column('loan_id')} as loan_id, ${r.column('payer_id')} as payer_id, sum(${r.column('unverified_amount')}) as fees from ${r.from}
      where ${r.column('loan_id')} = any(${loanIds}::bigint[]) and ${r.column('receivable_type')} in ('SERVICE_FEE', 'TECH_FEE', 'MISC_FEE')
        and ${r.column('status')} in ('OPEN', 'PARTIAL') and ${r.column('due_date')} <= ${today}::date
      group by 1, 2) f on f.loan_id = ${l.column('id')} and f.payer_id = ${l.column('borrower_id')}
    left join (
      select ${b.column('loan_id')} as loan_id, sum(${b.column('balance_amount')}) as balance from ${b.from}
      where ${b.column('loan_id')} = any(${loanIds}::bigint[]) group by 1) g on g.loan_id = ${l.column('id')}
    left join (
      select ${c.column('loan_id')} as loan_id, json_agg(json_build_object(
        'minControlValue', ${c.column('min_control_value')}::text, 'controlRate', ${c.column('control_rate')}::text)) as controls from ${c.from}
      where ${c.column('loan_id')} = any(${loanIds}::bigint[]) and ${c.is('status', 'EFFECTIVE')} group by 1) k on k.loan_id = ${l.column('id')}
    where ${l.column('id')} = any(${loanIds}::bigint[]) order by ${l.column('id')}`.execute(trx)
  return rows
}

/** What a recomputation may change of a row. */
const marks = [
  'product_id',
  'borrower_id',
  'department_id',
  'funding_party_id',
  'pledged_value',
  'provisional_value',
  'total_value',
  'outstanding_principal',
  'in_transit_principal',
  'unpaid_interest',
  'bond_balance',
  'exposure',
  'ltv',
  'initial_rate',
  'warn_ltv',
  'call_ltv',
  'close_ltv',
  'water_level',
  'min_control_value',
  'gap_value',
  'fill_cash',
  'fill_goods_value',
] as const

function rowOf({ today, now }: Marking, facts: LoanFacts) {
  const line = waterlineOf(facts)
  return {
    version: 1,
    created_at: now,
    updated_at: now,
    snap_date: today,
    is_latest: !facts.superseded,
    loan_id: facts.loanId,
    product_id: facts.productId,
    borrower_id: facts.borrowerId,
    department_id: facts.departmentId,
    funding_party_id: facts.fundingPartyId,
    pledged_value: facts.pledgedValue,
    provisional_value: facts.provisionalValue,
    total_value: line.totalValue,
    outstanding_principal: line.outstandingPrincipal,
    in_transit_principal: line.inTransitPrincipal,
    unpaid_interest: line.unpaidInterest,
    bond_balance: facts.bondBalance,
    exposure: line.exposure,
    ltv: line.ltv,
    initial_rate: facts.initialRate,
    warn_ltv: facts.warnLtv,
    call_ltv: facts.callLtv,
    close_ltv: facts.closeLtv,
    water_level: line.waterLevel,
    min_control_value: line.minControlValue,
    gap_value: line.gapValue,
    fill_cash: line.fillCash,
    fill_goods_value: line.fillGoodsValue,
  }
}
