import { characters } from './characters'
import { schemaType, type FieldOf } from './schemaType'
import type { ValueType } from './valueType'

/** Several lines of text. */
export const textarea: ValueType = characters(/[^\P{Cc}\t\r\n]|\p{Cs}/u)

export const textareaSchema = /* @__PURE__ */ schemaType<FieldOf<'textarea'>>({
  width: () => 220,
  search: 'contains',
  span: 3,
  scalar: 'text',
  options: ({ maxLength }) => ({ maxLength }),
})
