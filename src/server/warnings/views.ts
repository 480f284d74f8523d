/** Read models of the early warnings and of what is at risk (domain 20, validityView, commonGoodsView, riskSumView). */
import { sql, type RawBuilder } from 'kysely'
import type { Extensions } from '../ruleTypes'
import { itemPrice, onHand, pledged, valuationPrice } from '../queries'
import { aliased } from '../sqlNames'
import { judged } from './levels'
import { judgedValidity } from './validity'

type Views = Extensions['views']

// Every row of a list has one; a read model is never written.
const version = sql`1`.as('version')

/** The batches that E-25 warns of, on either side; their ids are those of the batches. */
const batchValidity: Views['batchValidity'] = ({ kysely, today }) =>
  kysely
    .selectFrom(sql<Judged>`${judgedValidity(today)}`.as('v'))
    .innerJoin('stock_batch as b', 'b.id', 'v.id')
    // As the goods are called today: batches keep what they were called when they came.
    .innerJoin('goods as g', 'g.id', 'b.goods_id')
    .select([
      'b.id as id',
      version,
      'b.id as stockBatchId',
      'b.batch_code as batchCode',
      'v.warn_type as warnType',
      'b.borrower_id as borrowerId',
      'b.department_id as departmentId',
      'b.funding_party_id as fundingPartyId',
      'b.warehouse_id as warehouseId',
      'b.goods_id as goodsId',
      'g.goods_no as goodsNo',
      'g.goods_name as goodsName',
      'g.spec as spec',
      'g.unit as unit',
      'b.batch_no as batchNo',
      'b.production_date as productionDate',
      'b.expiry_date as expiryDate',
      'v.shelf_life_days as shelfLifeDays',
      'v.remain_days as remainDays',
      'v.remain_ratio as remainRatio',
      onHand('b').as('onHandQty'),
      pledged('b').as('pledgedQty'),
      sql`round(${onHand('b')} * ${valuationPrice('b', today)}, 2)`.as('stockValue'),
      'v.rule_id as ruleId',
      'v.warn_level as warnLevel',
    ])

interface Judged {
  id: string
  rule_id: string | null
  warn_type: string
  warn_level: string
  shelf_life_days: number | null
  remain_days: number
  remain_ratio: string | null
}

/**
 * Goods with what is pledged of them, of the pledged items that who asks may see, so that nobody reads from a sum what others have; their price is
 * everybody's (E-13).
 */
const commonGoods: Views['commonGoods'] = ({ kysely, today, visible }) => {
  const items = visible('pledgeItem', 'i', kysely.selectFrom('pledge_item as i').selectAll('i').where('i.status', '=', 'EFFECTIVE')).select(
    itemPrice('i', today).as('current_price'),
  )
  const goods = kysely
    .selectFrom(items.as('p'))
    .where('p.remain_qty', '>', '0')
    .groupBy('p.goods_id')
    .select([
      'p.goods_id',
      sql<string>`count(distinct p.borrower_id)::int`.as('borrowers'),
      sql<string>`count(distinct p.warehouse_id)::int`.as('warehouses'),
      sql<string>`sum(p.remain_qty)`.as('qty'),
      sql<string>`round(sum(p.remain_qty * p.pledge_price) / sum(p.remain_qty), 4)`.as('base_price'),
      sql<string>`sum(round(p.remain_qty * p.current_price, 2))`.as('worth'),
    ])
  const g = aliased('goods', 'g')
  const ofGoods = (['category_id', 'goods_no', 'goods_name', 'spec', 'unit'] as const).map((name) => g.column(name))
  const measured = sql`select null::bigint as product_id, m.goods_id, null::bigint as borrower_id, null::bigint as warehouse_id,
      m.borrowers, m.warehouses, m.qty, m.base_price, m.worth, ${sql.join(ofGoods)}, latest.price, latest.on_day,
      case when m.base_price > 0 and latest.price is not null then round((m.base_price - latest.price) / m.base_price, 4) end as value
    from (${goods}) m join ${g.from} on ${g.column('id')} = m.goods_id left join lateral (${latestPrice(today)}) latest on true`
  return kysely
    .selectFrom(sql<Monitored>`${judged(measured, 'PRICE_DROP', today)}`.as('j'))
    .select([
      'j.goods_id as id',
      version,
      'j.goods_id as goodsId',
      'j.goods_no as goodsNo',
      'j.goods_name as goodsName',
      'j.spec as spec',
      'j.unit as unit',
      'j.category_id as categoryId',
      'j.borrowers as borrowerCount',
      'j.warehouses as warehouseCount',
      'j.qty as pledgedQty',
      'j.base_price as basePrice',
      'j.price as latestPrice',
      'j.on_day as priceDate',
      'j.value as dropRate',
      'j.worth as pledgedValue',
      sql`case when sum(j.worth) over () > 0 then round(j.worth / sum(j.worth) over (), 4) end`.as('concentration'),
      'j.warn_level as warnLevel',
    ])
}

interface Monitored {
  goods_id: string
  goods_no: string
  goods_name: string
  spec: string
  unit: string
  category_id: string
  borrowers: number
  warehouses: number
  qty: string
  base_price: string
  price: string | null
  on_day: string | null
  value: string | null
  worth: string
  warn_level: string | null
}

/** The market price of goods that counts: of the first source that has one, the latest (E-09). */
function latestPrice(today: string): RawBuilder<unknown> {
  const { from, column, is } = aliased('collateral_price', 'c')
  return sql`select ${column('price_cny')} as price, ${column('price_date')} as on_day from ${from}
    where ${column('goods_id')} = m.goods_id and ${is('status', 'EFFECTIVE')} and ${column('price_date')} <= ${today}::date
    order by array_position(array['MARKET','APPRAISAL','INVOICE','CONTRACT'], ${column('price_source')}), ${column('price_date')} desc limit 1`
}

/**
 * What a customer owes a funding party, by its latest water lines and its debts (E-37). Loans that have ended owe nothing and have no collateral, and a
 * customer of whom that is all is not here.
 */
const riskSum: Views['riskSum'] = ({ kysely }) => {
  const d = aliased('debt_note', 'd')
  const w = aliased('waterline', 'w')
  const c = aliased('customer_line', 'c')
  const l = aliased('loan', 'l')
  const key = sql`borrower_id, funding_party_id, department_id`
  const inForce = sql`${l.column('status')} in ('DISBURSING', 'OUTSTANDING', 'OVERDUE')`
  const levels = sql`array['NORMAL','WARN','CALL','CLOSE']`
  const principal = d.column('outstanding_principal')
  const rows = sql<Risk>`(
    select b.*, coalesce(w.exposure, 0.00) as exposure, coalesce(w.value, 0.00) as value, coalesce(w.interest, 0.00) as interest,
      coalesce(w.bond, 0.00) as bond, coalesce(w.in_transit, 0.00) as in_transit, coalesce(w.on_the_way, 0.00) as on_the_way,
      coalesce(w.level, 'NORMAL') as water_level, coalesce(c.quota, 0.00) as quota, coalesce(l.loans, 0) as loans
    from (
      select min(${d.column('id')}) as id, ${key}, sum(${principal}) as principal,
        coalesce(sum(${principal}) filter (where ${d.is('payment_type', 'CREDIT_REDEMPTION')}), 0.00) as credit,
        coalesce(sum(${principal}) filter (where ${d.is('status', 'OVERDUE')}), 0.00) as overdue
      from ${d.from} where ${d.column('status')} in ('NORMAL', 'GRACE', 'OVERDUE') group by ${key}) b
    left join (
      select ${key}, sum(${w.column('exposure')}) as exposure, sum(${w.column('total_value')}) as value,
        sum(${w.column('unpaid_interest')}) as interest, sum(${w.column('bond_balance')}) as bond,
        sum(${w.column('in_transit_principal')}) as in_transit, sum(${w.column('provisional_value')}) as on_the_way,
        (${levels})[max(array_position(${levels}, ${w.column('water_level')}))] as level
      from ${w.from} where ${w.is('is_latest', true)} and exists (
        select from ${l.from} where ${l.column('id')} = ${w.column('loan_id')} and ${inForce}) group by ${key}) w using (${key})
    left join (
      select ${key}, sum(${c.column('line_amount')}) as quota from ${c.from} where ${c.is('effective_status', 'ACTIVE')} group by ${key}) c using (${key})
    left join (select ${key}, count(*)::int as loans from ${l.from} where ${inForce} group by ${key}) l using (${key}))`
  return kysely
    .selectFrom(rows.as('r'))
    .innerJoin('enterprise as e', 'e.id', 'r.borrower_id')
    .select([
      'r.id as id',
      version,
      'r.borrower_id as borrowerId',
      'e.enterprise_name as borrowerName',
      'r.funding_party_id as fundingPartyId',
      'r.department_id as departmentId',
      'r.quota as quotaAmount',
      'r.principal as outstandingPrincipal',
      'r.interest as unpaidInterest',
      'r.bond as bondBalance',
      'r.exposure as exposure',
      'r.value as totalValue',
      sql`case when r.exposure <= 0 then 0.0000 when r.value <= 0 then 9.9999 else least(round(r.exposure / r.value, 4), 9.9999) end`.as(
        'ltv',
      ),
      'r.credit as creditUsed',
      sql`r.credit + greatest(0, r.exposure - r.value) + greatest(0, r.in_transit - r.on_the_way)`.as('unsecuredExposure'),
      'r.overdue as overduePrincipal',
      'r.in_transit as inTransitPrincipal',
      'r.loans as loanCount',
      'r.water_level as waterLevel',
    ])
}

interface Risk {
  id: string
  borrower_id: string
  funding_party_id: string
  department_id: string
  quota: string
  principal: string
  interest: string
  bond: string
  exposure: string
  value: string
  credit: string
  overdue: string
  in_transit: string
  on_the_way: string
  loans: number
  water_level: string
}

export const warningViews: Pick<Views, 'batchValidity' | 'commonGoods' | 'riskSum'> = { batchValidity, commonGoods, riskSum }
