import { isEmpty } from '../../core/endpoint'
import type { DictionaryItem, FieldPlan } from '../../core/plan'
import { messages } from '../messages'
import { SelectInput } from './controls/SelectInput'
import { Tag } from './controls/Tag'
import { defineField, type FieldContext } from './definition'
import { formatText } from './formatText'

/** One code of a dictionary, or several. A code that the dictionary has lost shows as itself. */
export const selectField = defineField({
  type: 'select',
  formatter: (field, context) => titlesBy(itemsOf(field, context)),
  cell: ({ field }, context) => {
    const items = itemsOf(field, context)
    const titles = titlesBy(items)
    const coloured = [...items.values()].some(({ color }) => color !== undefined)
    if (!coloured) return titles
    return (value) =>
      isEmpty(value) || Array.isArray(value) ? titles(value) : <Tag text={titles(value)} color={items.get(String(value))?.color} />
  },
  Input: SelectInput,
})

function titlesBy(items: ReadonlyMap<string, DictionaryItem>): (value: unknown) => string {
  const title = (code: unknown) => items.get(String(code))?.title ?? formatText(code)
  return (value) => (Array.isArray(value) ? value.map(title).join(messages.enumerate) || messages.empty : title(value))
}

function itemsOf({ dictionary = '' }: FieldPlan, { dictionaries }: FieldContext): Map<string, DictionaryItem> {
  return new Map(dictionaries[dictionary]?.items.map((item) => [item.code, item]))
}
