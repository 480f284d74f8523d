import { SelectInput } from './controls/SelectInput'
import type { Choice, FieldDefinition, InputProps } from '../fieldDefinition'
import { plainField } from './plainField'

const choicesByKinds = new WeakMap<object, readonly Choice[]>()

/** Which kind of record a reference with several targets points to. */
export const kind: FieldDefinition = {
  ...plainField,
  Input: KindInput,
  paste: ({ kinds = {} }, text) => Object.entries(kinds).find(([name, title]) => text === title || text === name)?.[0],
}

function KindInput(props: InputProps) {
  return <SelectInput {...props} choices={choicesOf(props.field.kinds ?? none)} />
}

const none: Record<string, string> = {}

/** Made once per field: antd builds its option map anew for every new list. */
function choicesOf(kinds: Record<string, string>): readonly Choice[] {
  const made = choicesByKinds.get(kinds) ?? Object.entries(kinds).map(([value, label]) => ({ value, label }))
  choicesByKinds.set(kinds, made)
  return made
}
