import { isEmpty } from '../../core/endpoint'
import { messages } from '../messages'
import { SwitchInput } from './controls/SwitchInput'
import { defineField } from './definition'

export const switchField = defineField({
  type: 'switch',
  formatter: () => (value) => (isEmpty(value) ? messages.empty : value === true || value === 'true' ? messages.yes : messages.no),
  Input: SwitchInput,
})
