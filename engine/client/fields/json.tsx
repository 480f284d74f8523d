import { say } from '../messages'
import type { FieldDefinition, InputProps } from '../fieldDefinition'
import { plainField } from './plainField'

/** A structured value: the product registers a widget for its shape, so that this type's own input is only ever a mistake made visible. */
export const json: FieldDefinition = { ...plainField, Input: NoInput, given: () => null }

function NoInput({ field }: InputProps) {
  return (
    <span role="alert" className="engine-problem">
      {say('input.json', { field: field.name })}
    </span>
  )
}
