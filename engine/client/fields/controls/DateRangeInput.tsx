import { messages } from '../../messages'
import type { InputProps } from '../../fieldDefinition'
import type { DateRangeControlProps } from './DateControl'
import { LookAlike } from './LookAlike'
import { sleepingControl, useWakeUp } from '../../ui/wakeUp'

export const dateRangeControl = sleepingControl<DateRangeControlProps>(() =>
  import('./DateControl').then((module) => module.DateRangeControl),
)

interface DateRangeInputProps {
  props: InputProps
  /** `YYYY-MM-DD` or empty. */
  from: string
  to: string
  onChange: (from: string | null, to: string | null) => void
}

/** Two days, either of which may be open. */
export function DateRangeInput({ props, from, to, onChange }: DateRangeInputProps) {
  const { Control, awakening, handlers } = useWakeUp(dateRangeControl)
  const placeholders: [string, string] = [messages['input.rangeStart'], messages['input.rangeEnd']]
  if (Control) return <Control props={props} awakening={awakening} from={from} to={to} onChange={onChange} placeholders={placeholders} />
  const text = from || to ? `${from || placeholders[0]} ~ ${to || placeholders[1]}` : ''
  return (
    <LookAlike
      props={props}
      text={text}
      placeholder={placeholders.join(' ~ ')}
      icon="calendar"
      handlers={handlers}
      onClear={() => onChange(null, null)}
    />
  )
}
