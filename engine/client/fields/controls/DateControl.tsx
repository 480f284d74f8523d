import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useRef, type ComponentProps, type ReactNode, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { formatDateTime, readDate, readDateTime } from '../../../core/dateTime'
import type { InputProps } from '../../fieldDefinition'
import type { Awakening } from '../../ui/wakeUp'
import { clearIcon } from './clearIcon'

export interface DateControlProps {
  props: InputProps
  awakening: Awakening | undefined
  /** Wall clock text: `YYYY-MM-DD`, with ` HH:mm:ss` when `time`. */
  text: string
  time: boolean
  /** In the same form, or what was typed that is none. */
  onChange: (text: string | null) => void
  placeholder: string
}

/** antd's date picker, loaded when the first look-alike is touched. It only ever sees wall clock texts, so that no time zone moves a day. */
export function DateControl({ props, awakening, text, time, onChange, placeholder }: DateControlProps) {
  // The picker forgets a typed moment that was not confirmed, and what is no day: of the one nothing may be lost, of the other the check is
  // to say what is wrong.
  function leave(typed: string): void {
    const isRead = (time ? dayAndTime(typed) : readDate(typed)) !== undefined
    if (typed === '' || !isRead || (time && typed !== text)) onChange(typed || null)
  }

  return (
    <Typing awakening={awakening} onLeft={leave}>
      {(onOpenChange) => (
        <DatePicker
          {...pickerAttributes(props, awakening)}
          components={time ? momentInput : dayInput}
          showTime={time}
          placeholder={placeholder}
          preserveInvalidOnBlur
          value={text ? dayjs(text) : null}
          onOpenChange={onOpenChange}
          onChange={(day) => onChange(day ? day.format(formatOf(time)) : null)}
        />
      )}
    </Typing>
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
    <Typing awakening={awakening}>
      {(onOpenChange) => (
        <DatePicker.RangePicker
          {...pickerAttributes(props, awakening)}
          components={dayInput}
          allowEmpty={[true, true]}
          placeholder={placeholders}
          value={[dayOf(from), dayOf(to)]}
          onOpenChange={onOpenChange}
          onChange={(days) => onChange(days?.[0]?.format(formatOf(false)) ?? null, days?.[1]?.format(formatOf(false)) ?? null)}
        />
      )}
    </Typing>
  )
}

interface TypingProps {
  awakening: Awakening | undefined
  /** The field was left with this text typed, as far as possible in the form that is shown. */
  onLeft?: (text: string) => void
  children: (onOpenChange: (open: boolean) => void) => ReactNode
}

/** Around a picker: Enter takes the day while the calendar is open; only after that it sends the form around it. */
function Typing({ awakening, onLeft, children }: TypingProps) {
  const open = useRef(awakening === 'press')
  const typed = useRef(false)
  return (
    <span
      role="presentation"
      className="engine-keys"
      onInputCapture={() => {
        typed.current = true
      }}
      // Before the picker, which closes with the same key.
      onKeyDownCapture={(event) => {
        if (event.key === 'Enter' && open.current) event.preventDefault()
      }}
      onBlur={({ target }) => {
        if (typed.current && target instanceof HTMLInputElement) onLeft?.(target.value)
        typed.current = false
      }}
    >
      {children((next) => {
        open.current = next
      })}
    </span>
  )
}

/** Inputs of pickers, each the same for all of them: another one would take the focus away. */
const dayInput = { input: (props: ComponentProps<'input'>) => <TypedInput {...props} readAs={readDate} /> }
const momentInput = { input: (props: ComponentProps<'input'>) => <TypedInput {...props} readAs={dayAndTime} /> }

interface TypedInputProps extends ComponentProps<'input'> {
  /** The text as the picker shows it; undefined when it is none. */
  readAs: (text: string) => string | undefined
}

/**
 * A picker takes a typed day only as it shows it: a day in any way that people write one is written as the picker does when the field is
 * left or Enter is pressed.
 */
function TypedInput({ readAs, ...props }: TypedInputProps) {
  function writeAsShown(event: SyntheticEvent<HTMLInputElement>): void {
    const input = event.currentTarget
    const shown = readAs(input.value)
    if (shown === undefined || shown === input.value) return
    input.value = shown
    // At once: the picker reads it with the event that comes next.
    flushSync(() => props.onChange?.({ ...event, target: input }))
  }

  return (
    <input
      {...props}
      onKeyDownCapture={(event) => {
        if (event.key === 'Enter' || event.key === 'Tab') writeAsShown(event)
      }}
      onBlurCapture={writeAsShown}
    />
  )
}

function dayAndTime(text: string): string | undefined {
  const moment = readDateTime(text)
  return moment && formatDateTime(moment)
}

function pickerAttributes(props: InputProps, awakening: Awakening | undefined) {
  return {
    id: props.id,
    className: 'engine-awake',
    allowClear: { clearIcon },
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
