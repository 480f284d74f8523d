/**
 * Field types, first layer: what a value of each type is, the same in browser and server. One file per type holds all of it; this is the list
 * of what they are while the product runs, schemas.ts of what they are to the compiler. A type that is missing here does not compile.
 *
 *   engine/spec/field.schema.json ──► FieldType ─┬─ engine/core/fields    reading and checking a value, its text, equality; keywords, expressions
 *                                                ├─ engine/server/fields  column, SQL, filters, sheet cells, contract
 *                                                └─ engine/client/fields  cell, input, search, pasting
 */
import { messageText } from '../messages'
import type { FieldPlan, FieldType } from '../plan'
import { trimmed } from './characters'
import { date } from './date'
import { dateTime } from './dateTime'
import { boundText as textOfBound } from './decimals'
import { digit } from './digit'
import { files } from './files'
import { json } from './json'
import { kind } from './kind'
import { readList } from './list'
import { money } from './money'
import { percent } from './percent'
import { ref } from './ref'
import { displayOf } from './references'
import { select } from './select'
import { serial } from './serial'
import { status } from './status'
import { switchValue } from './switch'
import { text } from './text'
import { textarea } from './textarea'
import type { Titles, ValueChecks, ValueType } from './valueType'

export { isInteger } from './decimals'
export { asMasked, maskedText } from './mask'
export { displayOf, ofKind, referenceIn, targetsOf, type Reference } from './references'
export { storedFiles, type StoredFile } from './files'
export { InvalidValue, type Titles, type ValueChecks } from './valueType'
export { trimmed }

const valueTypes: Readonly<Record<FieldType, ValueType>> = {
  text,
  textarea,
  digit,
  money,
  percent,
  date,
  dateTime,
  select,
  switch: switchValue,
  ref,
  files,
  serial,
  status,
  json,
  kind,
}

/** Several values: a list on the wire. */
export function isMultiple(field: FieldPlan): boolean {
  return field.multiple === true || field.ref?.multiple === true
}

/** Kept as attachments beside the record, not in its row. */
export function isAttached({ type }: Pick<FieldPlan, 'type'>): boolean {
  return valueTypes[type].attached
}

/** What a form may fill and a body may say. */
export function isTyped(field: FieldPlan): boolean {
  return !field.readOnly && (!isAttached(field) || field.waits === true)
}

/** The server gives the value with the first save, as a document number. */
export function isGiven({ type }: Pick<FieldPlan, 'type'>): boolean {
  return valueTypes[type].given
}

/** Its text does not say in what it is counted, as that of an amount does not. */
export function isUnitApart({ type }: Pick<FieldPlan, 'type'>): boolean {
  return valueTypes[type].unitApart === true
}

/** Whether the values are fractions that are shown as percentages: 0.05 is shown as 5 %. */
export function isShare({ type }: Pick<FieldPlan, 'type'>): boolean {
  return valueTypes[type].share === true
}

/** Nothing is kept: null, or a list without items. Zero and false are values. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** The field has no value. An empty list of a structured type is a value: whether it is allowed is for its shape to say. */
export function isUnset({ type }: Pick<FieldPlan, 'type'>, value: unknown): boolean {
  return value === '' || (isEmptyValue(value) && !(Array.isArray(value) && valueTypes[type].emptyListIsValue))
}

/** Nothing was entered: nothing that would be kept, and no text but blanks. */
export function isBlank(value: unknown): boolean {
  return isEmptyValue(value) || trimmed(value) === ''
}

/**
 * A value of a request or a form as it is stored, null when it is empty, or why it does not fit. Strict: nothing is converted, cut or rounded,
 * so that what the user sees is what is kept.
 */
export function readValue(field: FieldPlan, raw: unknown, checks: ValueChecks): unknown {
  if (raw === null || raw === undefined || raw === '') return null
  const type = valueTypes[field.type]
  return isMultiple(field) ? readList(raw, (item) => type.read(field, item, checks)) : type.read(field, raw, checks)
}

/** Prepares once per field how its values read; nothing reads '-', several values one after another. */
export function textOf(field: FieldPlan, titles: Titles): (value: unknown) => string {
  const one = valueTypes[field.type].text(field, titles)
  const separator = messageText('value.separator')
  const nothing = messageText('value.none')
  const whole = isMultiple(field) ? (value: unknown) => (Array.isArray(value) ? value.map(one).join(separator) : one(value)) : one
  return (value) => (value === '' || isEmptyValue(value) ? nothing : whole(value))
}

/** What people read of a field in a record: of a reference to an id the display value beside it. */
export function shownOf(field: FieldPlan, record: Readonly<Record<string, unknown>>): unknown {
  const display = record[displayOf(field) ?? field.name]
  return isEmptyValue(display) ? record[field.name] : display
}

/** A bound as the field itself is read: a rate in per cent, thousands commas. */
export function boundText(field: FieldPlan, bound: string): string {
  return textOfBound(valueTypes[field.type].text, field, bound)
}

/** Whether two single values mean the same to a field, typed or stored; of a field with several, two of its items. */
export function sameItem({ type }: Pick<FieldPlan, 'type'>, one: unknown, other: unknown): boolean {
  return valueTypes[type].same(one, other)
}

/** Whether two values of a field mean the same, typed or stored. Blank values are all alike. */
export function sameValue(field: FieldPlan, one: unknown, other: unknown): boolean {
  if (isBlank(one) || isBlank(other)) return isBlank(one) && isBlank(other)
  const { same } = valueTypes[field.type]
  if (!isMultiple(field)) return same(one, other)
  if (!Array.isArray(one) || !Array.isArray(other)) return false
  return one.length === other.length && one.every((item, index) => same(item, other[index]))
}
