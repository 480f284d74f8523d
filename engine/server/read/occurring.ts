import { sql, type RawBuilder } from 'kysely'
import { isMultiple } from '../../core/fields'
import type { FieldPlan } from '../../core/plan'
import type { Where } from '../../core/where'
import type { SessionUser } from '../session'
import { literal, sourceOf, type SourceContext } from '../source'
import { operandOf, whereOf } from './conditions'
import type { Reading } from './reading'

/** The rows that a search form searches. */
export interface SearchedRows {
  entity: string
  /** What narrows the list for everybody. */
  where?: Where
}

/** The values of a field in the rows that the account sees, as a select of one column. */
export type OccurringValues = (user: SessionUser, context: SourceContext) => RawBuilder<unknown>

/** Alias of the rows that are searched; it stands inside a select over the choices. */
const searchedAlias = 'searched'

/**
 * What accounts from outside may choose in a search form: the values of rows that they see. No choice reveals other partners.
 * @param target entity that the choices are rows of; a field with several counts where it points to this one
 */
export function occurringIn(reading: Reading, { entity: name, where }: SearchedRows, field: FieldPlan, target: string): OccurringValues {
  const { shapes } = reading
  const source = sourceOf(shapes.plan, shapes.extensions.views, name)
  const held = source.entity.fields[field.name]
  // An argument of a read model is in no row, so nothing of it occurs.
  if (!held) return () => sql`select null where false`
  const kind = held.mixed?.kind
  const operand = operandOf(shapes, source, held)
  const fixed = whereOf(shapes, source, where)
  return (user, context) => {
    const scope = reading.scope.condition(name)(searchedAlias, user, context)
    const column = operand(searchedAlias, context)
    const ofThisKind = kind === undefined ? [] : [sql`${sql.raw(`${source.column(searchedAlias, kind)} = ${literal(target)}`)}`]
    const conditions = [sql`${column} is not null`, ...fixed(searchedAlias, context), ...(scope ? [scope] : []), ...ofThisKind]
    return sql`select ${isMultiple(held) ? sql`unnest(${column})` : column} from ${source.from(context)} as ${sql.raw(searchedAlias)}
      where ${sql.join(conditions, sql` and `)}`
  }
}
