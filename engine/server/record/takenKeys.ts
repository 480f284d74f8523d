import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { effectiveField } from '../../core/pending'
import type { EntityPlan } from '../../core/plan'
import type { Values } from '../../core/record/values'
import { constantWhere } from '../constantWhere'
import type { HttpProblem } from '../problem'
import { encodeValues, toColumn } from '../rows'
import { duplicateProblem } from './brokenKey'
import type { WriteContext } from './context'

/**
 * Which of several new records have a key that a stored record has, or one of those before them, with what they are refused for; by their
 * places. The table would refuse them too, but one at a time. Numbers that the engine gives are not looked at.
 */
export async function takenKeys(context: WriteContext, entity: EntityPlan, records: readonly Values[]): Promise<Map<number, HttpProblem>> {
  if (entity.unique.length === 0 || records.length === 0) return new Map()
  const table = sql.table(entity.table)
  const given = JSON.stringify(records.map((values) => rowOf(entity, values)))
  const keys = entity.unique.map(({ fields, where }, key) => {
    const columns = fields.map(toColumn)
    const counts = (alias: string): RawBuilder<SqlBool>[] => (where ? [sql<SqlBool>`${sql.raw(constantWhere(entity, where, alias))}`] : [])
    const isSame = (one: string, other: string): RawBuilder<unknown> => {
      const tests = columns.map((column, index) => {
        const [ours, theirs] = [sql.ref(`${one}.${column}`), sql.ref(`${other}.${column}`)]
        // The index finds rows by the first column; where that is empty too, the table itself refuses.
        return index === 0 ? sql<SqlBool>`${ours} = ${theirs}` : sql<SqlBool>`${ours} is not distinct from ${theirs}`
      })
      return sql.join([...tests, ...counts(one), ...counts(other)], sql` and `)
    }
    return sql`select fresh.place, null::bigint as before, ${sql.lit(key)} as key from given as fresh
        where exists (select from ${table} as stored where ${isSame('fresh', 'stored')})
      union all select fresh.place, earlier.place, ${sql.lit(key)} from given as fresh
        join given as earlier on earlier.place < fresh.place and ${isSame('fresh', 'earlier')}`
  })
  const { rows } = await sql<{ place: string; before: string | null; key: number }>`
    select * from (
      with given as materialized (
        select one.place - 1 as place, fresh.* from jsonb_array_elements(${given}::jsonb) with ordinality as one (said, place),
          jsonb_populate_record(null::${table}, one.said) as fresh)
      ${sql.join(keys, sql` union all `)}) as taken order by place, key`.execute(context.trx)
  const taken = new Map<number, HttpProblem>()
  for (const { place, before, key } of rows) {
    // A refused row is not stored, so its key blocks no row after it.
    if (taken.has(Number(place)) || (before !== null && taken.has(Number(before)))) continue
    const columns = (entity.unique[key]?.fields ?? []).map(toColumn)
    const problem = duplicateProblem(context.writing.services.plan, { table: entity.table, columns })
    if (problem) taken.set(Number(place), problem)
  }
  return taken
}

/** The columns that keys and their conditions look at. */
function rowOf(entity: EntityPlan, values: Values): Record<string, unknown> {
  const row = encodeValues(entity.fields, values)
  // Computed by the table: of a new record it is the state itself.
  if (entity.pending && entity.statusField !== undefined) row[toColumn(effectiveField)] = values[entity.statusField]
  return row
}
