import { readDate } from '../../core/dateTime'
import { DateInput } from './controls/DateInput'
import type { FieldDefinition } from '../fieldDefinition'
import { plainField } from './plainField'

/** A calendar day. */
export const date: FieldDefinition = { ...plainField, Input: DateInput, range: 'days', paste: (_field, typed) => readDate(typed) }
