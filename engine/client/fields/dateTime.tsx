import { readDateTime } from '../../core/dateTime'
import { DateTimeInput } from './controls/DateInput'
import type { FieldDefinition } from '../fieldDefinition'
import { plainField } from './plainField'

/** A moment, typed as the wall clock of Shanghai. */
export const dateTime: FieldDefinition = {
  ...plainField,
  Input: DateTimeInput,
  range: 'days',
  paste: (_field, typed) => readDateTime(typed),
  inputWidth: 200,
}
