/** SQL values of rows that schemas name by `query`, and the read models they name by `view`. */
import { sql, type RawBuilder } from 'kysely'
import type { Extensions } from './rules/types'

/** Rule E-09 in SQL, for lists and sums over many batches; src/rules/valuation.ts is the same for one, and a test holds them together. */
function valuationPrice(batch: string, today: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${batch}.${name}`)
  return sql<string>`case when ${column('quality_status')} = 'DAMAGED' then 0.0000 else least(
    ${column('cost_price')},
    (select c.price_cny from collateral_price c
      where c.goods_id = ${column('goods_id')} and c.status = 'EFFECTIVE' and c.price_date <= ${today}::date
      order by array_position(array['MARKET','APPRAISAL','INVOICE','CONTRACT'], c.price_source), c.price_date desc limit 1),
    (select p.price from customer_price p
      where p.borrower_id = ${column('borrower_id')} and p.funding_party_id = ${column('funding_party_id')}
        and p.goods_id = ${column('goods_id')} and p.status = 'EFFECTIVE'
        and ${today}::date between p.effective_date and p.expire_date
      order by p.effective_date desc limit 1)) end`
}

function onHand(batch: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${batch}.${name}`)
  return sql<string>`(${column('available_qty')} + ${column('pledged_qty')} + ${column('frozen_avail_qty')} + ${column('frozen_pledge_qty')})`
}

function pledged(batch: string): RawBuilder<string> {
  return sql<string>`(${sql.ref(`${batch}.pledged_qty`)} + ${sql.ref(`${batch}.frozen_pledge_qty`)})`
}

/** What the client file agreed, else what the product says. */
function agreed(alias: string, column: 'annual_rate' | 'bond_rate'): RawBuilder<string> {
  const line = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<string>`coalesce(
    (select c.${sql.ref(column)} from client c
      where c.enterprise_id = ${line('borrower_id')} and c.funding_party_id = ${line('funding_party_id')} and c.effective_status = 'ACTIVE' limit 1),
    (select p.${sql.ref(column)} from product p where p.id = ${line('product_id')}))`
}

export const queries: Extensions['queries'] = {
  departmentUserCount: ({ alias }) => sql`(select count(*)::int from app_user u where u.department_id = ${sql.ref(`${alias}.id`)})`,
  roleUserCount: ({ alias }) => sql`(select count(*)::int from app_user u where ${sql.ref(`${alias}.id`)} = any(u.role_ids))`,
  productTypeProductCount: ({ alias }) => sql`(select count(*)::int from product p where p.product_type_id = ${sql.ref(`${alias}.id`)})`,
  lineAnnualRate: ({ alias }) => agreed(alias, 'annual_rate'),
  lineBondRate: ({ alias }) => agreed(alias, 'bond_rate'),
  stockBatchValuationPrice: ({ alias, today }) => valuationPrice(alias, today),
  stockBatchValue: ({ alias, today }) => sql`round(${onHand(alias)} * ${valuationPrice(alias, today)}, 2)`,
  stockBatchPledgedValue: ({ alias, today }) => sql`round(${pledged(alias)} * ${valuationPrice(alias, today)}, 2)`,
}

export const views: Omit<Extensions['views'], 'fileObject'> = {
  /** Stock on hand by borrower, warehouse and goods (domain 20, stockSummaryView). */
  stockSummary: ({ kysely, today }) => {
    const batches = kysely
      .selectFrom('stock_batch as b')
      .selectAll('b')
      .select([onHand('b').as('on_hand'), pledged('b').as('pledged'), valuationPrice('b', today).as('price')])
      .where(sql<boolean>`${onHand('b')} > 0`)
    return (
      kysely
        .selectFrom(batches.as('s'))
        .innerJoin('warehouse as w', 'w.id', 's.warehouse_id')
        // As the goods are called today: batches keep what they were called when they came.
        .innerJoin('goods as g', 'g.id', 's.goods_id')
        .select([
          sql`min(s.id)`.as('id'),
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
          sql`(sum(s.pledged) > 0 or bool_or(s.source_type = 'PLEDGE'))`.as('collateral'),
          sql`count(*)::int`.as('batchCount'),
          sql`sum(s.on_hand)`.as('onHandQty'),
          sql`sum(s.available_qty)`.as('availableQty'),
          sql`sum(s.pledged_qty)`.as('pledgedQty'),
          sql`sum(s.frozen_avail_qty + s.frozen_pledge_qty)`.as('frozenQty'),
          sql`round(sum(round(s.on_hand * s.cost_price, 2)) / sum(s.on_hand), 4)`.as('avgCostPrice'),
          sql`sum(round(s.on_hand * s.cost_price, 2))`.as('costAmount'),
          sql`round(sum(round(s.on_hand * s.price, 2)) / sum(s.on_hand), 4)`.as('valuationPrice'),
          sql`sum(round(s.on_hand * s.price, 2))`.as('stockValue'),
          sql`sum(round(s.pledged * s.price, 2))`.as('pledgedValue'),
          sql`(${today}::date - min(s.in_date))`.as('maxAgeDays'),
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
  },
}
