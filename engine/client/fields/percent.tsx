import { formatPercent } from '../../core/decimal'
import { DecimalInput } from './controls/DecimalInput'
import { defineField, type InputProps } from './definition'

const FRACTION_DECIMALS = 4

/** Stored as a fraction (0.7000), typed and shown in per cent (70.00 %). */
export const percentField = defineField({
  type: 'percent',
  formatter:
    ({ decimals = FRACTION_DECIMALS }) =>
    (value) =>
      formatPercent(value, decimals - 2),
  Input: PercentInput,
})

function PercentInput(props: InputProps) {
  return <DecimalInput {...props} decimals={(props.field.decimals ?? FRACTION_DECIMALS) - 2} shift={2} fixed suffix="%" />
}
