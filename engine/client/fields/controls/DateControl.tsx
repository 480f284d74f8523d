import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useRef, type ReactNode } from 'react'
import type { InputProps } from '../definition'
import type { Awakening } from './wakeUp'

export interface DateControlProps {
  props: InputProps
  awakening: Awakening | undefined
  /** Wall clock text: `YYYY-MM-DD`, with ` HH:mm:ss` when `time`. */
  text: string
  time: boolean
  onChange: (text: string | null) => void
  placeholder: string
}

/** antd's date picker, loaded when the first look-alike is touched. It only ever sees wall clock texts, so that no time zone moves a day. */
export function DateControl({ props, awakening, text, time, onChange, placeholder }: DateControlProps) {
  return (
    <EnterTakesDay awakening={awakening}>
      {(onOpenChange) => (
        <DatePicker
          {...pickerAttributes(props, awakening)}
          showTime={time}
          placeholder={placeholder}
          value={text ? dayjs(text) : null}
          onOpenChange={onOpenChange}
          onChange={(day) => onChange(day ? day.format(formatOf(time)) : null)}
        />
      )}
    </EnterTakesDay>
  )
}

export interface DateRangeControlProps {
  props: InputProps
  awakening: Awakening | undefined
  /** `YYYY-MM-DD` or empty. */
  from: string
  to: string
  onChange: (from: string | null, to: string | null) => void
  placeholders: [string, string]
}

export function DateRangeControl({ props, awakening, from, to, onChange, placeholders }: DateRangeControlProps) {
  return (
    <EnterTakesDay awakening={awakening}>
      {(onOpenChange) => (
        <DatePicker.RangePicker
          {...pickerAttributes(props, awakening)}
          allowEmpty={[true, true]}
          placeholder={placeholders}
          value={[dayOf(from), dayOf(to)]}
          onOpenChange={onOpenChange}
          onChange={(days) => onChange(days?.[0]?.format(formatOf(false)) ?? null, days?.[1]?.format(formatOf(false)) ?? null)}
        />
      )}
    </EnterTakesDay>
  )
}

interface EnterProps {
  awakening: Awakening | undefined
  children: (onOpenChange: (open: boolean) => void) => ReactNode
}

/** Enter takes the day that was typed while the calendar is open; only after that it sends the form around it. */
function EnterTakesDay({ awakening, children }: EnterProps) {
  const open = useRef(awakening === 'press')
  return (
    <span
      role="presentation"
      className="engine-keys"
      // Before the picker, which closes with the same key.
      onKeyDownCapture={(event) => {
        if (event.key === 'Enter' && open.current) event.preventDefault()
      }}
    >
      {children((next) => {
        open.current = next
      })}
    </span>
  )
}

function pickerAttributes(props: InputProps, awakening: Awakening | undefined) {
  return {
    id: props.id,
    className: 'engine-awake',
    autoFocus: awakening !== 'hover',
    defaultOpen: awakening === 'press',
    disabled: props.disabled,
    status: props.invalid ? ('error' as const) : undefined,
    'aria-invalid': props.invalid || undefined,
    'aria-describedby': props.describedBy,
    'aria-label': props.label,
    onBlur: props.onBlur,
  }
}

function formatOf(time: boolean): string {
  return time ? 'YYYY-MM-DD HH:mm:ss' : 'YYYY-MM-DD'
}

function dayOf(text: string): Dayjs | null {
  return text ? dayjs(text) : null
}
