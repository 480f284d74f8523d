import { characters, notInALine } from './characters'
import { schemaType, type FieldOf } from './schemaType'
import type { ValueType } from './valueType'

/** The document number. */
export const serial: ValueType = { ...characters(notInALine), given: true }

export const serialSchema = /* @__PURE__ */ schemaType<FieldOf<'serial'>>({
  typed: false,
  addressable: false,
  width: () => 176,
  search: 'contains',
  scalar: 'text',
})
