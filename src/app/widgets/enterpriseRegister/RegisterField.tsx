import { use, useId } from 'react'
import { fieldTypeOf } from '../../../../engine/client/fields'
import type { InputProps } from '../../../../engine/client/fieldDefinition'
import type { FieldPlan } from '../../../../engine/core/plan'
import { FormRow } from '../../ui/FormRow'
import { codeLists } from './codeLists'

interface RegisterFieldProps {
  field: FieldPlan
  value: unknown
  problem: string | undefined
  onChange: InputProps['onChange']
}

/** A field of the registration with the input of its type. */
export function RegisterField({ field, value, problem, onChange }: RegisterFieldProps) {
  const { Input } = fieldTypeOf(field)
  const id = useId()
  const items = field.dictionary === undefined ? undefined : use(codeLists())[field.dictionary]?.items
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
        choices={items?.map(({ code, title }) => ({ value: code, label: title }))}
        value={value}
        invalid={problem !== undefined}
        describedBy={`${id}-text`}
        onChange={onChange}
      />
    </FormRow>
  )
}
