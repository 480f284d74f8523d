import { optional } from '../compile/optional'
import { characters, notInALine } from './characters'
import { schemaType, type FieldOf } from './schemaType'
import type { ValueType } from './valueType'

/** One line of text. */
export const text: ValueType = characters(notInALine)

/** Longer texts need more room than a typical one. */
const LONG = 60

export const textSchema = /* @__PURE__ */ schemaType<FieldOf<'text'>>({
  width: ({ maxLength = 0 }) => (maxLength > LONG ? 200 : 140),
  listed: true,
  search: 'contains',
  scalar: 'text',
  key: true,
  options: ({ maxLength, pattern, patternMessage, copyable }) => ({ maxLength, ...optional({ pattern, patternMessage, copyable }) }),
  check: ({ pattern }, check) => check.pattern('pattern', pattern),
})
