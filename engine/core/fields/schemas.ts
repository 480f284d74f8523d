/** Field types as the compiler and the check of schemas know them; see index.ts. A type that is missing here does not compile. */
import type { Field } from '../../spec/generated/entity'
import type { FieldType } from '../plan'
import { dateSchema } from './date'
import { dateTimeSchema } from './dateTime'
import { digitSchema } from './digit'
import { filesSchema } from './files'
import { jsonSchema } from './json'
import { kindSchema } from './kind'
import { moneySchema } from './money'
import { percentSchema } from './percent'
import { refSchema } from './ref'
import type { FieldOf, SchemaType } from './schemaType'
import { selectSchema } from './select'
import { serialSchema } from './serial'
import { statusSchema } from './status'
import { switchSchema } from './switch'
import { textSchema } from './text'
import { textareaSchema } from './textarea'

const schemaTypes: { readonly [Type in FieldType]: SchemaType<FieldOf<Type>> } = {
  text: textSchema,
  textarea: textareaSchema,
  digit: digitSchema,
  money: moneySchema,
  percent: percentSchema,
  date: dateSchema,
  dateTime: dateTimeSchema,
  select: selectSchema,
  switch: switchSchema,
  ref: refSchema,
  files: filesSchema,
  serial: serialSchema,
  status: statusSchema,
  json: jsonSchema,
  kind: kindSchema,
}

export function schemaTypeOf({ type }: Pick<Field, 'type'>): SchemaType<Field> {
  return schemaTypes[type]
}

export const fieldTypes: readonly string[] = Object.keys(schemaTypes)
