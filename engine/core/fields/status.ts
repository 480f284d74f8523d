import { characters, notInALine } from './characters'
import { plainSchema, type FieldOf, type SchemaType } from './schemaType'
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

export const statusSchema: SchemaType<FieldOf<'status'>> = {
  ...plainSchema,
  typed: false,
  width: () => 100,
  listed: true,
  expression: () => 'text',
  codes: (_field, { states = {} }) => Object.keys(states),
}
