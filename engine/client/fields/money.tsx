import { formatDecimal } from '../../core/decimal'
import { DecimalInput } from './controls/DecimalInput'
import { defineField, type InputProps } from './definition'

const AMOUNT_DECIMALS = 2

export const moneyField = defineField({
  type: 'money',
  formatter:
    ({ decimals = AMOUNT_DECIMALS }) =>
    (value) =>
      formatDecimal(value, decimals),
  Input: MoneyInput,
})

function MoneyInput(props: InputProps) {
  return <DecimalInput {...props} decimals={props.field.decimals ?? AMOUNT_DECIMALS} fixed suffix={props.field.unit} />
}
