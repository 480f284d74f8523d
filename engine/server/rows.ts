/**
 * Between a row of the database and a record: `author_id` and `authorId`, and each value in the form it has on the wire and in
 * rules. Ids, decimals, days and moments are texts, integers are numbers, several values are lists.
 */
import { roundDecimal } from '../core/decimal'
import type { FieldPlan } from '../core/plan'

export type Fields = Readonly<Record<string, FieldPlan>>
export type Row = Record<string, unknown>

export function byName(fields: readonly FieldPlan[]): Fields {
  return Object.fromEntries(fields.map((field) => [field.name, field]))
}

/** `authorId` → `author_id`. */
export function toColumn(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

type Decode = (value: unknown) => unknown
interface Decoder {
  name: string
  column: string
  decode: Decode
}

/** Decoders are chosen once per field map, not once per row. */
const decoders = new WeakMap<Fields, Decoder[]>()

/**
 * The record of a row as the drivers give it (columns in snake case). Fields that the row does not carry are left out; of the others,
 * empty ones are null.
 */
export function decodeRow(fields: Fields, row: Row): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const { name, column, decode } of decodersOf(fields)) {
    const value = row[column]
    if (value !== undefined) record[name] = value === null ? null : decode(value)
  }
  return record
}

/**
 * Column values of those fields that `values` has and the table stores; undefined means "not said" and is left out. Values are
 * expected to be checked already.
 */
export function encodeValues(fields: Fields, values: Record<string, unknown>): Row {
  const row: Row = {}
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field?.stored && value !== undefined) row[toColumn(name)] = encode(field, value)
  }
  return row
}

export function isMultiple(field: FieldPlan): boolean {
  return field.multiple === true || field.ref?.multiple === true
}

/** A digit field without decimals: a JSON number on the wire. */
export function isInteger(field: FieldPlan): boolean {
  return field.type === 'digit' && (field.decimals ?? 0) === 0
}

function decodersOf(fields: Fields): Decoder[] {
  let known = decoders.get(fields)
  if (known === undefined) {
    known = Object.values(fields).map((field) => ({ name: field.name, column: toColumn(field.name), decode: decoderOf(field) }))
    decoders.set(fields, known)
  }
  return known
}

function decoderOf(field: FieldPlan): Decode {
  if (isMultiple(field)) return (list) => (list as unknown[]).map(String)
  switch (field.type) {
    case 'digit':
    case 'money':
    case 'percent':
      return isInteger(field) ? Number : fixedTo(field.decimals ?? 0)
    case 'switch':
    case 'json':
    case 'files':
      return (value) => value
    default:
      return String
  }
}

function fixedTo(decimals: number): Decode {
  return (value) => {
    const text = String(value)
    // What numeric(18,d) gives has its places already; a named SQL value may have others.
    const point = text.indexOf('.')
    return point >= 0 && text.length - point - 1 === decimals ? text : roundDecimal(text, decimals)
  }
}

function encode(field: FieldPlan, value: unknown): unknown {
  // A driver would take a list for an SQL array.
  return field.type === 'json' && value !== null ? JSON.stringify(value) : value
}
