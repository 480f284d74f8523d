import { isDate } from '../../core/dateTime'
import { messages } from '../messages'
import { DateInput } from './controls/DateInput'
import { defineField } from './definition'

/** A calendar day, `YYYY-MM-DD` on the wire and on the page. */
export const dateField = defineField({
  type: 'date',
  formatter: () => (value) => (isDate(value) ? value : messages.empty),
  Input: DateInput,
})
