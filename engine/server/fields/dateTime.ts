import { sql, type RawBuilder } from 'kysely'
import { isDateTime } from '../../core/dateTime'
import { messageText } from '../messages'
import type { Cell } from '../xlsx'
import { cellDay, cellMoment } from './cells'
import { isDay, momentsOf, plainRow } from './columns'
import type { ServerType } from './serverType'

/** Sheets know no time zones: what they show and what is written in them is the wall clock of Shanghai. */
const OFFSET_MS = 8 * 3_600_000

/** A moment; a query may ask for a day of them. */
export const dateTime: ServerType = {
  row: {
    ...plainRow,
    column: () => 'timestamptz',
    wire: (_field, value) => isoTime(value),
    filter: {
      parameter: (_field, value) => (isDay(value) || (isDateTime(value) && isDay(value.slice(0, 10))) ? value : undefined),
      span: (parameter) => (isDay(parameter) ? momentsOf(parameter) : undefined),
    },
  },
  fromQuery: (value) => value,
  sheet: {
    format: () => 'yyyy-mm-dd hh:mm:ss',
    cell: () => (value) => new Date(Date.parse(String(value)) + OFFSET_MS),
    entry: { isText: false, read: (_field, cell) => momentOf(cell), choices: () => [], hint: () => messageText('import.how-moment') },
  },
  script: () => 'string',
  schema: () => ({ type: 'string', format: 'date-time' }),
}

/** SQL of a moment as ISO 8601 in UTC. */
export function isoTime(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${value} at time zone 'UTC', ${sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')})`
}

function momentOf(cell: NonNullable<Cell>): unknown {
  if (cell instanceof Date) return `${cellMoment(cell) ?? ''}+08:00`
  if (typeof cell !== 'string') return cell
  const [, date = '', hours, minutes, seconds = '00'] = /^(\S+)(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(cell.trim()) ?? []
  const day = cellDay(date)
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return cell.trim()
  return `${day}T${(hours ?? '00').padStart(2, '0')}:${minutes ?? '00'}:${seconds}+08:00`
}
