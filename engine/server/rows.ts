/** From a record to a row of the database: `authorId` and `author_id`. What is read comes as JSON from read/shape.ts. */
import type { Fields } from '../core/record/values'
import { rowTypeOf } from './fields'

export type Row = Record<string, unknown>

/** `authorId` → `author_id`. */
export function toColumn(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
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
