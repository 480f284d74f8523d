/** What columns of several types share. */
import { addDays, isDate, startOfDay } from '../../core/dateTime'
import type { FilterType, RowType } from './serverType'

/** Longest text that is looked for. */
const MAX_TEXT = 200
const ID = /^\d{1,18}$/

/** A column that drivers and JSON take as it is. */
export const plainRow = {
  encode: (value) => value,
  wire: (_field, value) => value,
  sortKey: false,
  names: false,
} satisfies Partial<RowType>

/** Each parameter stands for itself. */
export function oneValue(parameter: FilterType['parameter']): FilterType {
  return { parameter, span: () => undefined }
}

/** Texts and codes; the id of a row is a text too. */
export const textFilter: FilterType = oneValue((field, value) => (field.name === 'id' ? idParameter(value) : textParameter(value)))

/** A column of texts. */
export const textRow: RowType = { ...plainRow, column: () => 'text', filter: textFilter }

/** Ids are digits; a JSON number is taken too. */
export function idParameter(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && ID.test(text) ? text : undefined
}

export function textParameter(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  // NUL is no character of PostgreSQL's text.
  return typeof text === 'string' && text.length <= MAX_TEXT && !text.includes('\0') ? text : undefined
}

/** A day that PostgreSQL knows too (it has no year 0), and that has a day after it. */
export function isDay(value: unknown): value is string {
  return isDate(value) && value >= '0001' && value < '9999'
}

/** The moments of a day of Shanghai. */
export function momentsOf(day: string): { from: string; before: string } {
  return { from: startOfDay(day), before: startOfDay(addDays(day, 1)) }
}
