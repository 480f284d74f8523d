import { sql, type RawBuilder } from 'kysely'
import { isMultiple } from '../../core/fields'
import type { Where } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { notFound } from '../problem'
import { whereOf, type Condition } from '../read/conditions'
import { rowAlias, type Shape } from '../read/shape'
import type { Source } from '../source'
import type { WriteContext } from './context'
import type { LockMode } from './locks'

export interface Selection {
  /** Held until the end of the transaction. */
  lock?: LockMode
  /** Only if the user of the transaction may see it. */
  visible?: boolean
  /** Fixed values of the screen. */
  where?: Where
}

const rows = sql.raw(rowAlias)

/**
 * A record with its display values and line tables; undefined when there is none. A lock is taken by a statement of its own: the one that
 * reads begins after another transaction has let go, or it would see the row as it is now but its lines as they were before the wait.
 */
export async function findRecord(
  context: WriteContext,
  entity: string,
  id: string,
  selection: Selection = {},
): Promise<RecordValues | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined
  const shape = context.writing.recordShape(entity)
  const { source } = shape
  const isIt = sql<boolean>`${sql.raw(source.column(rowAlias, 'id'))} = ${id}`
  if (selection.lock) await context.flow.locks.acquire([{ entity, id }], selection.lock)
  const [record] = await select(context, shape, [isIt, ...narrowed(context, shape, entity, selection)], sql``)
  return record
}

/** @throws HttpProblem 404 when there is none */
export async function loadRecord(context: WriteContext, entity: string, id: string, selection: Selection = {}): Promise<RecordValues> {
  const record = await findRecord(context, entity, id, selection)
  if (!record) throw notFound()
  return record
}

/**
 * Records without lines whose fields have these values; a list means one of, null means empty. By id, so that locks are always taken in one
 * order. @throws TypeError for a field that is not in the table
 */
export async function findRecords(
  context: WriteContext,
  entity: string,
  where: Record<string, unknown>,
  { lock, limit }: { lock?: boolean; limit?: number } = {},
): Promise<RecordValues[]> {
  const shape = context.writing.rowShape(entity)
  const conditions = Object.entries(where).map(([name, value]) => condition(shape.source, name, value))
  const tail = sql`order by ${sql.raw(shape.source.column(rowAlias, 'id'))} ${limit === undefined ? sql`` : sql`limit ${limit}`}`
  const found = await select(context, shape, conditions, tail)
  if (!lock || found.length === 0) return found
  const refs = found.map(({ id }) => ({ entity, id }))
  if (refs.every((ref) => context.flow.locks.holds(ref))) return found
  await context.flow.locks.acquire(refs)
  // What they are now; some may have changed while the locks were waited for.
  return select(context, shape, conditions, tail)
}

/** Whether a row is within the row scope of the transaction's user. */
export async function isVisible(context: WriteContext, entity: string, id: string): Promise<boolean> {
  const { source } = context.writing.rowShape(entity)
  const scope = context.writing.scope.condition(entity)(rowAlias, context.user, context.source)
  if (scope === undefined) return true
  const found =
    await sql`select from ${source.from(context.source)} as ${rows} where ${sql.raw(source.column(rowAlias, 'id'))} = ${id} and ${scope}`.execute(
      context.trx,
    )
  return found.rows.length > 0
}

async function select(context: WriteContext, shape: Shape, conditions: Condition[], tail: RawBuilder<unknown>): Promise<RecordValues[]> {
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const found =
    await sql<RecordValues>`select ${shape.columns(context.source)} from ${shape.source.from(context.source)} as ${rows} ${where} ${tail}`.execute(
      context.trx,
    )
  for (const record of found.rows) shape.finish?.(record, context.environment)
  return found.rows
}

function narrowed(context: WriteContext, { source }: Shape, entity: string, { visible, where }: Selection): Condition[] {
  const scope = visible ? context.writing.scope.condition(entity)(rowAlias, context.user, context.source) : undefined
  return [...whereOf(context.writing.shapes, source, where)(rowAlias, context.source), ...(scope ? [scope] : [])]
}

function condition(source: Source, name: string, value: unknown): Condition {
  const field = Object.hasOwn(source.entity.fields, name) ? source.entity.fields[name] : undefined
  if (!field?.stored && field?.name !== 'id')
    throw new TypeError(`${source.entity.name}.${name} cannot be asked for: it is not in the table`)
  const column = sql.raw(source.column(rowAlias, name))
  if (value === null || value === undefined) return sql`${column} is null`
  if (isMultiple(field)) return sql`${column} && ${[value].flat()}`
  return Array.isArray(value) ? sql`${column} = any(${value})` : sql`${column} = ${value}`
}
