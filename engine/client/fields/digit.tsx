import { isInteger } from '../../core/fields'
import { DecimalInput } from './controls/DecimalInput'
import type { FieldDefinition, InputProps } from '../fieldDefinition'
import { givenNumber, pastedNumber } from './numbers'
import { plainField } from './plainField'

/** A count or quantity. */
export const digit: FieldDefinition = { ...plainField, given: givenNumber, Input: DigitInput, paste: pastedNumber }

function DigitInput(props: InputProps) {
  const { field } = props
  return <DecimalInput {...props} decimals={field.decimals ?? 0} asNumber={isInteger(field)} suffix={field.unit} plain={field.plain} />
}
