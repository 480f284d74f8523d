import { messages } from '../../messages'
import type { InputProps } from '../../fieldDefinition'
import { inputAttributes } from './inputAttributes'
import './controls.css'

export function TextArea(props: InputProps) {
  const { value, onChange, field, placeholder = messages['input.placeholder'], autoFocus } = props
  return (
    <textarea
      {...inputAttributes(props)}
      className="engine-input"
      rows={3}
      autoFocus={autoFocus}
      value={typeof value === 'string' ? value : ''}
      maxLength={field.maxLength}
      placeholder={props.disabled ? undefined : placeholder}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
