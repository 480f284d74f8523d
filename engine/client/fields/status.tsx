import { isEmpty } from '../../core/endpoint'
import type { FieldPlan } from '../../core/plan'
import { SelectInput } from './controls/SelectInput'
import { Tag } from './controls/Tag'
import { defineField, type FieldContext } from './definition'
import { formatText } from './formatText'

/** A document's state. Only actions change it, so that the input only ever searches. */
export const statusField = defineField({
  type: 'status',
  formatter: (field, context) => {
    const titles = titlesOf(field, context)
    return (value) => (isEmpty(value) ? formatText(value) : (titles.get(String(value))?.title ?? formatText(value)))
  },
  cell: ({ field }, context) => {
    const titles = titlesOf(field, context)
    return (value) => {
      if (isEmpty(value)) return formatText(value)
      const state = titles.get(String(value))
      return <Tag text={state?.title ?? String(value)} color={state?.color} />
    }
  },
  Input: SelectInput,
})

/** A status of another entity than the screen's carries a dictionary of its own. */
function titlesOf({ dictionary }: FieldPlan, { dictionaries, states = {} }: FieldContext): Map<string, { title: string; color?: string }> {
  const items = dictionary === undefined ? undefined : dictionaries[dictionary]?.items
  return new Map(items?.map((item) => [item.code, item]) ?? Object.entries(states))
}
