/**
 * References cannot point to rows of line tables. Where sums are kept in such rows (`sumOf`), a text field names a row by its id. As with a
 * reference, the user must be able to see the record that the row belongs to.
 */
import type { SumPlan } from '../../core/plan/effects'
import { isEmptyValue } from '../../core/fields'
import type { EntityPlan, FieldPlan } from '../../core/plan'
import type { LinePlace, Problems } from '../../core/record/problems'
import { rowsOf, type Values } from '../../core/record/values'
import { lineTable, type WriteContext } from './context'
import { visibleAmong } from './load'

/** A text field that names a row of a line table. */
interface NamedRow {
  field: FieldPlan
  row: string
  place?: LinePlace
}

/** Checks the rows that a record names and did not name `before`. Rows that do not exist, or that the user may not see, go to `problems`. */
export async function refuseUnseenRows(
  context: WriteContext,
  entity: EntityPlan,
  values: Values,
  problems: Problems,
  before: Values = {},
): Promise<void> {
  const sums = context.writing.services.plan.sums.filter(({ lines, of }) => lines !== undefined && of.entity === entity.name)
  const byName = new Map(sums.map((sum) => [`${sum.of.lines ?? ''}.${sum.of.by}`, sum]))
  for (const sum of byName.values()) {
    const summedRows = rowsNamedBy(entity, sum, values, before)
    if (summedRows.length === 0) continue
    const owner = context.writing.entity(sum.entity)
    const { table } = lineTable(owner, sum.lines ?? '')
    const records = await recordsOfRows(
      context,
      table,
      summedRows.map(({ row }) => row),
    )
    const seen = new Set(await visibleAmong(context, owner.name, [...new Set(records.values())]))
    for (const { field, row, place } of summedRows)
      if (!seen.has(records.get(row) ?? '')) problems.field(field, 'reference', 'invalid.reference', {}, place)
  }
}

/** By row id the record that the row belongs to; texts that are no ids are left out. */
export async function recordsOfRows({ trx }: WriteContext, table: string, rows: readonly string[]): Promise<Map<string, string>> {
  const ids = rows.filter((row) => /^\d{1,18}$/.test(row))
  if (ids.length === 0) return new Map()
  const found = await trx.selectFrom(table).select(['id', 'parent_id']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, parent_id }) => [String(id), String(parent_id)]))
}

function rowsNamedBy(entity: EntityPlan, { of: { lines, by } }: SumPlan, values: Values, before: Values): NamedRow[] {
  const table = lines === undefined ? undefined : lineTable(entity, lines)
  const field = (table ?? entity).fields[by]
  if (!field || field.readOnly) return []
  const known = new Set((lines === undefined ? [before] : rowsOf(before, lines)).map((row) => row[by]))
  return (lines === undefined ? [values] : rowsOf(values, lines)).flatMap((row, index): NamedRow[] => {
    if (isEmptyValue(row[by]) || known.has(row[by])) return []
    return [{ field, row: String(row[by]), ...(table ? { place: { lines: table, index } } : {}) }]
  })
}
