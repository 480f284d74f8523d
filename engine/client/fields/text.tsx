import { TextInput } from './controls/TextInput'
import type { FieldDefinition } from '../fieldDefinition'
import { plainField } from './plainField'

/** One line of text. */
export const text: FieldDefinition = {
  ...plainField,
  copyable: (field) => field.copyable === true,
  Input: TextInput,
  paste: (_field, typed) => typed,
  dialogWidth: ({ maxLength = 0, readOnly }) => (maxLength > 40 ? 160 : maxLength > 20 || !readOnly ? 110 : 60),
}
