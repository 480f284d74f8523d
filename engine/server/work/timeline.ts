/**
 * The life of a record: the records that its entity's timeline names, each shown by a screen that the account may read, within its row scope, and
 * only where that screen shows both the day and the reference to the record.
 */
import { sql, type RawBuilder } from 'kysely'
import { known } from '../../core/compile/access'
import type { FieldPlan, TimelinePlan } from '../../core/plan'
import type { Values } from '../../core/record/values'
import { timelineBounds, type TimelineEvent, type TimelinePoint, type TimelineResponse } from '../../core/wire'
import { isoTime } from '../fields/dateTime'
import { notFound } from '../problem'
import type { Reading } from '../read/reading'
import { rowAlias, shapeOf } from '../read/shape'
import type { SessionUser } from '../session'
import { screensShown, shownRows, type ShownRecords, type ShownRows } from './shownRecords'

/** @throws HttpProblem 404 where the account is not shown the record, or there is no picture of its life */
export type TimelineReader = (entity: string, id: string, user: SessionUser) => Promise<TimelineResponse>

/** Rows of an entity that refer to the record. */
interface Rows {
  entity: string
  at: FieldPlan
  by: string
}

export function timelineReader(reading: Reading, all: readonly ShownRecords[]): TimelineReader {
  const { entities, screens } = reading.services.plan
  const lines = new Set(Object.values(entities).flatMap(({ timeline }) => timeline?.line?.entity ?? []))
  const numbered = Object.values(screens).flatMap((screen) => (lines.has(screen.entity) ? [shownRows(reading, screen)] : []))
  return async (entity, id, user) => {
    const timeline = Object.hasOwn(entities, entity) ? entities[entity]?.timeline : undefined
    const context = reading.context(user)
    const shown = screensShown(all, user)
    if (!timeline || !(await isSeen())) throw notFound()
    let beyond = false
    const lanes: TimelineEvent[][] = []
    for (const { of } of timeline.lanes) {
      const events: TimelineEvent[] = []
      for (const rows of of) events.push(...(await eventsOf(rows)))
      lanes.push(events.toSorted((one, other) => (one.at < other.at ? -1 : 1)))
    }
    const line = timeline.line && (await pointsOf(timeline.line))
    return { lanes, ...(line ? { line } : {}), ...(beyond ? { beyond: true as const } : {}) }

    async function isSeen(): Promise<boolean> {
      for (const each of shown.filter(({ source }) => source.entity.name === entity)) {
        const found = await rowsOf<{ id: string }>(each, sql`${column(each, 'id')}::text as id`, 'id', id, 'id', 1)
        if (found.length > 0) return true
      }
      return false
    }

    async function eventsOf(rows: Rows): Promise<TimelineEvent[]> {
      // A record may be on several lists; the first that shows it says how it is called.
      const found = new Map<string, TimelineEvent>()
      for (const each of showing(shown, rows)) {
        const select = sql`${each.row(context)} as row, ${dayOf(each, rows.at)} as at`
        const read = await rowsOf<{ row: Values; at: string }>(each, select, rows.by, id, rows.at.name, timelineBounds.events + 1)
        if (read.length > timelineBounds.events) beyond = true
        for (const { at, row } of read.slice(0, timelineBounds.events)) {
          const record = each.record(row)
          if (!found.has(record.id)) found.set(record.id, { at, record })
        }
      }
      return [...found.values()]
    }

    async function pointsOf({ values, ...rows }: NonNullable<TimelinePlan['line']>): Promise<TimelinePoint[] | undefined> {
      const each = showing(screensShown(numbered, user), rows).find((shown) => values.every(({ name }) => shown.shows(name)))
      if (!each) return undefined
      const names = values.map(({ name }) => name)
      const shape = shapeOf(reading.shapes, rows.entity, known(names, each.source.entity))
      const select = sql`(select row_to_json(read) from (select ${shape.columns(context)}) as read) as row, ${dayOf(each, rows.at)} as at`
      const read = await rowsOf<{ row: Values; at: string }>(each, select, rows.by, id, rows.at.name, timelineBounds.points + 1)
      if (read.length > timelineBounds.points) beyond = true
      return read
        .slice(0, timelineBounds.points)
        .toReversed()
        .map(({ row, at }) => {
          shape.finish?.(row, reading.environment())
          return { at, values: names.map((name) => (row[name] === null || row[name] === undefined ? null : String(row[name]))) }
        })
    }

    /** The latest first. */
    async function rowsOf<Row>(
      each: ShownRows,
      select: RawBuilder<unknown>,
      by: string,
      value: string,
      order: string,
      limit: number,
    ): Promise<Row[]> {
      const where = sql.join(
        [sql`${column(each, by)} = ${value}`, sql`${column(each, order)} is not null`, ...each.conditions(user, context)],
        sql` and `,
      )
      const { rows } = await sql<Row>`select ${select} from ${each.source.from(context)} as ${sql.raw(rowAlias)} where ${where}
        order by ${column(each, order)} desc, ${column(each, 'id')} desc limit ${limit}`.execute(context.kysely)
      return rows
    }
  }
}

/** The screens that show when it was, and that it belongs to the record. */
function showing<Shown extends ShownRows>(screens: readonly Shown[], { entity, at, by }: Rows): Shown[] {
  return screens.filter((each) => each.source.entity.name === entity && each.shows(at.name) && each.shows(by))
}

function column({ source }: ShownRows, name: string): RawBuilder<unknown> {
  return sql.raw(source.column(rowAlias, name))
}

/** As answers have days and moments. */
function dayOf(each: ShownRows, { name, type }: FieldPlan): RawBuilder<unknown> {
  return type === 'dateTime' ? isoTime(column(each, name)) : sql`${column(each, name)}::text`
}
