import type { InputProps } from '../../fieldDefinition'
import type { WakeUpHandlers } from '../../ui/wakeUp'
import { inputAttributes } from './inputAttributes'
import './controls.css'

interface LookAlikeProps {
  props: InputProps
  text: string
  placeholder: string
  icon: 'down' | 'calendar'
  /** From `useWakeUp`. */
  handlers: WakeUpHandlers
  /** By Delete or Backspace, as the control that it stands for. */
  onClear: () => void
}

/** A select or date picker at rest: looks and reads like one, and is a button that a label can point to. */
export function LookAlike({ props, text, placeholder, icon, handlers, onClear }: LookAlikeProps) {
  return (
    <button
      {...inputAttributes(props)}
      type="button"
      role="combobox"
      aria-expanded="false"
      aria-controls={props.id && `${props.id}_list`}
      aria-haspopup={icon === 'down' ? 'listbox' : 'dialog'}
      className="engine-look"
      onKeyDown={({ key }) => (key === 'Delete' || key === 'Backspace') && text !== '' && onClear()}
      {...handlers}
    >
      <span className={text ? 'engine-look-text' : 'engine-look-text engine-look-empty'}>
        {text || (props.disabled ? '' : placeholder)}
      </span>
      <svg className="engine-look-icon" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
        <path d={icon === 'down' ? 'M2 5l6 6 6-6' : 'M1.5 3h13v11h-13zM1.5 6.5h13M5 1v3.5M11 1v3.5'} />
      </svg>
    </button>
  )
}
