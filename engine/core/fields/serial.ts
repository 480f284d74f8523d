import { characters, notInALine } from './characters'
import { plainSchema, type FieldOf, type SchemaType } from './schemaType'
import type { ValueType } from './valueType'

/** The document number. */
export const serial: ValueType = { ...characters(notInALine), given: true }

export const serialSchema: SchemaType<FieldOf<'serial'>> = {
  ...plainSchema,
  typed: false,
  width: () => 168,
  search: 'contains',
  expression: () => 'text',
}
