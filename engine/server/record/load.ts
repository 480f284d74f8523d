import { sql, type RawBuilder } from 'kysely'
import { isMultiple } from '../../core/fields'
import { fieldAsSeen } from '../../core/pending'
import { testsOf, type Where, type WhereBound, type WhereValue } from '../../core/where'
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
  /** It is a rule that reads, between the steps of the pipeline. */
  byRule?: true
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
  const ask = async (): Promise<RecordValues | undefined> =>
    (await select(context, shape, [isIt, ...narrowed(context, shape, entity, selection)], sql``))[0]
  const { visible, where, byRule } = selection
  // What a dry run reads depends on what it has booked in memory, which is told to the cache when a step is through.
  const isKept = !visible && where === undefined && (byRule || !context.flow.dry)
  // Who asks is one of us, or of one partner, whoever it is that works.
  return isKept ? context.reads.read([entity, id, source.entity.authored ? context.source.outside : undefined], ask) : ask()
}

/** @throws HttpProblem 404 when there is none */
export async function loadRecord(context: WriteContext, entity: string, id: string, selection: Selection = {}): Promise<RecordValues> {
  const record = await findRecord(context, entity, id, selection)
  if (!record) throw notFound()
  return record
}

/**
 * Records without lines whose fields have these values; a list means one of, null means empty, and `not` and bounds mean as in a `where`. By id, so
 * that locks are always taken in one order; by `newest`, the highest value first. The state is the one that stands while a change waits. @throws
 * TypeError for a field that is not in the table
 */
export async function findRecords(
  context: WriteContext,
  entity: string,
  where: Record<string, unknown>,
  { lock, limit, newest }: { lock?: boolean; limit?: number; newest?: string } = {},
): Promise<RecordValues[]> {
  const shape = context.writing.rowShape(entity)
  const conditions = Object.entries(where).flatMap(([name, value]) => condition(shape.source, name, value))
  if (lock && newest !== undefined) throw new TypeError(`${entity}: rows are locked in the order of their ids`)
  const id = sql.raw(shape.source.column(rowAlias, 'id'))
  const order =
    newest === undefined
      ? id
      : sql`${sql.raw(shape.source.column(rowAlias, storedField(shape.source, newest)))} desc nulls last, ${id} desc`
  const tail = sql`order by ${order} ${limit === undefined ? sql`` : sql`limit ${limit}`}`
  const found = await select(context, shape, conditions, tail)
  if (!lock || found.length === 0) return found
  const refs = found.map((record) => ({ entity, id: record.id }))
  if (refs.every((ref) => context.flow.locks.has(ref))) return found
  await context.flow.locks.acquire(refs)
  // What they are now; some may have changed while the locks were waited for.
  return select(context, shape, conditions, tail)
}

/** Which of these records are within the row scope of the transaction's user. */
export async function visibleAmong(context: WriteContext, entity: string, ids: readonly string[]): Promise<string[]> {
  const { source } = context.writing.rowShape(entity)
  const scope = context.writing.scope.condition(entity)(rowAlias, context.user, context.source)
  if (scope === undefined) return [...ids]
  const id = sql.raw(source.column(rowAlias, 'id'))
  const found = await sql<{ id: string }>`
    select ${id} as id from ${source.from(context.source)} as ${rows} where ${id} = any(${ids}::bigint[]) and ${scope}`.execute(context.trx)
  return found.rows.map((row) => String(row.id))
}

async function select(context: WriteContext, shape: Shape, conditions: Condition[], tail: RawBuilder<unknown>): Promise<RecordValues[]> {
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const found =
    await sql<RecordValues>`select ${shape.columns(context.source)} from ${shape.source.from(context.source)} as ${rows} ${where} ${tail}`.execute(
      context.trx,
    )
  for (const record of found.rows) shape.finish?.(record, context.environment)
  // A dry run has booked and summed up in memory alone.
  const { dry, ledger } = context.flow
  if (dry) {
    for (const record of found.rows) {
      ledger.layOver(shape.source.entity, record)
      dry.layOver(shape.source.entity, record, context.environment)
    }
  }
  return found.rows
}

function narrowed(context: WriteContext, { source }: Shape, entity: string, { visible, where }: Selection): Condition[] {
  const scope = visible ? context.writing.scope.condition(entity)(rowAlias, context.user, context.source) : undefined
  return [...whereOf(context.writing.shapes, source, where)(rowAlias, context.source), ...(scope ? [scope] : [])]
}

const operators: Record<WhereBound, string> = { above: '>', atLeast: '>=', below: '<', atMost: '<=' }

/** What a rule asks of a field. Its values are the rule's own, so that they are neither read nor counted as those of a query are. */
function condition(source: Source, name: string, value: unknown): Condition[] {
  const asked = storedField(source, name)
  const field = source.entity.fields[name]
  const column = sql.raw(source.column(rowAlias, field ? fieldAsSeen(source.entity, field).name : asked))
  // A rule that passes undefined means empty.
  return testsOf({ [name]: (value ?? null) as WhereValue }).map((test): Condition => {
    if (test.kind === 'anyOf') throw new TypeError('rules ask for fields')
    if (test.kind === 'bound') return sql`${column} ${sql.raw(operators[test.bound])} ${test.value}`
    const values = test.values.filter((one) => one !== null)
    const multiple = field !== undefined && isMultiple(field)
    const is = [
      ...(test.values.length > values.length ? [sql`${column} is null`] : []),
      ...(values.length > 0 || test.values.length === 0 ? [oneOf(column, values, multiple)] : []),
    ]
    const any = is.length === 1 ? sql<boolean>`${is[0]}` : sql<boolean>`(${sql.join(is, sql` or `)})`
    return test.not ? sql<boolean>`((${any}) is not true)` : any
  })
}

function storedField(source: Source, name: string): string {
  const field = Object.hasOwn(source.entity.fields, name) ? source.entity.fields[name] : undefined
  if (!field?.stored && name !== 'id') throw new TypeError(`${source.entity.name}.${name} cannot be asked for: it is not in the table`)
  return name
}

function oneOf(column: RawBuilder<unknown>, values: unknown[], multiple: boolean): RawBuilder<unknown> {
  if (multiple) return sql`${column} && ${values}`
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values})`
}
