import { formatDateTime } from '../../core/dateTime'
import { DateTimeInput } from './controls/DateInput'
import { defineField } from './definition'

/** A moment: ISO 8601 with offset on the wire, the wall clock of Shanghai on the page. */
export const dateTimeField = defineField({ type: 'dateTime', formatter: () => formatDateTime, Input: DateTimeInput })
