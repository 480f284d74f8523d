import { useId } from 'react'
import { fieldTypeOf } from '../../../../engine/client/fields'
import type { InputProps } from '../../../../engine/client/fields/definition'
import type { FieldPlan } from '../../../../engine/core/plan'
import { FormRow } from '../../shell/FormRow'

interface FieldRowProps extends Pick<InputProps, 'choices'> {
  field: FieldPlan
  value: unknown
  problem?: string
  onChange: InputProps['onChange']
}

/** A field of an endpoint's question with the input of its type, for the few forms that are no record. */
export function FieldRow({ field, value, problem, choices, onChange }: FieldRowProps) {
  const { Input } = fieldTypeOf(field)
  const id = useId()
  return (
    <FormRow
      id={id}
      label={field.unit ? `${field.title}（${field.unit}）` : field.title}
      required={field.required === true}
      help={field.help}
      problem={problem}
    >
      <Input
        id={id}
        field={field}
        choices={choices}
        value={value}
        invalid={problem !== undefined}
        describedBy={`${id}-text`}
        onChange={onChange}
      />
    </FormRow>
  )
}
