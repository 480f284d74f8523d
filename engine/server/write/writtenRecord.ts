import { sql } from 'kysely'
import type { ScreenPlan } from '../../core/plan'
import { whereOf, type Condition } from '../read/conditions'
import { finished } from '../read/page'
import { drawWanted } from '../record/sequences'
import { rowAlias, shapeOf, type Shape } from '../read/shape'
import type { WriteContext, Writing } from '../record/context'

type ResponseScreen = Pick<ScreenPlan, 'id' | 'entity' | 'access' | 'where'>

const shapes = new WeakMap<Writing, Map<string, Shape>>()

/**
 * The record after a write, as `GET {base}/{id}` returns it, within the transaction of the write. After an action the record may be outside the
 * user's scope; then only its id is returned. What is numbered without gaps gets its number first.
 */
export async function writtenRecord(context: WriteContext, screen: ResponseScreen, id: string): Promise<string> {
  await drawWanted(context)
  const { writing, source: sourceContext, user, trx, environment } = context
  const shape = shapeFor(writing, screen)
  const { source } = shape
  const scope = writing.scope.condition(screen.entity)(rowAlias, user, sourceContext)
  const conditions: Condition[] = [
    sql`${sql.raw(source.column(rowAlias, 'id'))} = ${id}`,
    ...whereOf(writing.shapes, source, screen.where)(rowAlias, sourceContext),
    ...(scope ? [scope] : []),
  ]
  const { rows } = await sql<{ records: string | null }>`
    select json_agg(record)::text as records
    from (select ${shape.columns(sourceContext)} from ${source.from(sourceContext)} as ${sql.raw(rowAlias)} where ${sql.join(conditions, sql` and `)}) as record`.execute(
    trx,
  )
  const records = rows[0]?.records
  // A list of one, without its brackets.
  return records ? finished(records, shape, environment).slice(1, -1) : JSON.stringify({ id })
}

function shapeFor(writing: Writing, { id, entity, access }: ResponseScreen): Shape {
  const known = shapes.get(writing) ?? new Map<string, Shape>()
  shapes.set(writing, known)
  const shape = known.get(id) ?? shapeOf(writing.shapes, entity, access.recordFields, access.recordLines)
  known.set(id, shape)
  return shape
}
