import { formatDateTime, isDate, isDateTime, readDateTime } from '../../../core/dateTime'
import { messages } from '../../messages'
import type { InputProps } from '../../fieldDefinition'
import type { DateControlProps } from './DateControl'
import { LookAlike } from './LookAlike'
import { sleepingControl, useWakeUp } from '../../ui/wakeUp'

export const dateControl = sleepingControl<DateControlProps>(() => import('./DateControl').then((module) => module.DateControl))

/** A day, `YYYY-MM-DD`; a typed text that is none is given as it is, for the check to mark. */
export function DateInput(props: InputProps) {
  return <Calendar props={props} text={isDate(props.value) ? props.value : ''} time={false} onChange={props.onChange} />
}

/** A moment, ISO 8601 with offset. */
export function DateTimeInput(props: InputProps) {
  const text = isDateTime(props.value) ? formatDateTime(props.value) : ''
  return <Calendar props={props} text={text} time onChange={(typed) => props.onChange(typed && (readDateTime(typed) ?? typed))} />
}

interface CalendarProps {
  props: InputProps
  text: string
  time: boolean
  onChange: (text: string | null) => void
}

function Calendar({ props, text, time, onChange }: CalendarProps) {
  const { placeholder = messages[time ? 'input.chooseTime' : 'input.chooseDate'] } = props
  const { Control, awakening, handlers } = useWakeUp(dateControl, props.autoFocus)
  if (!Control)
    return (
      <LookAlike props={props} text={text} placeholder={placeholder} icon="calendar" handlers={handlers} onClear={() => onChange(null)} />
    )
  return <Control props={props} awakening={awakening} text={text} time={time} onChange={onChange} placeholder={placeholder} />
}
