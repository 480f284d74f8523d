import { characters, notInALine } from './characters'
import { schemaType, type FieldOf } from './schemaType'
import type { ValueType } from './valueType'

/** The document's state. Of another entity than the one whose record is read, it carries a dictionary of its own. */
export const status: ValueType = {
  ...characters(notInALine),
  text({ dictionary }, { dictionaries, states = {} }) {
    const items = dictionary === undefined ? undefined : dictionaries[dictionary]?.items
    const titles = new Map<string, { title: string }>(items?.map((item) => [item.code, item]) ?? Object.entries(states))
    return (value) => titles.get(String(value))?.title ?? String(value)
  },
}

export const statusSchema = /* @__PURE__ */ schemaType<FieldOf<'status'>>({
  typed: false,
  addressable: false,
  width: () => 100,
  listed: true,
  scalar: 'text',
  codes: (_field, { states = {} }) => Object.keys(states),
})
