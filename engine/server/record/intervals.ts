/**
 * Periods that must not overlap. They are judged when everything of a transaction has happened, so that one action may end a period and begin
 * the next. Who writes in one line of time holds its lock until the commit: the statement that looks for overlaps begins after the lock is
 * had, so it sees what the one before has stored. (An exclusion constraint would need an extension that the embedded database lacks.)
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { textOf } from '../../core/fields'
import { refKey } from '../../core/ledger/book'
import { asSeen } from '../../core/pending'
import { fieldsOf, testsOf } from '../../core/where'
import { messageText } from '../messages'
import type { EntityPlan, FieldPlan, IntervalPlan } from '../../core/plan'
import { constantWhere } from '../constantWhere'
import { rowTypeOf } from '../fields'
import { invalid, fieldProblem } from '../problem'
import { encodeValues, toColumn } from '../rows'
import { quote, sourceOf } from '../source'
import type { WriteContext } from './context'

type Values = Record<string, unknown>

/** A record that has been written, with what it was before the transaction; undefined when it is new. */
export interface TouchedPeriods {
  entity: string
  id: string
  before?: Values
}

/** A record has been written. @param before what it was; undefined: it is new @param after what it is; undefined: it is gone */
export function touchPeriods(
  { flow }: WriteContext,
  entity: EntityPlan,
  id: string,
  before: Values | undefined,
  after: Values | undefined,
): void {
  const key = refKey({ entity: entity.name, id })
  if (!entity.intervals || flow.periods.has(key)) return
  if (before && after && !entity.intervals.some((interval) => isMoved(entity, interval, before, after))) return
  flow.periods.set(key, { entity: entity.name, id, before })
}

/** Whether the period, its line of time, or that it counts at all is another. */
function isMoved(entity: EntityPlan, { key, from, until, where }: IntervalPlan, before: Values, after: Values): boolean {
  const names = [...key, from, until, ...testsOf(where).flatMap(fieldsOf)]
  const differs = (one: Values, other: Values): boolean =>
    names.some((name) => JSON.stringify(one[name] ?? null) !== JSON.stringify(other[name] ?? null))
  return differs(before, after) || differs(asSeen(entity, before), asSeen(entity, after))
}

/** @throws HttpProblem 422 at the beginning of a period that overlaps another, or leaves a gap where there must be none */
export async function refuseOverlaps(context: WriteContext): Promise<void> {
  const touched = [...context.flow.periods.values()]
  context.flow.periods.clear()
  if (touched.length > 0) await judgePeriods(context, touched)
}

/** The same at once, for records as they are in the table now. @throws HttpProblem 422 */
export async function judgePeriods(context: WriteContext, touched: readonly TouchedPeriods[]): Promise<void> {
  const lines = touched.flatMap(({ entity: name, id, before }) => {
    const entity = context.writing.entity(name)
    return (entity.intervals ?? []).map((interval, index) => ({ entity, interval, index, id, before }))
  })
  await lockLines(context, lines)
  for (const line of lines) {
    await refuseDisorder(context, line)
    await refuseOverlap(context, line)
    if (line.interval.unbroken) await refuseGaps(context, line)
  }
}

interface Line {
  entity: EntityPlan
  interval: IntervalPlan
  /** Of the interval among those of the entity. */
  index: number
  id: string
  before: Values | undefined
}

/** All lines of time at once and in one order, so that two transactions never wait for each other. */
async function lockLines(context: WriteContext, lines: readonly Line[]): Promise<void> {
  const keys = new Set<string>()
  for (const line of lines) for (const key of await keysOf(context, line)) keys.add(key)
  for (const key of [...keys].sort(byNumber)) await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(context.trx)
}

function byNumber(a: string, b: string): number {
  const [one, other] = [BigInt(a), BigInt(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

/** The numbers of the lines that a record is in now, and was in before. */
async function keysOf(context: WriteContext, { entity, interval, index, id, before }: Line): Promise<string[]> {
  const name = `${entity.table}.${index}`
  const number = (key: RawBuilder<unknown>) => sql`hashtextextended(${name} || ${key}::text, 0)::text`
  const now = sql<{ key: string }>`
    select ${number(sql`row(${sql.join(columnsOf(interval, 't'))})`)} as key from ${tableOf(entity)} as t where t.id = ${id}`
  const { rows } = await now.execute(context.trx)
  if (!before) return rows.map(({ key }) => key)
  const values = interval.key.map((field) => parameter(entity, field, before))
  const was = await sql<{ key: string }>`select ${number(sql`row(${sql.join(values)})`)} as key`.execute(context.trx)
  return [...rows, ...was.rows].map(({ key }) => key)
}

/** A period that ends before it begins would overlap nothing, and so get past the rule. */
async function refuseDisorder(context: WriteContext, { entity, interval, id }: Line): Promise<void> {
  const [from, until] = endsOf(interval, 't')
  const before = isDays(entity, interval) ? sql`${until} < ${from}` : sql`${until} <= ${from}`
  const { rows } =
    await sql`select from ${tableOf(entity)} as t where t.id = ${id} and ${before} and ${counts(entity, interval, 't')}`.execute(
      context.trx,
    )
  if (rows.length > 0) refuse(entity, interval.until, 'invalid.interval-order')
}

async function refuseOverlap(context: WriteContext, { entity, interval, id }: Line): Promise<void> {
  const [from, until] = endsOf(interval, 't')
  const [otherFrom, otherUntil] = endsOf(interval, 'other')
  // Days count to their end, so that the last day of one is not the first of the next; of moments it is.
  const reaches = sql.raw(isDays(entity, interval) ? '<=' : '<')
  const lastOf = (alias: string, begin: RawBuilder<unknown>, end: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`coalesce(${end}, ${interval.openUntilNext ? nextBegin(entity, interval, alias, begin) : null}, 'infinity')`
  const source = sourceOf(context.writing.services.plan, {}, entity.name)
  const visible = context.writing.scope.condition(entity.name)('other', context.user, context.source) ?? sql<SqlBool>`true`
  const { rows } = await sql<{ visible: boolean; begin: string | null; end: string | null }>`
    select ${visible} as visible, ${wire(entity, interval.from, source.column('other', interval.from))} as begin,
      ${wire(entity, interval.until, source.column('other', interval.until))} as end
    from ${tableOf(entity)} as t join ${tableOf(entity)} as other on other.id <> t.id and ${sameKey(interval, 't', 'other')}
    where t.id = ${id} and ${counts(entity, interval, 't')} and ${counts(entity, interval, 'other')}
      and coalesce(${from}, '-infinity') ${reaches} ${lastOf('other', otherFrom, otherUntil)}
      and coalesce(${otherFrom}, '-infinity') ${reaches} ${lastOf('t', from, until)}
    order by 1 desc, ${otherFrom} limit 1`.execute(context.trx)
  const [other] = rows
  if (!other) return
  // What the user may not see is not described either.
  if (interval.message !== undefined) refuse(entity, interval.from, 'invalid.interval-hidden', {}, interval.message)
  if (!other.visible) refuse(entity, interval.from, 'invalid.interval-hidden')
  refuse(entity, interval.from, 'invalid.interval', shownPeriod(entity, interval, other.begin, other.end))
}

/** Where a period without an end gives way to the next of its line of time. */
function nextBegin(entity: EntityPlan, interval: IntervalPlan, alias: string, begin: RawBuilder<unknown>): RawBuilder<unknown> {
  const [nextFrom] = endsOf(interval, 'next')
  const last = isDays(entity, interval) ? sql`min(${nextFrom}) - 1` : sql`min(${nextFrom})`
  return sql`(select ${last} from ${tableOf(entity)} as next
    where ${sameKey(interval, alias, 'next')} and ${counts(entity, interval, 'next')} and ${nextFrom} > ${begin})`
}

/** Of the lines that the record is in now, and was in before: taking one out of the middle leaves a gap too. */
async function refuseGaps(context: WriteContext, { entity, interval, id, before }: Line): Promise<void> {
  const isNow = sql<SqlBool>`exists (select from ${tableOf(entity)} as t where t.id = ${id} and ${sameKey(interval, 't', 'other')})`
  const was = interval.key.map(
    (field) => sql`other.${sql.ref(toColumn(field))} is not distinct from ${parameter(entity, field, before ?? {})}`,
  )
  const lines = before ? [isNow, sql<SqlBool>`(${sql.join(was, sql` and `)})`] : [isNow]
  const [from, until] = endsOf(interval, 'other')
  const next = isDays(entity, interval) ? sql`line.end + 1` : sql`line.end`
  for (const line of lines) {
    const { rows } = await sql<{ end: string; begin: string }>`
      select ${wire(entity, interval.until, 'line.end')} as end, ${wire(entity, interval.from, 'line.begin')} as begin
      from (select ${until} as end, lead(${from}) over (order by ${from} nulls first, other.id) as begin
        from ${tableOf(entity)} as other where ${counts(entity, interval, 'other')} and ${line}) as line
      where line.begin > ${next} limit 1`.execute(context.trx)
    const [gap] = rows
    if (gap) refuse(entity, interval.from, 'invalid.interval-broken', shownPeriod(entity, interval, gap.begin, gap.end))
  }
}

function refuse(
  entity: EntityPlan,
  name: string,
  code: 'invalid.interval' | 'invalid.interval-hidden' | 'invalid.interval-order' | 'invalid.interval-broken',
  params: Record<string, string> = {},
  message?: string,
): never {
  const label = messageText('invalid.label', { title: fieldOf(entity, name).title })
  throw invalid([fieldProblem(name, 'interval', message ?? messageText(code, { ...params, label }), params)])
}

function shownPeriod(
  entity: EntityPlan,
  interval: IntervalPlan,
  from: string | null,
  until: string | null,
): { from: string; until: string } {
  const shown = (name: string, value: string | null): string =>
    value === null ? messageText('interval.open') : textOf(fieldOf(entity, name), { dictionaries: {} })(value)
  return { from: shown(interval.from, from), until: shown(interval.until, until) }
}

function fieldOf(entity: EntityPlan, name: string): FieldPlan {
  const field = entity.fields[name]
  if (!field) throw new TypeError(`${entity.name} has no field ${name}`)
  return field
}

function isDays(entity: EntityPlan, { from }: IntervalPlan): boolean {
  return rowTypeOf(fieldOf(entity, from)).column(fieldOf(entity, from)) === 'date'
}

function tableOf(entity: EntityPlan): RawBuilder<unknown> {
  return sql.raw(quote(entity.table))
}

function columnsOf({ key }: IntervalPlan, alias: string): RawBuilder<unknown>[] {
  return key.map((field) => sql.ref(`${alias}.${toColumn(field)}`))
}

function endsOf({ from, until }: IntervalPlan, alias: string): [RawBuilder<unknown>, RawBuilder<unknown>] {
  return [sql.ref(`${alias}.${toColumn(from)}`), sql.ref(`${alias}.${toColumn(until)}`)]
}

function sameKey(interval: IntervalPlan, alias: string, other: string): RawBuilder<SqlBool> {
  const [ours, theirs] = [columnsOf(interval, alias), columnsOf(interval, other)]
  return sql<SqlBool>`${sql.join(
    ours.map((column, index) => sql`${column} is not distinct from ${theirs[index]}`),
    sql` and `,
  )}`
}

/** Whether a row is one of those that count. */
function counts(entity: EntityPlan, { where }: IntervalPlan, alias: string): RawBuilder<SqlBool> {
  return where ? sql<SqlBool>`${sql.raw(constantWhere(entity, where, alias))}` : sql<SqlBool>`true`
}

function wire(entity: EntityPlan, name: string, column: string): RawBuilder<unknown> {
  const field = fieldOf(entity, name)
  return sql`${rowTypeOf(field).wire(field, sql.raw(column), true)}::text`
}

/** A value of the record as it was, as the column would hold it. */
function parameter(entity: EntityPlan, name: string, values: Values): RawBuilder<unknown> {
  const field = fieldOf(entity, name)
  const value = encodeValues(entity.fields, { [name]: values[name] ?? null })[toColumn(name)]
  return sql`${value}::${sql.raw(rowTypeOf(field).column(field))}`
}
