import { sql, type RawBuilder } from 'kysely'
import { onHand } from '../queries'
import { aliased } from '../sqlNames'
import { judged } from './levels'

/**
 * E-25: the batches in stock that are beyond their days, or near them, each judged by its rule: `id`, `warn_type`, `warn_level`, `rule_id`, `threshold`,
 * `value`, `shelf_life_days`, `remain_days`, `remain_ratio`. What has no days left is beyond them whatever its rule says.
 */
export function judgedValidity(day: string): RawBuilder<unknown> {
  const b = aliased('stock_batch', 'b')
  const g = aliased('goods', 'g')
  const shelfLife = sql`coalesce(${g.column('shelf_life_days')}, ${b.column('expiry_date')} - ${b.column('production_date')})`
  const remainDays = sql`(${b.column('expiry_date')} - ${day}::date)`
  const batches = sql`select ${b.column('id')} as id, null::bigint as product_id, ${b.column('category_id')} as category_id,
      ${b.column('goods_id')} as goods_id, ${b.column('borrower_id')} as borrower_id, ${b.column('warehouse_id')} as warehouse_id,
      ${shelfLife} as shelf_life_days, ${remainDays} as remain_days, ${remainDays}::numeric as value,
      case when ${shelfLife} > 0 then round(${remainDays}::numeric / ${shelfLife}, 4) end as remain_ratio
    from ${b.from} join ${g.from} on ${g.column('id')} = ${b.column('goods_id')}
    where ${b.column('expiry_date')} is not null and ${onHand('b')} > 0`
  const told = sql`id, rule_id, auto_fill, shelf_life_days, remain_days, remain_ratio, value`
  const within = sql`select id, product_id, category_id, goods_id, borrower_id, warehouse_id, shelf_life_days, remain_days, remain_ratio,
      remain_ratio as value
    from outside where remain_days > 0 and warn_level is null and remain_ratio is not null`
  return sql`(with outside as (select * from ${judged(batches, 'OUTER_VALIDITY', day)} o)
    select ${told}, 'OUTER_VALIDITY' as warn_type, coalesce(warn_level, 'L1') as warn_level, coalesce(threshold, 0) as threshold
    from outside where remain_days <= 0 or warn_level is not null
    union all select ${told}, 'INNER_VALIDITY', warn_level, threshold
    from ${judged(within, 'INNER_VALIDITY', day)} i where warn_level is not null)`
}
