import { isEmpty } from '../../../core/endpoint'
import type { FieldPlan } from '../../../core/plan'
import { useDictionaries } from '../../context'
import { messages } from '../../messages'
import type { Choice, Dictionaries, InputProps } from '../../fieldDefinition'
import { LookAlike } from './LookAlike'
import type { SelectControlProps } from './SelectControl'
import { sleepingControl, useWakeUp } from '../../ui/wakeUp'

export const selectControl = sleepingControl<SelectControlProps>(() => import('./SelectControl').then((module) => module.SelectControl))

/** One or several of a list that is known here: a dictionary, the states, or `choices`. */
export function SelectInput(props: InputProps) {
  const { value, onChange, field, placeholder = messages['input.choose'] } = props
  const { Control, awakening, handlers } = useWakeUp(selectControl, props.autoFocus)
  const choices = useChoices(field, props.choices)
  const chosen = codesOf(value)

  if (!Control) {
    const text = chosen.map((code) => choices.find((choice) => choice.value === code)?.label ?? code).join(messages.enumerate)
    return <LookAlike props={props} text={text} placeholder={placeholder} icon="down" handlers={handlers} onClear={() => onChange(null)} />
  }
  return (
    <Control
      props={props}
      awakening={awakening}
      choices={choices}
      value={field.multiple ? chosen : (chosen[0] ?? null)}
      onChange={onChange}
      placeholder={placeholder}
    />
  )
}

/** What can be chosen of a list that is known here. @param given in place of the dictionary */
export function useChoices({ dictionary }: Pick<FieldPlan, 'dictionary'>, given: readonly Choice[] | undefined): readonly Choice[] {
  const dictionaries = useDictionaries()
  return given ?? choicesOf(dictionary, dictionaries)
}

/** The codes of a value that is one, several or none. */
export function codesOf(value: unknown): string[] {
  if (isEmpty(value)) return []
  return (Array.isArray(value) ? value : [value]).map(String)
}

const choicesByDictionary = new WeakMap<object, readonly Choice[]>()

/** Made once per dictionary: antd builds its option map anew for every new list. */
function choicesOf(name: string | undefined, dictionaries: Dictionaries): readonly Choice[] {
  const dictionary = name === undefined ? undefined : dictionaries[name]
  if (!dictionary) return []
  const known = choicesByDictionary.get(dictionary)
  if (known) return known
  const choices = dictionary.items.map(({ code, title }) => ({ value: code, label: title }))
  choicesByDictionary.set(dictionary, choices)
  return choices
}
