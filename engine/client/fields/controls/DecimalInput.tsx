import { useLayoutEffect, useRef, useState, type ChangeEvent } from 'react'
import { cleanDecimalInput, compareDecimals, decimalsOf, formatDecimal, isDecimal, shiftDecimal, toDecimal } from '../../../core/decimal'
import { messages } from '../../messages'
import type { InputProps } from '../definition'
import { inputAttributes } from './inputAttributes'
import './controls.css'

interface DecimalInputProps extends InputProps {
  /** Decimals that may be typed. */
  decimals: number
  /** The typed number is this many powers of ten larger than the value: 2 for a percentage. */
  shift?: number
  /** A value at rest shows all its decimals; otherwise only those it needs. */
  fixed?: boolean
  /** The value is a JSON number, as integers are on the wire. */
  asNumber?: boolean
  suffix?: string
}

/**
 * Types a decimal without ever making a binary number of it (acceptance E6). While it has the focus it shows what was typed, afterwards
 * the value with thousands commas. The value is null as long as nothing usable is typed.
 */
export function DecimalInput(props: DecimalInputProps) {
  const { value, onChange, onBlur, field, decimals, shift = 0, fixed = false, asNumber = false, suffix, autoFocus } = props
  const { placeholder = messages['input.placeholder'] } = props
  const [draft, setDraft] = useState<string>()
  const decimal = toDecimal(value)
  // The draft counts until something else than typing changes the value.
  const text = draft !== undefined && same(typedValue(draft, shift), decimal) ? draft : textAtRest(decimal, decimals, shift, fixed)

  const input = useRef<HTMLInputElement>(null)
  const pressed = useRef(false)
  const entered = useRef(false)
  // What is reached by the keyboard is typed over, as in any input; taking the commas out has just lost the browser's selection.
  useLayoutEffect(() => {
    if (entered.current) input.current?.select()
    entered.current = false
  }, [draft])

  function type(event: ChangeEvent<HTMLInputElement>): void {
    const raw = event.target.value
    // Half-composed input of a Chinese keyboard is not to be touched.
    const typed = (event.nativeEvent as InputEvent).isComposing ? raw : clean(raw)
    setDraft(typed)
    const next = typedValue(typed, shift)
    onChange(next === undefined ? null : asNumber && decimalsOf(next) === 0 ? Number(next) : next)
  }

  function clean(raw: string): string {
    const cleaned = cleanDecimalInput(raw, decimals)
    const negativeAllowed = field.min === undefined || compareDecimals(field.min, '0') < 0
    return negativeAllowed ? cleaned : cleaned.replace(/^-/, '')
  }

  return (
    <span className={suffix ? 'engine-number engine-number-suffixed' : 'engine-number'}>
      <input
        {...inputAttributes(props)}
        ref={input}
        className="engine-input"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        autoFocus={autoFocus}
        value={text}
        placeholder={props.disabled ? undefined : placeholder}
        onChange={type}
        onCompositionEnd={(event) => setDraft(clean(event.currentTarget.value))}
        onPointerDown={() => {
          pressed.current = true
        }}
        onFocus={() => {
          entered.current = !pressed.current
          setDraft(text.replaceAll(',', ''))
        }}
        onBlur={() => {
          pressed.current = false
          setDraft(undefined)
          onBlur?.()
        }}
      />
      {suffix && (
        <span className="engine-number-suffix" aria-hidden="true">
          {suffix}
        </span>
      )}
    </span>
  )
}

/** The value that a text stands for; undefined while it is unfinished (`-`, `.`). `12.` is 12. */
function typedValue(typed: string, shift: number): string | undefined {
  const text = typed.replace(/\.$/, '')
  return isDecimal(text) ? shiftDecimal(text, -shift) : undefined
}

function textAtRest(value: string | undefined, decimals: number, shift: number, fixed: boolean): string {
  if (value === undefined) return ''
  const shown = shiftDecimal(value, shift)
  // More decimals than may be typed are shown, never rounded away: what is saved is what is read.
  return formatDecimal(shown, Math.max(fixed ? decimals : 0, decimalsOf(shown)))
}

function same(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined ? a === b : compareDecimals(a, b) === 0
}
