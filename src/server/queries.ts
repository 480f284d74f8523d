/** SQL values of rows that schemas name by `query`, and the read models they name by `view`. */
import { sql, type RawBuilder } from 'kysely'
import type { ProductPlan } from '../../engine/core/plan'
import { dropLevels } from '../rules/priceDrop'
import { evidenceQueries } from './evidenceQueries'
import { accrualCurrency, accrualUplift, debtOverdueDays, interestByDebt } from './debtQueries'
import type { Extensions } from './ruleTypes'
import { aliased } from './sqlNames'

/**
 * Rule E-09 in SQL, for lists and sums over many batches; src/rules/valuation.ts is the same for one, and a test holds them together. Which price
 * counts for which goods does not depend on the row, so the database looks it up once for a statement, and not for each of 50,000 rows of a sum.
 */
export function valuationPrice(batch: string, today: string): RawBuilder<string> {
  const b = aliased('stock_batch', batch)
  const agreed = sql`${b.column('borrower_id')} || '-' || ${b.column('funding_party_id')} || '-' || ${b.column('goods_id')}`
  return sql<string>`case when ${b.is('quality_status', 'DAMAGED')} then 0.0000 else least(
    ${b.column('cost_price')},
    (${marketPrices(today)} ->> ${b.column('goods_id')}::text)::numeric,
    (${agreedPrices(today)} ->> (${agreed}))::numeric) end`
}

/** Goods → the market price that counts: of the first source that has one, the latest. */
function marketPrices(today: string): RawBuilder<unknown> {
  const { from, column, is } = aliased('collateral_price', 'c')
  return sql`(select jsonb_object_agg(key, price) from (
    select distinct on (${column('goods_id')}) ${column('goods_id')}::text as key, ${column('price_cny')} as price from ${from}
    where ${is('status', 'EFFECTIVE')} and ${column('price_date')} <= ${today}::date
    order by ${column('goods_id')}, array_position(array['MARKET','APPRAISAL','INVOICE','CONTRACT'], ${column('price_source')}),
      ${column('price_date')} desc) as market)`
}

/** Borrower, funding party and goods → the price agreed between them, the latest. */
function agreedPrices(today: string): RawBuilder<unknown> {
  const { from, column, is } = aliased('customer_price', 'p')
  const key = [column('borrower_id'), column('funding_party_id'), column('goods_id')]
  return sql`(select jsonb_object_agg(key, price) from (
    select distinct on (${sql.join(key)}) ${sql.join(key, sql` || '-' || `)} as key, ${column('price')} as price from ${from}
    where ${is('status', 'EFFECTIVE')} and ${is('currency', 'CNY')}
      and ${today}::date between ${column('effective_date')} and ${column('expire_date')}
    order by ${sql.join(key)}, ${column('effective_date')} desc) as agreed)`
}

/** What goods answer for a loan with: E-09, and nothing beyond their days. */
export function collateralPrice(batch: string, today: string): RawBuilder<string> {
  return withinDays(batch, today, valuationPrice(batch, today))
}

/** E.6: pledged goods beyond their days are worth what is left of them (E-22), which is nothing as long as no rate is kept for it. */
function withinDays(batch: string, today: string, price: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case when ${aliased('stock_batch', batch).column('expiry_date')} <= ${today}::date then 0.0000 else ${price} end`
}

/** The same for the goods of a pledged item, as they lie in their batch today. */
export function itemPrice(item: string, today: string): RawBuilder<string> {
  const b = aliased('stock_batch', 'pledged_batch')
  return sql<string>`(select ${collateralPrice('pledged_batch', today)} from ${b.from}
    where ${b.column('id')} = ${aliased('pledge_item', item).column('stock_batch_id')})`
}

/** What is left of a pledged item, at today's price. */
export function itemValue(item: string, today: string): RawBuilder<string> {
  return sql<string>`round(${aliased('pledge_item', item).column('remain_qty')} * ${itemPrice(item, today)}, 2)`
}

/** E-13: how far the goods of a pledged item have fallen since they were pledged; below 0 where they have risen. */
function itemDropRate(item: string, today: string): RawBuilder<string> {
  const pledgePrice = aliased('pledge_item', item).column('pledge_price')
  return sql<string>`case when ${pledgePrice} > 0 then round((${pledgePrice} - ${itemPrice(item, today)}) / ${pledgePrice}, 4) end`
}

/** E-13: how grave that is. */
function itemDropLevel(item: string, today: string): RawBuilder<string> {
  const steps = dropLevels.map(([level, from]) => sql`when drop.rate >= ${sql.lit(from)}::numeric then ${sql.lit(level)}`)
  return sql<string>`(select case ${sql.join(steps, sql` `)} end from (select ${itemDropRate(item, today)} as rate) as drop)`
}

/** What is pledged of the goods that a control record is about, at today's prices; a category has those below it in it. */
export function controlledValue(control: string, today: string): RawBuilder<string> {
  const { column } = aliased('control_goods', control)
  const i = aliased('pledge_item', 'controlled')
  const g = aliased('goods', 'controlled_goods')
  const c = aliased('category', 'c')
  return sql<string>`(select coalesce(sum(${itemValue('controlled', today)}), 0.00) from ${i.from}
    where ${i.column('loan_id')} = ${column('loan_id')} and ${i.is('status', 'EFFECTIVE')}
      and (${column('warehouse_id')} is null or ${i.column('warehouse_id')} = ${column('warehouse_id')})
      and (${column('category_id')} is null or ${column('category_id')} in (
        with recursive up as (
          select ${c.column('id')} as id, ${c.column('parent_id')} as parent_id from ${c.from}
          join ${g.from} on ${g.column('category_id')} = ${c.column('id')} where ${g.column('id')} = ${i.column('goods_id')}
          union all select ${c.column('id')}, ${c.column('parent_id')} from ${c.from} join up on ${c.column('id')} = up.parent_id)
        select id from up)))`
}

/** A figure of the newest water line of a loan. */
function latestWaterline(column: 'gap_value' | 'ltv' | 'water_level', loanId: RawBuilder<unknown>): RawBuilder<string> {
  const w = aliased('waterline', 'newest')
  return sql<string>`(select ${w.column(column)} from ${w.from} where ${w.column('loan_id')} = ${loanId} and ${w.is('is_latest', true)})`
}

/** What a loan has frozen of the batch of one of its lines: an approval freezes it, a pledge takes it over (decision D1). */
function frozenForLoan(line: string): RawBuilder<string> {
  const { column } = aliased('loan_goods', line)
  const h = aliased('ledger_hold', 'h')
  return sql<string>`(select coalesce(sum(${h.column('open')}), 0) from ${h.from}
    where ${h.is('owner_entity', 'loan')} and ${h.column('owner_id')} = ${column('parent_id')}
      and ${h.is('balance_entity', 'stockBatch')} and ${h.column('balance_id')} = ${column('stock_batch_id')}
      and ${h.is('bucket', 'frozenAvailQty')})`
}

/** What a barcode reader reads from the goods of a line. */
function goodsBarcode(line: string): RawBuilder<string> {
  const g = aliased('goods', 'g')
  return sql<string>`(select ${g.column('barcode')} from ${g.from} where ${g.column('id')} = ${aliased('stock_in_goods', line).column('goods_id')})`
}

export function onHand(batch: string): RawBuilder<string> {
  const { column } = aliased('stock_batch', batch)
  return sql<string>`(${column('available_qty')} + ${column('pledged_qty')} + ${frozen(batch)})`
}

function frozen(batch: string): RawBuilder<string> {
  const { column } = aliased('stock_batch', batch)
  return sql<string>`(${column('frozen_avail_qty')} + ${column('frozen_pledge_qty')})`
}

export function pledged(batch: string): RawBuilder<string> {
  const { column } = aliased('stock_batch', batch)
  return sql<string>`(${column('pledged_qty')} + ${column('frozen_pledge_qty')})`
}

/** What the client file agreed, else what the product says. */
function agreed(alias: string, rate: 'annual_rate' | 'bond_rate'): RawBuilder<string> {
  const line = aliased('customer_line', alias)
  const c = aliased('client', 'c')
  const p = aliased('product', 'p')
  return sql<string>`coalesce(
    (select ${c.column(rate)} from ${c.from}
      where ${c.column('enterprise_id')} = ${line.column('borrower_id')} and ${c.column('funding_party_id')} = ${line.column('funding_party_id')}
        and ${c.is('effective_status', 'ACTIVE')} limit 1),
    (select ${p.column(rate)} from ${p.from} where ${p.column('id')} = ${line.column('product_id')}))`
}

/** What of a loan may still be paid out, beside what is under way. */
function payable(loan: string): RawBuilder<string> {
  const { column } = aliased('loan', loan)
  return sql<string>`(coalesce(${column('approved_amount')}, 0) - coalesce(${column('paid_amount')}, 0) - coalesce(${column('in_payment_amount')}, 0))`
}

/** E-17: what is missing of a loan's bond; nothing is paid out of the loan before it is there. */
function bondShort(loanId: RawBuilder<unknown>): RawBuilder<string> {
  const { from, column } = aliased('bond', 'short_bond')
  const paid = sql`coalesce(${column('balance_amount')}, 0) + coalesce(${column('used_amount')}, 0)`
  return sql<string>`(select coalesce(sum(greatest(0, coalesce(${column('due_amount')}, 0) - ${paid})), 0) from ${from}
    where ${column('loan_id')} = ${loanId})`
}

function payableOf(payment: string): RawBuilder<string> {
  const { from, column } = aliased('loan', 'paid_loan')
  return sql<string>`(select ${payable('paid_loan')} from ${from} where ${column('id')} = ${aliased('loan_payment', payment).column('loan_id')})`
}

/** Name or number of the account that a payment goes to. */
function payeeAccount(payment: string, what: 'account_name' | 'account_no'): RawBuilder<string | null> {
  const { from, column } = aliased('ent_account', 'payee_account')
  return sql`(select ${column(what)} from ${from} where ${column('id')} = ${aliased('loan_payment', payment).column('payee_account_id')})`
}

/** Name or number of the account that it comes from. */
function payerAccount(payment: string, what: 'account_name' | 'account_no'): RawBuilder<string | null> {
  const { from, column } = aliased('bank_account', 'payer_account')
  return sql`(select ${column(what)} from ${from} where ${column('id')} = ${aliased('loan_payment', payment).column('bank_account_id')})`
}

/** What of an account may be taken out. */
function accountAvailable(accountId: RawBuilder<unknown>): RawBuilder<string> {
  const { from, column } = aliased('fund_account', 'drawn_account')
  return sql<string>`(select ${column('available_amount')} from ${from} where ${column('id')} = ${accountId})`
}

/** The worst of the newest water lines of a customer's loans from a funding party. */
function worstWaterLevel(borrowerId: RawBuilder<unknown>, fundingPartyId: RawBuilder<unknown>): RawBuilder<string | null> {
  const { from, column, is } = aliased('waterline', 'worst')
  const order = sql`array['NORMAL','WARN','CALL','CLOSE']`
  return sql`(select (${order})[max(array_position(${order}, ${column('water_level')}))] from ${from}
    where ${is('is_latest', true)} and ${column('borrower_id')} = ${borrowerId} and ${column('funding_party_id')} = ${fundingPartyId})`
}

/** Whether a credit limit is stopped, as something of its customer is overdue at the funding party (E.6, E-16). */
function creditLimitStopped(limit: string): RawBuilder<boolean> {
  const { column, is } = aliased('credit_limit', limit)
  const d = aliased('debt_note', 'd')
  return sql<boolean>`(${is('overdue_block', true)} and exists (select from ${d.from} where ${d.is('status', 'OVERDUE')}
    and ${d.column('borrower_id')} = ${column('borrower_id')} and ${d.column('funding_party_id')} = ${column('funding_party_id')}))`
}

const users = aliased('app_user', 'u')
const products = aliased('product', 'p')

/** SQL values by name. */
export function queriesOf(plan: Pick<ProductPlan, 'entities'>): Extensions['queries'] {
  return { ...queries, stockMovementDocument: ({ alias }) => titleOfDocument(plan, aliased('stock_movement', alias).column('doc_type')) }
}

/** What a kind of document is called. */
function titleOfDocument({ entities }: Pick<ProductPlan, 'entities'>, kind: RawBuilder<string>): RawBuilder<string> {
  const titles = Object.values(entities).map(({ name, title }) => sql`when ${sql.lit(name)} then ${sql.lit(title)}`)
  return sql<string>`(case ${kind} ${sql.join(titles, sql` `)} else ${kind} end)`
}

const queries: Omit<Extensions['queries'], 'stockMovementDocument'> = {
  ...evidenceQueries,
  departmentUserCount: ({ alias }) =>
    sql`(select count(*)::int from ${users.from} where ${users.column('department_id')} = ${aliased('department', alias).column('id')})`,
  roleUserCount: ({ alias }) =>
    sql`(select count(*)::int from ${users.from} where ${aliased('role', alias).column('id')} = any(${users.column('role_ids')}))`,
  productTypeProductCount: ({ alias }) =>
    sql`(select count(*)::int from ${products.from} where ${products.column('product_type_id')} = ${aliased('product_type', alias).column('id')})`,
  lineAnnualRate: ({ alias }) => agreed(alias, 'annual_rate'),
  lineBondRate: ({ alias }) => agreed(alias, 'bond_rate'),
  interestAccrualCurrency: ({ alias }) => accrualCurrency(alias),
  interestAccrualUplift: ({ alias }) => accrualUplift(alias),
  debtOverdueDays: ({ alias, today }) => debtOverdueDays(alias, today),
  controlledValue: ({ alias, today }) => controlledValue(alias, today),
  controlReleasable: ({ alias, today }) => {
    const least = aliased('control_goods', alias).column('min_control_value')
    const gap = latestWaterline('gap_value', aliased('control_goods', alias).column('loan_id'))
    return sql`greatest(0, least(${controlledValue(alias, today)} - ${least}, ${gap}))`
  },
  loanPayable: ({ alias }) => payable(alias),
  loanBondShort: ({ alias }) => bondShort(aliased('loan', alias).column('id')),
  paymentLoanPayable: ({ alias }) => payableOf(alias),
  paymentBondShort: ({ alias }) => bondShort(aliased('loan_payment', alias).column('loan_id')),
  paymentPayeeAccountName: ({ alias }) => payeeAccount(alias, 'account_name'),
  paymentPayeeAccountNo: ({ alias }) => payeeAccount(alias, 'account_no'),
  paymentPayerAccountName: ({ alias }) => payerAccount(alias, 'account_name'),
  paymentPayerAccountNo: ({ alias }) => payerAccount(alias, 'account_no'),
  withdrawalAvailable: ({ alias }) => accountAvailable(aliased('withdrawal', alias).column('fund_account_id')),
  withdrawalWaterLevel: ({ alias }) => {
    const { column } = aliased('withdrawal', alias)
    return worstWaterLevel(column('borrower_id'), column('funding_party_id'))
  },
  creditLimitStopped: ({ alias }) => creditLimitStopped(alias),
  loanLtv: ({ alias }) => latestWaterline('ltv', aliased('loan', alias).column('id')),
  loanWaterLevel: ({ alias }) => latestWaterline('water_level', aliased('loan', alias).column('id')),
  loanGoodsFrozenQty: ({ alias }) => sql`round(${frozenForLoan(alias)}, 4)`,
  stockInGoodsBarcode: ({ alias }) => goodsBarcode(alias),
  pledgeRemainValue: ({ alias, today }) => {
    const item = aliased('pledge_item', 'pledged_item')
    return sql`(select coalesce(sum(${itemValue('pledged_item', today)}), 0) from ${item.from}
      where ${item.column('pledge_id')} = ${aliased('pledge', alias).column('id')})`
  },
  pledgeItemPrice: ({ alias, today }) => itemPrice(alias, today),
  pledgeItemValue: ({ alias, today }) => itemValue(alias, today),
  pledgeItemDropRate: ({ alias, today }) => itemDropRate(alias, today),
  pledgeItemDropLevel: ({ alias, today }) => itemDropLevel(alias, today),
  stockBatchValuationPrice: ({ alias, today }) => valuationPrice(alias, today),
  stockBatchValue: ({ alias, today }) => sql`round(${onHand(alias)} * ${valuationPrice(alias, today)}, 2)`,
  stockBatchPledgedValue: ({ alias, today }) => sql`round(${pledged(alias)} * ${collateralPrice(alias, today)}, 2)`,
}

/** Stock on hand by borrower, warehouse and goods (domain 20, stockSummaryView); of the batches that came in so, or of all. */
function stockOnHand(sources?: readonly string[]): Extensions['views']['stockSummary'] {
  return ({ kysely, today }) => {
    const { column } = aliased('stock_batch', 's')
    const cost = sql`round(s.on_hand * ${column('cost_price')}, 2)`
    const batches = kysely
      .selectFrom('stock_batch as b')
      .selectAll('b')
      .select([onHand('b').as('on_hand'), pledged('b').as('pledged'), valuationPrice('b', today).as('price')])
      .where(sql<boolean>`${onHand('b')} > 0`)
      .$if(sources !== undefined, (all) => all.where('b.source_type', 'in', [...(sources ?? [])]))
    return (
      kysely
        .selectFrom(batches.as('s'))
        .innerJoin('warehouse as w', 'w.id', 's.warehouse_id')
        // As the goods are called today: batches keep what they were called when they came.
        .innerJoin('goods as g', 'g.id', 's.goods_id')
        .select([
          sql`min(${column('id')})`.as('id'),
          // Every row of a list has one; a read model is never written.
          sql`1`.as('version'),
          's.borrower_id as borrowerId',
          's.department_id as departmentId',
          's.funding_party_id as fundingPartyId',
          's.warehouse_id as warehouseId',
          'w.warehouse_type as warehouseType',
          's.goods_id as goodsId',
          'g.goods_no as goodsNo',
          'g.goods_name as goodsName',
          'g.spec as spec',
          'g.unit as unit',
          'g.category_id as categoryId',
          sql`(sum(s.pledged) > 0)`.as('collateral'),
          sql`count(*)::int`.as('batchCount'),
          sql`sum(s.on_hand)`.as('onHandQty'),
          sql`sum(${column('available_qty')})`.as('availableQty'),
          sql`sum(${column('pledged_qty')})`.as('pledgedQty'),
          sql`sum(${frozen('s')})`.as('frozenQty'),
          sql`round(sum(${cost}) / sum(s.on_hand), 4)`.as('avgCostPrice'),
          sql`sum(${cost})`.as('costAmount'),
          sql`round(sum(round(s.on_hand * s.price, 2)) / sum(s.on_hand), 4)`.as('valuationPrice'),
          sql`sum(round(s.on_hand * s.price, 2))`.as('stockValue'),
          sql`sum(round(s.pledged * ${withinDays('s', today, sql`s.price`)}, 2))`.as('pledgedValue'),
          sql`(${today}::date - min(${column('in_date')}))`.as('maxAgeDays'),
        ])
        .groupBy([
          's.borrower_id',
          's.department_id',
          's.funding_party_id',
          's.warehouse_id',
          'w.warehouse_type',
          's.goods_id',
          'g.goods_no',
          'g.goods_name',
          'g.spec',
          'g.unit',
          'g.category_id',
        ])
    )
  }
}

export const views: Pick<Extensions['views'], 'interestByDebt' | 'stockSummary' | 'purchaseStock'> = {
  interestByDebt,
  stockSummary: stockOnHand(),
  purchaseStock: stockOnHand(['PURCHASE', 'PLAN']),
}
