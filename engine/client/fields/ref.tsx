import { RefInput } from './controls/RefInput'
import type { FieldDefinition } from './definition'
import { plainField } from './plainField'

/**
 * A row of another entity. What users read is its display value, which a column or record carries beside it. A name is not pasted: to find its
 * row would need a question to the server, and a wrong guess would go unnoticed.
 */
export const ref: FieldDefinition = { ...plainField, Input: RefInput, inputWidth: 200, dialogWidth: () => 160 }
