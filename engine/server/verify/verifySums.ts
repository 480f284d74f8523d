import { sql, type Kysely, type RawBuilder } from 'kysely'
import { roundDecimal, type Decimal } from '../../core/decimal'
import type { SumPlan } from '../../core/plan/effects'
import { messageText } from '../messages'
import type { EntityPlan, FieldPlan, ProductPlan } from '../../core/plan'
import { constantWhere } from '../constantWhere'
import type { AnySchema } from '../database/database'
import { idRanges } from '../idRanges'
import { toColumn } from '../rows'
import { quote } from '../source'
import { storedLabel } from '../storedLabel'
import { lineTable } from '../record/context'

/** A field that is not the sum that it is kept as. */
export interface SumDifference {
  sum: SumPlan
  /** The record that it stands in, or whose row it is of. */
  entity: string
  id: string
  label: string
  found: Decimal
  expected: Decimal
}

export interface SumsQuery {
  plan: ProductPlan
  kysely: Kysely<AnySchema>
  /** Asked between two batches. */
  signal?: AbortSignal
}

/**
 * Compares the fields that are kept as sums (`sumOf`) with what they sum up.
 * @param chosen which records, or rows, by their column `id`; absent: all
 */
export async function* verifySums(query: SumsQuery, chosen: RawBuilder<unknown> = sql`true`): AsyncIterable<SumDifference> {
  const { plan, kysely, signal } = query
  for (const sum of plan.sums) {
    const owner = entityOf(plan, sum.entity)
    const table = sum.lines === undefined ? owner.table : lineTable(owner, sum.lines).table
    for await (const { after, through } of idRanges(kysely, table, { chosen, signal })) {
      const range = sql`(select * from ${sql.table(table)} where id > ${after} and id <= ${through} and ${chosen})`
      const found = await sql<Omit<SumDifference, 'sum' | 'entity'>>`
        select ${sql.ref(sum.lines === undefined ? 'p.id' : 'd.id')}::text as id, ${storedLabel(owner, sum.lines === undefined ? 'p' : 'd')} as label,
          coalesce(${column('p', sum.field)}, 0)::text as found, counted.units::text as expected
        from ${range} as p ${sum.lines === undefined ? sql`` : sql`join ${sql.raw(quote(owner.table))} as d on d.id = p.parent_id`}
        cross join lateral (${countedOf(plan, sum)}) as counted
        where coalesce(${column('p', sum.field)}, 0) <> counted.units order by p.id`.execute(kysely)
      for (const row of found.rows) yield { ...row, sum, entity: owner.name }
    }
  }
}

/** One line for administrators. */
export function sumDifferenceText(plan: ProductPlan, { sum, entity, label, found, expected }: SumDifference): string {
  const owner = entityOf(plan, entity)
  const field = fieldOf(owner, sum)
  const shown = (units: Decimal): Decimal => roundDecimal(units, field.decimals ?? 0)
  const of = entityOf(plan, sum.of.entity).title
  return messageText('sum.differs', {
    record: `${owner.title} ${label}`,
    field: field.title,
    of,
    found: shown(found),
    expected: shown(expected),
  })
}

/** What the record, or row, `p` should sum up. */
function countedOf(plan: ProductPlan, { of }: SumPlan): RawBuilder<unknown> {
  const counted = entityOf(plan, of.entity)
  const lines = of.lines === undefined ? undefined : lineTable(counted, of.lines)
  const rows = lines ? 'r' : 'c'
  // References are ids; rows, to which nothing can refer, are named by theirs as text.
  const target = (lines ?? counted).fields[of.by]?.type === 'ref' ? sql`p.id` : sql`p.id::text`
  const where = of.where ? sql`and ${sql.raw(constantWhere(counted, of.where, 'c'))}` : sql``
  return sql`
    select coalesce(sum(${column(rows, of.field)}), 0) as units from ${sql.raw(quote(counted.table))} as c
    ${lines ? sql`join ${sql.raw(quote(lines.table))} as r on r.parent_id = c.id` : sql``} where ${column(rows, of.by)} = ${target} ${where}`
}

function column(alias: string, field: string): RawBuilder<unknown> {
  return sql.ref(`${alias}.${toColumn(field)}`)
}

function fieldOf(owner: EntityPlan, { lines, field: name }: SumPlan): FieldPlan {
  const field = (lines === undefined ? owner : lineTable(owner, lines)).fields[name]
  if (!field) throw new TypeError(`${owner.name} has no sum ${name}`)
  return field
}

function entityOf(plan: ProductPlan, name: string): EntityPlan {
  const entity = plan.entities[name]
  if (!entity) throw new TypeError(`no entity named ${name}`)
  return entity
}
