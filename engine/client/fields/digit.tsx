import { formatDecimal } from '../../core/decimal'
import type { FieldPlan } from '../../core/plan'
import { messages } from '../messages'
import { DecimalInput } from './controls/DecimalInput'
import { defineField, type InputProps } from './definition'

export const digitField = defineField({
  type: 'digit',
  formatter: (field) => {
    const { decimals = 0, unit } = field
    if (!unit) return (value) => formatDecimal(value, decimals)
    return (value) => {
      const text = formatDecimal(value, decimals)
      return text === messages.empty ? text : `${text} ${unit}`
    }
  },
  Input: DigitInput,
})

function DigitInput(props: InputProps) {
  return (
    <DecimalInput
      {...props}
      decimals={decimalsOfField(props.field)}
      asNumber={decimalsOfField(props.field) === 0}
      suffix={props.field.unit}
    />
  )
}

function decimalsOfField(field: FieldPlan): number {
  return field.decimals ?? 0
}
