import { isInteger } from '../../core/fields'
import { DecimalInput } from './controls/DecimalInput'
import type { FieldDefinition, InputProps } from '../fieldDefinition'
import { givenNumber, pastedNumber } from './numbers'
import { plainField } from './plainField'

/** A count or quantity. */
export const digit: FieldDefinition = { ...plainField, given: givenNumber, Input: DigitInput, paste: pastedNumber }

function DigitInput(props: InputProps) {
  const { decimals = 0, unit, plain } = props.field
  return <DecimalInput {...props} decimals={decimals} asNumber={isInteger(props.field)} suffix={unit ?? props.unit} plain={plain} />
}
