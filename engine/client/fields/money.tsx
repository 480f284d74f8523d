import { DecimalInput } from './controls/DecimalInput'
import type { FieldDefinition, InputProps } from '../fieldDefinition'
import { givenNumber, pastedNumber } from './numbers'
import { plainField } from './plainField'

/** An amount or unit price. */
export const money: FieldDefinition = { ...plainField, given: givenNumber, Input: MoneyInput, paste: pastedNumber }

function MoneyInput(props: InputProps) {
  const { decimals = 2, unit } = props.field
  return <DecimalInput {...props} decimals={decimals} fixed suffix={unit ?? props.unit} />
}
