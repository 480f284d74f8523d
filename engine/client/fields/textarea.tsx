import { TextArea } from './controls/TextArea'
import type { FieldDefinition } from '../fieldDefinition'
import { plainField } from './plainField'

/** Several lines of text. */
export const textarea: FieldDefinition = { ...plainField, Input: TextArea, paste: (_field, typed) => typed, inputWidth: 200 }
