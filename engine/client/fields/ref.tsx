import { RefInput } from './controls/RefInput'
import type { FieldDefinition } from '../fieldDefinition'
import { plainField } from './plainField'

/**
 * A row of another entity. What users read is its display value, which a column or record carries beside it. A pasted name or code is looked up
 * (form/lookUp.ts), so it has no value by itself.
 */
export const ref: FieldDefinition = { ...plainField, Input: RefInput, inputWidth: 200, dialogWidth: () => 160 }
