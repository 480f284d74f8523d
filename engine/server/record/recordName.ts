import { sql } from 'kysely'
import { displayOf, isEmptyValue } from '../../core/fields'
import type { EntityPlan } from '../../core/plan'
import type { Values } from '../../core/record/values'
import { labelColumn } from '../read/shape'
import type { WriteContext } from './context'

/** What people call a record: its label, or that of the row that its label points to; undefined where that is empty. */
export async function recordName({ writing, source, trx }: WriteContext, entity: EntityPlan, record: Values): Promise<string | undefined> {
  const label = entity.fields[entity.label]
  const value = record[entity.label]
  if (isEmptyValue(value)) return undefined
  if (!label || displayOf(label) === undefined || record['id'] === undefined) return String(value)
  const known = record[displayOf(label) ?? '']
  if (typeof known === 'string') return known
  const { rows } = await sql<{ name: string | null }>`select ${labelColumn(writing.shapes, entity.name)('named', source)} as name
    from ${sql.table(entity.table)} as named where named.id = ${record['id']}`.execute(trx)
  return rows[0]?.name ?? String(value)
}
