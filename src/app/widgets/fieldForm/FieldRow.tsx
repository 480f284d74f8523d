import { useId } from 'react'
import { fieldTypeOf } from '../../../../engine/client/fields'
import type { InputProps } from '../../../../engine/client/fields/definition'
import type { FieldPlan } from '../../../../engine/core/plan'
import { FormRow } from '../../shell/FormRow'

interface FieldRowProps extends Pick<InputProps, 'display' | 'loadOptions' | 'choices' | 'disabled'> {
  field: FieldPlan
  value: unknown
  problem?: string
  wide?: boolean
  onChange: InputProps['onChange']
}

/** A field of an endpoint's question with the input of its type, for the few forms that are no record. */
export function FieldRow({ field, value, problem, wide, onChange, ...input }: FieldRowProps) {
  const { Input } = fieldTypeOf(field)
  const id = useId()
  return (
    <FormRow
      id={id}
      label={field.unit ? `${field.title}（${field.unit}）` : field.title}
      required={field.required === true}
      help={field.help}
      problem={problem}
      wide={wide}
    >
      <Input
        {...input}
        id={id}
        field={field}
        value={value}
        invalid={problem !== undefined}
        describedBy={`${id}-text`}
        onChange={onChange}
      />
    </FormRow>
  )
}
