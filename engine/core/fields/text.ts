import { messageText } from '../messages'
import { optional } from '../sources/optional'
import { characters, notInALine } from './characters'
import type { MaskPlan } from '../plan'
import { schemaType, type FieldOf } from './schemaType'
import type { ValueType } from './valueType'

/** One line of text. */
export const text: ValueType = {
  ...characters(notInALine),
  text: ({ placeholders }) => (placeholders ? (value) => withTitles(String(value), placeholders) : String),
}

/** A template as people read it. */
function withTitles(template: string, placeholders: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (hole, name: string) =>
    Object.hasOwn(placeholders, name) ? messageText('value.placeholder', { title: placeholders[name] }) : hole,
  )
}

function compileMask(mask: FieldOf<'text'>['mask']): MaskPlan | undefined {
  const [start = 0, end = 0] = mask?.keep ?? []
  return mask && { keep: [start, end], ...optional({ unless: mask.unless }) }
}

/** Longer texts need more room than a typical one. */
const LONG = 60

export const textSchema = /* @__PURE__ */ schemaType<FieldOf<'text'>>({
  width: ({ maxLength = 0 }) => (maxLength > LONG ? 200 : 140),
  listed: true,
  search: 'contains',
  scalar: 'text',
  key: true,
  expression: ({ mask }) => (mask ? 'masked' : 'text'),
  options: ({ maxLength, pattern, patternMessage, copyable, mask, placeholders, codes }) => ({
    maxLength,
    ...optional({ pattern, patternMessage, copyable, mask: compileMask(mask), placeholders, codes }),
  }),
  check: ({ pattern, codes }, check) => {
    check.pattern('pattern', pattern)
    for (const [code, dictionary] of Object.entries(codes?.in ?? {})) check.dictionary(`codes/in/${code}`, dictionary)
  },
})
