/**
 * Field types, third layer: how a value of each type is drawn and typed, see engine/core/fields. One file per type holds all of it. A type that
 * is missing here does not compile.
 */
import type { ColumnPlan, FieldPlan, FieldType } from '../../core/plan'
import { copyableCell } from './copyableCell'
import { date } from './date'
import { dateTime } from './dateTime'
import type { Cell, FieldContext, FieldDefinition } from '../fieldDefinition'
import { digit } from './digit'
import { files } from './files'
import { json } from './json'
import { kind } from './kind'
import { money } from './money'
import { percent } from './percent'
import { ref } from './ref'
import { select } from './select'
import { serial } from './serial'
import { status } from './status'
import { switchField } from './switch'
import { text } from './text'
import { textarea } from './textarea'

const fieldTypes: Readonly<Record<FieldType, FieldDefinition>> = {
  text,
  textarea,
  digit,
  money,
  percent,
  date,
  dateTime,
  select,
  switch: switchField,
  ref,
  files,
  serial,
  status,
  json,
  kind,
}

export function fieldTypeOf({ type }: Pick<FieldPlan, 'type'>): FieldDefinition {
  return fieldTypes[type]
}

export function isFieldType(name: string): name is FieldType {
  return Object.hasOwn(fieldTypes, name)
}

/** The cell of a column by its field's type. A display value (`authorName` of `authorId`) is text or a list of texts instead. */
export function cellOf(column: ColumnPlan, context: FieldContext): Cell {
  const { cell, copyable } = fieldTypeOf(column.field)
  return copyable(column.field) ? copyableCell(column.field, context) : cell(column, context)
}
