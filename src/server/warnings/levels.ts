/**
 * Which rule a document is judged by and which level it has reached, in SQL: reports filter and page by the level, and the end of a day asks it of
 * all there is (domain 50, E.6; 60, validityPeriod).
 */
import { sql, type RawBuilder } from 'kysely'
import { standards, warnLevels, type CompareOp, type WarnType } from '../../rules/warning'
import { aliased } from '../sqlNames'

/** Columns that a rule is chosen and a level is judged by; what of these a type does not have is null. */
export const judgedColumns = ['product_id', 'category_id', 'goods_id', 'borrower_id', 'warehouse_id', 'value'] as const

/**
 * Adds `rule_id`, `auto_fill`, `warn_level` and `threshold` to rows with `judgedColumns`. Of the rules in force that match, the one of the goods counts
 * before one of its category, the nearest first, and these before one of neither; among equals the latest.
 *
 * @param levels of each row, where they are not the standard ones
 */
export function judged(
  rows: RawBuilder<unknown>,
  warnType: WarnType,
  day: string,
  levels: readonly RawBuilder<unknown>[] = standards[warnType].levels.map((level) => sql`${sql.lit(level)}::numeric`),
): RawBuilder<unknown> {
  const op = sql`coalesce(r.compare_op, ${sql.lit(standards[warnType].op)})`
  const threshold = (index: number): RawBuilder<unknown> =>
    sql`case when r.id is null then ${levels[index] ?? sql`null::numeric`} else ${sql.ref(`r.level${index + 1}_value`)} end`
  const cases = [2, 1, 0].map((index) => sql`when ${meets(op, sql.ref(`t.l${index + 1}`))} then ${sql.lit(warnLevels[index])}`)
  const reached = [2, 1, 0].map((index) => sql`when ${meets(op, sql.ref(`t.l${index + 1}`))} then ${sql.ref(`t.l${index + 1}`)}`)
  return sql`(select s.*, r.id as rule_id, r.auto_create_fill as auto_fill,
      case ${sql.join(cases, sql` `)} end as warn_level, case ${sql.join(reached, sql` `)} end as threshold
    from (${rows}) s
    left join ${categoryPaths()} p on p.of = s.category_id
    left join lateral (${matchingRule(warnType, day)}) r on true
    cross join lateral (select ${threshold(0)} as l1, ${threshold(1)} as l2, ${threshold(2)} as l3) t)`
}

const operators: Readonly<Record<CompareOp, RawBuilder<unknown>>> = { GT: sql`>`, GE: sql`>=`, LT: sql`<`, LE: sql`<=` }

function meets(op: RawBuilder<unknown>, threshold: RawBuilder<unknown>): RawBuilder<unknown> {
  const cases = Object.entries(operators).map(([code, operator]) => sql`when ${sql.lit(code)} then s.value ${operator} ${threshold}`)
  return sql`(case ${op} ${sql.join(cases, sql` `)} end)`
}

function matchingRule(warnType: WarnType, day: string): RawBuilder<unknown> {
  const { from, column, is } = aliased('warn_rule', 'w')
  const fits = (['goods_id', 'borrower_id', 'warehouse_id', 'product_id'] as const).map(
    (name) => sql`(${column(name)} is null or ${column(name)} = ${sql.ref(`s.${name}`)})`,
  )
  const distance = sql`array_position(p.path, ${column('category_id')})`
  return sql`select w.* from ${from}
    where ${is('warn_type', warnType)} and ${is('status', 'ENABLED')}
      and ${column('effective_date')} <= ${day}::date and coalesce(${column('expire_date')}, 'infinity') >= ${day}::date
      and (${column('category_id')} is null or ${distance} is not null) and ${sql.join(fits, sql` and `)}
    order by (${column('goods_id')} is null), ${distance} nulls last, ${column('effective_date')} desc, ${column('id')} desc limit 1`
}

/** Each category with itself and those that it lies in, from the nearest up; worked out once for a statement. */
function categoryPaths(): RawBuilder<unknown> {
  const { from, column } = aliased('category', 'c')
  return sql`(with recursive up as (
      select ${column('id')} as of, ${column('id')} as id, ${column('parent_id')} as parent_id, 0 as distance from ${from}
      union all select up.of, ${column('id')}, ${column('parent_id')}, up.distance + 1 from ${from} join up on ${column('id')} = up.parent_id)
    select of, array_agg(id order by distance) as path from up group by of)`
}
