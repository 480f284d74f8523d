/**
 * Field types, second layer: what a value of each type is on the server, see engine/core/fields. One file per type holds all of it. A type that
 * is missing here does not compile.
 */
import type { FieldPlan, FieldType } from '../../core/plan'
import { date } from './date'
import { dateTime } from './dateTime'
import { digit } from './digit'
import { files } from './files'
import { json } from './json'
import { kind } from './kind'
import { money } from './money'
import { percent } from './percent'
import { ref } from './ref'
import { select } from './select'
import { serial } from './serial'
import type { RowType, ServerType } from './serverType'
import { status } from './status'
import { switchType } from './switch'
import { text } from './text'
import { textarea } from './textarea'

const serverTypes: Readonly<Record<FieldType, ServerType>> = {
  text,
  textarea,
  digit,
  money,
  percent,
  date,
  dateTime,
  select,
  switch: switchType,
  ref,
  files,
  serial,
  status,
  json,
  kind,
}

export function serverTypeOf({ type }: Pick<FieldPlan, 'type'>): ServerType {
  return serverTypes[type]
}

/** @throws TypeError for attachments, which have no place in a row */
export function rowTypeOf(field: Pick<FieldPlan, 'type' | 'name'>): RowType {
  const { row } = serverTypes[field.type]
  if (!row) throw new TypeError(`${field.name} has no column: it is kept as attachments`)
  return row
}
