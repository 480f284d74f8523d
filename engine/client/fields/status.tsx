import { isEmpty } from '../../core/endpoint'
import { textOf } from '../../core/fields'
import { effectiveField, stateMeanwhile } from '../../core/pending'
import { say } from '../messages'
import { SelectInput } from './controls/SelectInput'
import { Tag } from './controls/Tag'
import type { FieldDefinition } from '../fieldDefinition'
import { plainField } from './plainField'

/** A document's state, and whether a change of it waits. Only actions change it, so that the input only ever searches. */
export const status: FieldDefinition = {
  ...plainField,
  cell({ field }, context) {
    const titles = textOf(field, context)
    const items = field.dictionary === undefined ? undefined : context.dictionaries[field.dictionary]?.items
    const colours = new Map((items ?? Object.values(context.states ?? {})).map(({ code, color }) => [code, color]))
    const tag = (value: unknown) => <Tag text={titles(value)} color={colours.get(String(value))} />
    return (value, record) => {
      if (isEmpty(value)) return titles(value)
      const meanwhile = field.dictionary === undefined ? stateMeanwhile({ statusField: field.name }, record) : undefined
      if (meanwhile === undefined || field.name === effectiveField) return tag(value)
      return (
        <span className="engine-tags" title={say('pending.meanwhile', { state: titles(meanwhile) })}>
          {tag(value)}
          <Tag text={say('pending.waits')} color="warning" />
        </span>
      )
    }
  },
  Input: SelectInput,
  given: () => null,
  searchChoices: (states) => states,
}
