/**
 * Days and moments as texts. A day is `YYYY-MM-DD` and belongs to no time zone, so it is counted in UTC, where every day has 24 hours.
 * A moment is ISO 8601 with an offset and is shown as the wall clock of Shanghai.
 */
import { emptyText } from './emptyText'
import { EngineError } from './error'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/
const DAY_MS = 86_400_000
/** Business time, in which moments are typed and shown wherever the browser is. */
const OFFSET = '+08:00'
const TYPED_DAY = /^(\d{4})(?:(\d{2})(\d{2})|[-/.\p{Script=Han}](\d{1,2})[-/.\p{Script=Han}](\d{1,2})\p{Script=Han}?)$/u
const TYPED_TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/

/** Making a formatter takes a hundred times as long as using it. */
const shanghaiClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Shanghai',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** `YYYY-MM-DD` of a day that the calendar has: 2026-02-30 is none. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !DAY.test(value)) return false
  const moment = startOf(value)
  return !Number.isNaN(moment) && dayOf(moment) === value
}

/** ISO 8601 with date, time and offset (`Z` or `+08:00`), of a day that the calendar has: `Date` would move 30 February into March. */
export function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && MOMENT.test(value) && isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))
}

/** The day that a typed or pasted text says: `2026-01-05`, `2026/1/5`, `2026.1.5`, `20260105`, `2026年1月5日`. */
export function readDate(text: string): string | undefined {
  const [, year = '', ...rest] = TYPED_DAY.exec(text.normalize('NFKC').trim()) ?? []
  const [month = '', day = ''] = rest.filter((part) => part !== undefined)
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : undefined
}

/** The moment that a text says as the wall clock of Shanghai: a day as `readDate` takes it, and after it a time, or else its beginning. */
export function readDateTime(text: string): string | undefined {
  const [, day = '', time = '00:00:00'] = /^(.*?)(?:[\sT]+(\S*:\S*))?$/.exec(text.normalize('NFKC').trim()) ?? []
  const date = readDate(day)
  const [, hours = '', minutes = '', seconds = '00'] = TYPED_TIME.exec(time) ?? []
  const moment = `${date}T${hours.padStart(2, '0')}:${minutes}:${seconds}${OFFSET}`
  return date !== undefined && isDateTime(moment) ? moment : undefined
}

/** `YYYY-MM-DD HH:mm:ss` in Shanghai; `'-'` for a value that is absent or no moment. */
export function formatDateTime(value: unknown): string {
  if (!isDateTime(value)) return emptyText
  const parts = Object.fromEntries(shanghaiClock.formatToParts(Date.parse(value)).map(({ type, value: text }) => [type, text]))
  return `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}:${parts['second']}`
}

/** @throws EngineError `date.invalid`, `date.out-of-range` */
export function addDays(date: string, days: number): string {
  return dayOrThrow(startOrThrow(date) + days * DAY_MS)
}

/**
 * The same day of the month, or its last day where that month is shorter: a month after 31 January is 28 or 29 February.
 * @throws EngineError `date.invalid`, `date.out-of-range`
 */
export function addMonths(date: string, months: number): string {
  const start = new Date(startOrThrow(date))
  const moved = new Date(start)
  moved.setUTCDate(1)
  moved.setUTCMonth(start.getUTCMonth() + months + 1)
  // Day 0 is the last day of the month before.
  moved.setUTCDate(0)
  if (start.getUTCDate() < moved.getUTCDate()) moved.setUTCDate(start.getUTCDate())
  return dayOrThrow(moved.getTime())
}

/**
 * `to` minus `from`, negative when `to` is earlier; counts the first day and not the last (rule E-02).
 * @throws EngineError `date.invalid`
 */
export function daysBetween(from: string, to: string): number {
  return (startOrThrow(to) - startOrThrow(from)) / DAY_MS
}

/** The day of Shanghai that a moment is of. */
export function dateOf(moment: string): string {
  return formatDateTime(moment).slice(0, 10)
}

/** The first moment of a day of Shanghai. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00${OFFSET}`
}

function startOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`)
}

function startOrThrow(date: string): number {
  if (!isDate(date)) throw new EngineError('date.invalid', { value: date })
  return startOf(date)
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

function dayOrThrow(moment: number): string {
  // Years of more than four digits are written with a sign, and beyond what Date can count there is no text at all.
  const year = new Date(moment).getUTCFullYear()
  if (!(year >= 0 && year <= 9999)) throw new EngineError('date.out-of-range')
  return dayOf(moment)
}
