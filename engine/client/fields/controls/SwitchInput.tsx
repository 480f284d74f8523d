import type { InputProps } from '../../fieldDefinition'
import { inputAttributes } from './inputAttributes'
import { SelectInput } from './SelectInput'
import './controls.css'

/** On or off; where neither is an answer too (a search form gives `choices`), a select. */
export function SwitchInput(props: InputProps) {
  const { value, onChange, choices } = props
  if (choices) {
    return (
      <SelectInput
        {...props}
        value={value === undefined || value === null ? value : String(value)}
        onChange={(choice) => onChange(choice === null ? null : choice === 'true')}
      />
    )
  }
  return (
    <button
      {...inputAttributes(props)}
      type="button"
      role="switch"
      className="engine-switch"
      aria-checked={value === true}
      autoFocus={props.autoFocus}
      onClick={() => onChange(value !== true)}
    />
  )
}
