import { sql, type RawBuilder } from 'kysely'
import type { EntityPlan } from '../core/plan'
import { toColumn } from './rows'

/** SQL of what a record is called in messages to administrators: its label where that is stored, otherwise its id. */
export function storedLabel({ label, fields }: Pick<EntityPlan, 'label' | 'fields'>, alias?: string): RawBuilder<unknown> {
  const name = fields[label]?.stored ? toColumn(label) : 'id'
  return sql`${sql.ref(alias === undefined ? name : `${alias}.${name}`)}::text`
}
