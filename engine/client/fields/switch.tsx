import { messageText } from '../../core/messages'
import { SwitchInput } from './controls/SwitchInput'
import type { Choice, FieldDefinition } from '../fieldDefinition'
import { plainField } from './plainField'

const yesNo: readonly Choice[] = [
  { value: 'true', label: messageText('value.yes') },
  { value: 'false', label: messageText('value.no') },
]

/** Yes or no. */
export const switchField: FieldDefinition = {
  ...plainField,
  Input: SwitchInput,
  answered: true,
  searchChoices: () => yesNo,
  given: (_field, text) => (text === 'true' ? true : text === 'false' ? false : null),
  fromAddress: (text) => text === 'true',
  paste(_field, typed) {
    if (typed === messageText('value.yes') || /^(true|yes|y|1)$/i.test(typed)) return true
    return typed === messageText('value.no') || /^(false|no|n|0)$/i.test(typed) ? false : undefined
  },
}
