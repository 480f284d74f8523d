/** From a record to a row of the database: `authorId` and `author_id`. What is read comes as JSON from read/shape.ts. */
import type { Fields } from '../core/record/values'
import { toSnake } from '../core/sources/names'
import { rowTypeOf } from './fields'

export type Row = Record<string, unknown>

/** Field name → column name: every statement asks for the same few thousand names, so each is converted once. */
const columns = new Map<string, string>()
/** More than any product has; a name that comes from somewhere else is not kept for ever. */
const MAX_COLUMNS = 20_000

/** `authorId` → `author_id`. */
export function toColumn(name: string): string {
  const known = columns.get(name)
  if (known !== undefined) return known
  const column = toSnake(name)
  if (columns.size < MAX_COLUMNS) columns.set(name, column)
  return column
}

/**
 * Column values of those fields that `values` has and the table stores; undefined means "not said" and is left out. Values are
 * expected to be checked already.
 */
export function encodeValues(fields: Fields, values: Record<string, unknown>): Row {
  const row: Row = {}
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field?.stored && value !== undefined) row[toColumn(name)] = value === null ? null : rowTypeOf(field).encode(value)
  }
  return row
}
