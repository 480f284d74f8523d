import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { addDays } from '../../core/dateTime'
import { statesOfFourEyes } from '../../core/decisions'
import { pendingField } from '../../core/pending'
import type { EntityPlan } from '../../core/plan'
import type { Values } from '../../core/record/values'
import type { WorkRecord } from '../../core/wire'
import { filtersOf, type Condition } from '../read/conditions'
import type { Reading } from '../read/reading'
import { rowAlias } from '../read/shape'
import type { SessionUser } from '../session'
import type { Source, SourceContext } from '../source'
import { screensShown, type ShownRecords } from './shownRecords'

export type RecordsReader = (user: SessionUser) => Promise<WorkRecord[]>

/** More are for the lists themselves. */
const maxRecords = 20
/** So long before it falls due a record is listed. */
const daysAhead = 7

/** The records of an entity that are to be listed. */
interface Chosen {
  conditions(user: SessionUser, context: SourceContext): Condition[]
  /** Numbers, the smallest first. */
  order(context: SourceContext): [RawBuilder<unknown>, RawBuilder<unknown>]
  /** The day that it falls due. */
  day?: RawBuilder<unknown>
}

/**
 * What the user has submitted and nobody has decided, and what came back to be corrected: in a state that a second pair of eyes has to look at,
 * or that it leads back to. The field that says who has submitted is the one that four eyes compare with.
 */
export function submittedReader(reading: Reading, all: readonly ShownRecords[]): RecordsReader {
  return recordsReader(reading, all, ({ source }) => {
    const { entity } = source
    const submitter = Object.values(entity.actions).find(({ notBy }) => notBy)?.notBy?.field
    if (submitter === undefined || entity.statusField === undefined) return undefined
    const status = sql.raw(source.column(rowAlias, entity.statusField))
    const states = undecided(entity)
    const pending = entity.pending ? sql.raw(source.column(rowAlias, pendingField)) : undefined
    const by = sql.raw(source.column(rowAlias, submitter))
    return {
      conditions: ({ id }) => [
        sql`${status} = any(${states})`,
        pending ? sql`(${by} = ${id} or ${pending} ->> 'requestedById' = ${id})` : sql`${by} = ${id}`,
      ],
      order: () => [sql`false::int`, sql`- extract(epoch from ${sql.raw(source.column(rowAlias, 'updatedAt'))})`],
    }
  })
}

/** Records in force whose day comes within a week, the next one first, and then those whose day has gone by. */
export function dueReader(reading: Reading, all: readonly ShownRecords[]): RecordsReader {
  return recordsReader(reading, all, (shown) => {
    const { source } = shown
    const { entity } = source
    const { date, due } = entity.summary ?? {}
    if (!date || !due || !shown.shows(date.name)) return undefined
    const until = lastDay(reading, source, date.name)
    const status = entity.statusField === undefined ? undefined : sql.raw(source.column(rowAlias, entity.statusField))
    const day = sql`${sql.raw(source.column(rowAlias, date.name))}::date`
    const unsettled = undecided(entity)
    const inForce = Object.values(entity.states ?? {}).flatMap(({ code, ended, internal }) =>
      ended || internal || unsettled.includes(code) ? [] : [code],
    )
    return {
      conditions: (_user, context) => [
        ...(status ? [sql<SqlBool>`${status} = any(${inForce})`] : []),
        until(addDays(context.today, daysAhead), context),
      ],
      order: ({ today }) => [sql`(${day} < ${today}::date)::int`, sql`abs(${day} - ${today}::date)`],
      day,
    }
  })
}

/** The day is not after another one. */
function lastDay({ shapes }: Reading, source: Source, name: string): (day: string, context: SourceContext) => Condition {
  const [, until] = filtersOf(shapes, source, name, 'range')
  return (day, context) => until?.condition(day, rowAlias, context) ?? sql<SqlBool>`false`
}

function undecided({ states = {}, actions }: EntityPlan): string[] {
  const waiting = statesOfFourEyes({ actions })
  const back = Object.values(actions).flatMap(({ from, to }) => (from.some((code) => waiting.includes(code)) ? to : []))
  return [...new Set([...waiting, ...back.filter((code) => states[code]?.edit && !states[code].initial && !states[code].ended)])]
}

function recordsReader(
  reading: Reading,
  all: readonly ShownRecords[],
  chosenOf: (shown: ShownRecords) => Chosen | undefined,
): RecordsReader {
  const chosen = new Map(all.flatMap((shown) => [[shown, chosenOf(shown)] as const]))
  const rows = sql.raw(rowAlias)

  return async (user) => {
    const context = reading.context(user)
    const asked = whereMadeFirst(
      screensShown(
        all.filter((shown) => chosen.get(shown)),
        user,
      ),
    ).flatMap((shown) => {
      const of = chosen.get(shown)
      return of ? [{ shown, of }] : []
    })
    if (asked.length === 0) return []
    const selects = asked.map(({ shown, of }, index) => {
      const where = sql.join([...of.conditions(user, context), ...shown.conditions(user, context)], sql` and `)
      const [first, second] = of.order(context)
      return sql`(select ${sql.lit(index)} as place, ${first}::numeric as first, ${second}::numeric as second, ${of.day ?? sql`null`}::text as day, ${shown.row(context)} as row
        from (select ${rows}.* from ${shown.source.from(context)} as ${rows} where ${where} order by ${first}, ${second} limit ${maxRecords}) as ${rows})`
    })
    const found = await sql<FoundRow>`select place, day, row from (${sql.join(selects, sql` union all `)}) as found
      order by first, second, place limit ${maxRecords}`.execute(context.kysely)
    const records = found.rows.flatMap(({ place, day, row }) => {
      const shown = asked[place]?.shown
      return shown ? [shown.record(row, day ?? undefined)] : []
    })
    // Lists of some rows each may have one in common.
    const told = new Set<string>()
    return records.filter(({ entity, id }) => !told.has(`${entity} ${id}`) && told.add(`${entity} ${id}`))
  }
}

/** A record that several lists show is named once, as the list names it that has a button to add such records; so those lists come first. */
function whereMadeFirst(shown: readonly ShownRecords[]): ShownRecords[] {
  const makes = ({ screen }: ShownRecords): boolean => screen.actions['add'] !== undefined
  return [...shown.filter(makes), ...shown.filter((each) => !makes(each))]
}

interface FoundRow {
  place: number
  day: string | null
  row: Values
}
