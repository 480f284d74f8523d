/**
 * Records by their number, name or code, over all entities that an account may see. First by its beginning: each field is one range of its index,
 * so that it takes as long for a million rows as for a hundred; a number's letters say of which entities it can be. What the row scope admits is
 * looked for among the first rows of a range only: of a short text there may be a million, which are for others. Where that finds little, what has
 * the text anywhere is looked for among the latest rows: all of master data, and of documents those that people still speak of.
 */
import { sql, type RawBuilder } from 'kysely'
import type { FieldPlan, SerialPlan } from '../../core/plan'
import type { Values } from '../../core/record/values'
import type { WorkRecord } from '../../core/wire'
import type { Reading } from '../read/reading'
import { rowAlias } from '../read/shape'
import { searchedFields } from '../searchedFields'
import type { SessionUser } from '../session'
import { screensShown, type ShownRecords } from './shownRecords'

export type SearchReader = (text: string, user: SessionUser) => Promise<WorkRecord[]>

export const maxSearchLength = 60
const maxFound = 20
/** Of one field. */
const maxOfField = 10
const maxLooked = 2_000
/** So few found by their beginning are not all that is meant. */
const fewFound = 5
const maxLatest = 3_000
const minInside = 2
/** Behind every text that begins so, byte by byte. */
const beyondAll = '\u{10ffff}'

export function searchReader(reading: Reading, all: readonly ShownRecords[]): SearchReader {
  const fields = new Map(all.map((shown) => [shown, searchedFields(shown.source.entity).filter(({ name }) => shown.shows(name))] as const))
  const rows = sql.raw(rowAlias)

  return async (text, user) => {
    const sought = text.trim()
    if (sought === '') return []
    const context = reading.context(user)
    const shown = screensShown(
      all.filter((each) => fields.get(each)?.length),
      user,
    )
    // Codes and numbers of documents are in capitals, so that small letters stand for these too.
    const beginnings = [...new Set([sought, sought.toUpperCase()])]
    const selects = shown.flatMap((each, place) =>
      (fields.get(each) ?? []).flatMap((field) => {
        const column = sql.raw(each.source.column(rowAlias, field.name))
        return beginnings
          .filter((beginning) => mayBegin(each.source.entity.serial, field, beginning))
          .map((beginning) => {
            const range = sql`${column} >= ${beginning} and ${column} < ${beginning + beyondAll}`
            // Of numbers the newest first, of names as they are spelled.
            const order = field.type === 'serial' ? sql`${column} desc` : column
            const looked = sql`(select ${rows}.* from ${each.source.from(context)} as ${rows} where ${range} order by ${order} limit ${maxLooked}) as ${rows}`
            const conditions = each.conditions(user, context)
            const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
            return sql`(select ${sql.lit(place)} as place, ${column} = ${beginning} as exact, row_number() over (order by ${order}) as rank, ${each.row(context)} as row
              from (select ${rows}.* from ${looked} ${where} order by ${order} limit ${maxOfField}) as ${rows})`
          })
      }),
    )
    const begun = await foundBy(selects)
    const found = begun.length < fewFound && sought.length >= minInside ? distinct([...begun, ...(await foundBy(inside()))]) : begun
    return found.slice(0, maxFound)

    async function foundBy(parts: readonly RawBuilder<unknown>[]): Promise<WorkRecord[]> {
      if (parts.length === 0) return []
      const read = await sql<FoundRow>`select place, row from (${sql.join(parts, sql` union all `)}) as found
        order by exact desc, rank, place`.execute(context.kysely)
      return distinct(read.rows.flatMap(({ place, row }) => shown[place]?.record(row) ?? []))
    }

    /** The latest first. */
    function inside(): RawBuilder<unknown>[] {
      return shown.map((each, place) => {
        const id = sql.raw(each.source.column(rowAlias, 'id'))
        const has = (fields.get(each) ?? []).map(
          ({ name }) => sql`strpos(upper(${sql.raw(each.source.column(rowAlias, name))}), ${sought.toUpperCase()}) > 0`,
        )
        const latest = sql`(select ${rows}.* from ${each.source.from(context)} as ${rows} order by ${id} desc limit ${maxLatest}) as ${rows}`
        const where = sql.join([sql`(${sql.join(has, sql` or `)})`, ...each.conditions(user, context)], sql` and `)
        return sql`(select ${sql.lit(place)} as place, false as exact, row_number() over (order by ${id} desc) as rank, ${each.row(context)} as row
          from (select ${rows}.* from ${latest} where ${where} order by ${id} desc limit ${maxOfField}) as ${rows})`
      })
    }
  }
}

interface FoundRow {
  place: number
  row: Values
}

/** A document number begins with its letters, and has no others. */
function mayBegin(serial: SerialPlan | undefined, { name, type }: FieldPlan, text: string): boolean {
  if (type !== 'serial' || serial?.field !== name) return true
  const { prefix } = serial
  if (prefix === undefined) return true
  const letters = typeof prefix === 'string' ? [prefix] : Object.values(prefix.of)
  return letters.some((each) => text.startsWith(each) || each.startsWith(text))
}

function distinct(records: readonly WorkRecord[]): WorkRecord[] {
  return [...new Map(records.map((record) => [`${record.entity} ${record.id}`, record])).values()]
}
