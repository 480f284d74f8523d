/**
 * What the end of a day measures for each type of warning (domain 50, E.6): one row for each document, or for the goods of one, with whose it is, what
 * a rule is chosen by, and the figures that its text says.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Decimal } from '../../../engine/core/decimal'
import type { WarnLevel, WarnType } from '../../rules/warning'
import type { Tables } from '../generated/tables'
import { controlledValue, itemPrice, onHand, pledged } from '../queries'
import { aliased } from '../sqlNames'
import { judged } from './levels'
import { judgedValidity } from './validity'

/** What a row says beside `value`; what is left out is null. */
interface Measured {
  docType: string
  docId: RawBuilder<unknown>
  docNo: RawBuilder<unknown>
  value: RawBuilder<unknown>
  borrowerId?: RawBuilder<unknown>
  departmentId: RawBuilder<unknown>
  fundingPartyId?: RawBuilder<unknown>
  loanId?: RawBuilder<unknown>
  goodsId?: RawBuilder<unknown>
  warehouseId?: RawBuilder<unknown>
  stockBatchId?: RawBuilder<unknown>
  productId?: RawBuilder<unknown>
  categoryId?: RawBuilder<unknown>
  facts: Readonly<Record<string, RawBuilder<unknown>>>
}

function columns(row: Measured): RawBuilder<unknown> {
  const none = sql`null::bigint`
  const facts = Object.entries(row.facts).flatMap(([name, value]) => [sql.lit(name), value])
  return sql`${sql.lit(row.docType)}::text as doc_type, ${row.docId} as doc_id, ${row.docNo}::text as doc_no,
    round((${row.value})::numeric, 6) as value, ${row.borrowerId ?? none} as borrower_id, ${row.departmentId} as department_id,
    ${row.fundingPartyId ?? none} as funding_party_id, ${row.loanId ?? none} as loan_id, ${row.goodsId ?? none} as goods_id,
    ${row.warehouseId ?? none} as warehouse_id, ${row.stockBatchId ?? none} as stock_batch_id, ${row.productId ?? none} as product_id,
    ${row.categoryId ?? none} as category_id, json_build_object(${sql.join(facts)}) as facts`
}

/** Days from a day to another. */
function days(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${to} - ${from})`
}

const onDay = (day: string): RawBuilder<unknown> => sql`${day}::date`
const text = (what: string): RawBuilder<unknown> => sql`${sql.lit(what)}::text`

type Measure = (day: string) => RawBuilder<unknown>

/** By its latest water line; the lines of its product are the thresholds of its levels. */
const pledge: Measure = () => {
  const { from, column, is } = aliased('waterline', 'w')
  const l = aliased('loan', 'l')
  return sql`select ${columns({
    docType: 'loan',
    docId: l.column('id'),
    docNo: l.column('loan_no'),
    value: column('ltv'),
    borrowerId: column('borrower_id'),
    departmentId: column('department_id'),
    fundingPartyId: column('funding_party_id'),
    loanId: l.column('id'),
    productId: column('product_id'),
    facts: { exposure: column('exposure'), totalValue: column('total_value') },
  })}, ${column('warn_ltv')} as warn_ltv, ${column('call_ltv')} as call_ltv, ${column('close_ltv')} as close_ltv
  from ${from} join ${l.from} on ${l.column('id')} = ${column('loan_id')}
  where ${is('is_latest', true)} and ${column('ltv')} > 0`
}

/** What is pledged of goods for a loan counts together, by what remains of each (E-13, decision A29). */
const priceDrop: Measure = (day) => {
  const { from, column, is } = aliased('pledge_item', 'i')
  const l = aliased('loan', 'l')
  const g = aliased('goods', 'g')
  return sql`select ${columns({
    docType: 'loan',
    docId: l.column('id'),
    docNo: l.column('loan_no'),
    value: sql`round((m.pledged - m.now) / m.pledged, 4)`,
    borrowerId: l.column('borrower_id'),
    departmentId: l.column('department_id'),
    fundingPartyId: l.column('funding_party_id'),
    loanId: l.column('id'),
    goodsId: g.column('id'),
    warehouseId: sql`m.warehouse_id`,
    productId: l.column('product_id'),
    categoryId: g.column('category_id'),
    facts: {
      goodsName: g.column('goods_name'),
      pledgePrice: sql`round(m.pledged / m.qty, 4)`,
      price: sql`round(m.now / m.qty, 4)`,
      compensation: sql`round(greatest(0, m.lost), 2)`,
    },
  })}
  from (
    select loan_id, goods_id, case when min(warehouse_id) = max(warehouse_id) then min(warehouse_id) end as warehouse_id, sum(remain_qty) as qty,
      sum(remain_qty * pledge_price) as pledged, sum(remain_qty * price) as now,
      sum(remain_qty * (pledge_price - price) * pledge_rate) as lost
    from (select i.*, ${itemPrice('i', day)} as price from ${from} where ${is('status', 'EFFECTIVE')} and ${column('remain_qty')} > 0) priced
    group by loan_id, goods_id having sum(remain_qty * pledge_price) > 0) m
  join ${l.from} on ${l.column('id')} = m.loan_id join ${g.from} on ${g.column('id')} = m.goods_id`
}

/**
 * Which part is missing of what a control record asks for. `offset 0` lets the database work its value out once: else it writes the whole query of
 * it into each of forty places that compare the value, and plans all of them.
 */
const controlLine: Measure = (day) => {
  const { from, column, is } = aliased('control_goods', 'c')
  const l = aliased('loan', 'l')
  return sql`select ${columns({
    docType: 'controlGoods',
    docId: column('id'),
    docNo: column('control_no'),
    value: sql`round((${column('min_control_value')} - v.value) / ${column('min_control_value')}, 4)`,
    borrowerId: column('borrower_id'),
    departmentId: column('department_id'),
    fundingPartyId: column('funding_party_id'),
    loanId: column('loan_id'),
    warehouseId: column('warehouse_id'),
    productId: l.column('product_id'),
    categoryId: column('category_id'),
    facts: { controlled: sql`v.value`, least: column('min_control_value') },
  })}
  from ${from} join ${l.from} on ${l.column('id')} = ${column('loan_id')}
  cross join lateral (select ${controlledValue('c', day)} as value offset 0) v
  where ${is('status', 'EFFECTIVE')} and ${column('min_control_value')} > v.value`
}

/** Batches that are on one side of E-25; they are judged there already. */
function validity(side: 'INNER_VALIDITY' | 'OUTER_VALIDITY'): Measure {
  return (day) => {
    const b = aliased('stock_batch', 'b')
    return sql`select ${columns({
      ...batchOf('b'),
      value: sql`v.value`,
      facts: {
        goodsName: b.column('goods_name'),
        batchNo: b.column('batch_no'),
        expiryDate: b.column('expiry_date'),
        remainDays: sql`v.remain_days`,
        pledgedQty: pledged('b'),
      },
    })}, v.rule_id, v.auto_fill, v.warn_level, v.threshold
    from ${judgedValidity(day)} v join ${b.from} on ${b.column('id')} = v.id
    where v.warn_type = ${sql.lit(side)}`
  }
}

/** A batch, and the loan that it is pledged to where it is one alone. */
function batchOf(batch: string): Omit<Measured, 'value' | 'facts'> {
  const { column } = aliased('stock_batch', batch)
  const i = aliased('pledge_item', 'of_batch')
  return {
    docType: 'stockBatch',
    docId: column('id'),
    docNo: column('batch_code'),
    borrowerId: column('borrower_id'),
    departmentId: column('department_id'),
    fundingPartyId: column('funding_party_id'),
    loanId: sql`(select case when min(${i.column('loan_id')}) = max(${i.column('loan_id')}) then min(${i.column('loan_id')}) end from ${i.from}
      where ${i.column('stock_batch_id')} = ${column('id')} and ${i.is('status', 'EFFECTIVE')})`,
    goodsId: column('goods_id'),
    warehouseId: column('warehouse_id'),
    stockBatchId: column('id'),
    categoryId: column('category_id'),
  }
}

const stockAge: Measure = (day) => {
  const { from, column } = aliased('stock_batch', 'b')
  return sql`select ${columns({
    ...batchOf('b'),
    value: days(column('in_date'), onDay(day)),
    facts: { goodsName: column('goods_name') },
  })} from ${from} where ${onHand('b')} > 0`
}

/** Debts, credit lines, contracts and customers that end soon; what is over is told by other states. */
const dueSoon: Measure = (day) => {
  const d = aliased('debt_note', 'd')
  const q = aliased('quota', 'q')
  const c = aliased('customer_line', 'c')
  const x = aliased('credit_limit', 'x')
  const k = aliased('contract', 'k')
  const n = aliased('client', 'n')
  const e = aliased('enterprise', 'e')
  const dueOn = sql`coalesce(${d.column('effective_due_date')}, ${d.column('due_date')})`
  const ending = (on: RawBuilder<unknown>): RawBuilder<unknown> => sql`${on} >= ${onDay(day)}`
  const left = (on: RawBuilder<unknown>): RawBuilder<unknown> => days(onDay(day), on)
  return sql`select ${columns({
    docType: 'debtNote',
    docId: d.column('id'),
    docNo: d.column('debt_no'),
    value: left(dueOn),
    borrowerId: d.column('borrower_id'),
    departmentId: d.column('department_id'),
    fundingPartyId: d.column('funding_party_id'),
    loanId: d.column('loan_id'),
    productId: d.column('product_id'),
    facts: { what: text('借据'), on: dueOn },
  })} from ${d.from} where ${d.is('status', 'NORMAL')} and ${ending(dueOn)}
  union all select ${columns({
    docType: 'quota',
    docId: q.column('id'),
    docNo: q.column('quota_no'),
    value: left(q.column('end_date')),
    departmentId: q.column('department_id'),
    fundingPartyId: q.column('funding_party_id'),
    facts: { what: text('授信额度'), on: q.column('end_date') },
  })} from ${q.from} where ${q.is('effective_status', 'ACTIVE')} and ${ending(q.column('end_date'))}
  union all select ${columns({
    docType: 'customerLine',
    docId: c.column('id'),
    docNo: c.column('line_no'),
    value: left(c.column('end_date')),
    borrowerId: c.column('borrower_id'),
    departmentId: c.column('department_id'),
    fundingPartyId: c.column('funding_party_id'),
    productId: c.column('product_id'),
    facts: { what: text('客户额度'), on: c.column('end_date') },
  })} from ${c.from} where ${c.is('effective_status', 'ACTIVE')} and ${ending(c.column('end_date'))}
  union all select ${columns({
    docType: 'creditLimit',
    docId: x.column('id'),
    docNo: x.column('credit_limit_no'),
    value: left(x.column('end_date')),
    borrowerId: x.column('borrower_id'),
    departmentId: x.column('department_id'),
    fundingPartyId: x.column('funding_party_id'),
    productId: x.column('product_id'),
    facts: { what: text('信用额度'), on: x.column('end_date') },
  })} from ${x.from} where ${x.is('effective_status', 'ACTIVE')} and ${ending(x.column('end_date'))}
  union all select ${columns({
    docType: 'contract',
    docId: k.column('id'),
    docNo: k.column('contract_no'),
    value: left(k.column('end_date')),
    borrowerId: k.column('borrower_id'),
    departmentId: k.column('department_id'),
    fundingPartyId: k.column('funding_party_id'),
    facts: { what: text('合同'), on: k.column('end_date') },
  })} from ${k.from} where ${k.is('status', 'SIGNED')} and ${ending(k.column('end_date'))}
  union all select ${columns({
    docType: 'client',
    docId: n.column('id'),
    docNo: n.column('client_no'),
    value: left(n.column('coop_end_date')),
    borrowerId: n.column('enterprise_id'),
    departmentId: n.column('department_id'),
    fundingPartyId: n.column('funding_party_id'),
    facts: { what: sql`${text('客户')} || ' ' || ${e.column('enterprise_name')}`, on: n.column('coop_end_date') },
  })} from ${n.from} join ${e.from} on ${e.column('id')} = ${n.column('enterprise_id')}
  where ${n.is('effective_status', 'ACTIVE')} and ${ending(n.column('coop_end_date'))}`
}

const overdue: Measure = (day) => {
  const { from, column, is } = aliased('debt_note', 'd')
  return sql`select ${columns({
    docType: 'debtNote',
    docId: column('id'),
    docNo: column('debt_no'),
    value: days(column('effective_due_date'), onDay(day)),
    borrowerId: column('borrower_id'),
    departmentId: column('department_id'),
    fundingPartyId: column('funding_party_id'),
    loanId: column('loan_id'),
    productId: column('product_id'),
    facts: { principal: column('outstanding_principal') },
  })} from ${from} where ${is('status', 'OVERDUE')}`
}

/** What is common to the warnings of stock-ins. */
function stockInOf(alias: string): Omit<Measured, 'value' | 'facts'> {
  const { column } = aliased('stock_in', alias)
  return {
    docType: 'stockIn',
    docId: column('id'),
    docNo: column('stock_in_no'),
    borrowerId: column('borrower_id'),
    departmentId: column('department_id'),
    fundingPartyId: column('funding_party_id'),
    loanId: column('loan_id'),
    warehouseId: column('warehouse_id'),
  }
}

const stockInDelay: Measure = (day) => {
  const { from, column } = aliased('stock_in', 'k')
  return sql`select ${columns({
    ...stockInOf('k'),
    value: days(column('expected_date'), onDay(day)),
    facts: { on: column('expected_date') },
  })} from ${from} where ${column('status')} in ('NOTIFIED', 'RECEIVING', 'RECEIVED') and ${column('expected_date')} < ${onDay(day)}`
}

/** Until it is confirmed, or as long as one of its short orders is open. */
const stockInDiff: Measure = () => {
  const { from, column, is } = aliased('stock_in', 'k')
  const o = aliased('short_order', 'o')
  return sql`select ${columns({
    ...stockInOf('k'),
    value: sql`round(abs(${column('diff_qty')}) / ${column('expected_qty')}, 4)`,
    facts: { expected: column('expected_qty'), diff: column('diff_qty') },
  })} from ${from} where ${column('expected_qty')} > 0 and ${column('diff_qty')} <> 0 and (${is('status', 'RECEIVED')}
    or ${is('status', 'CONFIRMED')} and exists (select from ${o.from}
      where ${o.column('stock_in_id')} = ${column('id')} and ${o.column('status')} in ('PENDING', 'AUDITING', 'REJECTED')))`
}

/** Registrations of what is in pledge, and insurances of warehouses in use. */
const registrationExpire: Measure = (day) => {
  const p = aliased('pledge', 'p')
  const w = aliased('warehouse', 'w')
  return sql`select ${columns({
    docType: 'pledge',
    docId: p.column('id'),
    docNo: p.column('pledge_no'),
    value: days(onDay(day), p.column('registration_expire_date')),
    borrowerId: p.column('borrower_id'),
    departmentId: p.column('department_id'),
    fundingPartyId: p.column('funding_party_id'),
    loanId: p.column('loan_id'),
    warehouseId: p.column('warehouse_id'),
    facts: { what: text('质押登记'), on: p.column('registration_expire_date') },
  })} from ${p.from} where ${p.column('status')} in ('EFFECTIVE', 'PARTIAL_RELEASED') and ${p.column('registration_expire_date')} is not null
  union all select ${columns({
    docType: 'warehouse',
    docId: w.column('id'),
    docNo: w.column('warehouse_code'),
    value: days(onDay(day), w.column('insurance_expire_date')),
    departmentId: w.column('department_id'),
    warehouseId: w.column('id'),
    facts: { what: text('仓库财产险'), on: w.column('insurance_expire_date') },
  })} from ${w.from} where ${w.is('status', 'ENABLED')} and ${w.column('insurance_expire_date')} is not null`
}

const measures: Readonly<Record<WarnType, Measure>> = {
  PLEDGE: pledge,
  PRICE_DROP: priceDrop,
  CONTROL_LINE: controlLine,
  INNER_VALIDITY: validity('INNER_VALIDITY'),
  OUTER_VALIDITY: validity('OUTER_VALIDITY'),
  DUE_SOON: dueSoon,
  OVERDUE: overdue,
  STOCKIN_DELAY: stockInDelay,
  STOCKIN_DIFF: stockInDiff,
  STOCK_AGE: stockAge,
  REGISTRATION_EXPIRE: registrationExpire,
}

const isValidity = (warnType: WarnType): boolean => warnType === 'INNER_VALIDITY' || warnType === 'OUTER_VALIDITY'

/** A document that has reached a level of a type, and by which rule. */
export interface Finding {
  docType: string
  docId: string
  docNo: string | null
  value: Decimal
  threshold: Decimal
  warnLevel: WarnLevel
  ruleId: string | null
  autoFill: boolean | null
  borrowerId: string | null
  departmentId: string
  fundingPartyId: string | null
  loanId: string | null
  goodsId: string | null
  warehouseId: string | null
  stockBatchId: string | null
  facts: Readonly<Record<string, string | number | null>>
}

/** All that have reached one on a day. */
export async function findingsOf(kysely: Kysely<Tables>, warnType: WarnType, day: string): Promise<Finding[]> {
  const measured = measures[warnType](day)
  const lines = warnType === 'PLEDGE' ? ['warn_ltv', 'call_ltv', 'close_ltv'].map((line) => sql.ref(`s.${line}`)) : undefined
  const found = isValidity(warnType) ? sql`(${measured})` : judged(measured, warnType, day, lines)
  const id = (name: string): RawBuilder<unknown> => sql`${sql.ref(`f.${name}`)}::text`
  const { rows } = await sql<Finding>`
    select f.doc_type as "docType", ${id('doc_id')} as "docId", f.doc_no as "docNo", f.value, f.threshold, f.warn_level as "warnLevel",
      ${id('rule_id')} as "ruleId", f.auto_fill as "autoFill", ${id('borrower_id')} as "borrowerId", ${id('department_id')} as "departmentId",
      ${id('funding_party_id')} as "fundingPartyId", ${id('loan_id')} as "loanId", ${id('goods_id')} as "goodsId",
      ${id('warehouse_id')} as "warehouseId", ${id('stock_batch_id')} as "stockBatchId", f.facts
    from ${found} f where f.warn_level is not null order by f.doc_type, f.doc_id, f.goods_id`.execute(kysely)
  return rows
}
