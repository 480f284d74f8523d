import { messages } from '../../messages'
import type { InputProps } from '../../fieldDefinition'
import { inputAttributes } from './inputAttributes'
import './controls.css'

/** A plain input in antd's look: its own component costs five times as much, and a search form has a dozen. */
export function TextInput(props: InputProps) {
  const { value, onChange, field, placeholder = messages['input.placeholder'], autoFocus } = props
  return (
    <input
      {...inputAttributes(props)}
      className="engine-input"
      type="text"
      autoComplete="off"
      autoFocus={autoFocus}
      value={typeof value === 'string' ? value : ''}
      maxLength={field.maxLength}
      placeholder={props.disabled ? undefined : placeholder}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
