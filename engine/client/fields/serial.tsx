import { TextInput } from './controls/TextInput'
import type { FieldDefinition } from '../fieldDefinition'
import { plainField } from './plainField'

/** A document number: given by the server, so that the input only ever searches. */
export const serial: FieldDefinition = { ...plainField, copyable: () => true, Input: TextInput, given: () => null }
