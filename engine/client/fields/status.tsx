import { isEmpty } from '../../core/endpoint'
import { textOf } from '../../core/fields'
import { SelectInput } from './controls/SelectInput'
import { Tag } from './controls/Tag'
import type { FieldDefinition } from './definition'
import { plainField } from './plainField'

/** A document's state. Only actions change it, so that the input only ever searches. */
export const status: FieldDefinition = {
  ...plainField,
  cell({ field }, context) {
    const titles = textOf(field, context)
    const items = field.dictionary === undefined ? undefined : context.dictionaries[field.dictionary]?.items
    const colours = new Map((items ?? Object.values(context.states ?? {})).map(({ code, color }) => [code, color]))
    return (value) => (isEmpty(value) ? titles(value) : <Tag text={titles(value)} color={colours.get(String(value))} />)
  },
  Input: SelectInput,
  given: () => null,
  searchChoices: (states) => states,
}
