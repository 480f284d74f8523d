import { shiftDecimal } from '../../core/decimal'
import { PERCENT_SHIFT } from '../../core/fields/percent'
import { DecimalInput } from './controls/DecimalInput'
import type { FieldDefinition, InputProps } from '../fieldDefinition'
import { givenNumber, pastedDecimal } from './numbers'
import { plainField } from './plainField'

/** A rate, typed in per cent: `13` and `13%` are the same, and `0.13` is less than one per cent. */
export const percent: FieldDefinition = {
  ...plainField,
  Input: PercentInput,
  given: givenNumber,
  paste(_field, typed) {
    const decimal = pastedDecimal(typed.replace(/\s*[%\uff05]$/, ''))
    return decimal === undefined ? undefined : shiftDecimal(decimal, -PERCENT_SHIFT)
  },
}

function PercentInput(props: InputProps) {
  const { decimals = 4 } = props.field
  return <DecimalInput {...props} decimals={decimals - PERCENT_SHIFT} shift={PERCENT_SHIFT} fixed suffix="%" />
}
