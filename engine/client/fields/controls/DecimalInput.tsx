import { useLayoutEffect, useRef, useState, type ChangeEvent } from 'react'
import {
  cleanDecimalInput,
  compareDecimals,
  decimalsOf,
  formatDecimal,
  isDecimal,
  isOtherNotation,
  shiftDecimal,
  toDecimal,
} from '../../../core/decimal'
import { messages } from '../../messages'
import type { InputProps } from '../../fieldDefinition'
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
  /** No thousands commas, as in a year. */
  plain?: boolean
}

/**
 * Types a decimal without ever making a binary number of it (acceptance E6). While it has the focus it shows what was typed, afterwards
 * the value with thousands commas. The value is null as long as nothing usable is typed; a number in a notation that is not ours (`1e5`,
 * `12万`) is kept as it was typed, so that the check marks it.
 */
export function DecimalInput(props: DecimalInputProps) {
  const { value, onChange, onBlur, decimals, shift = 0, fixed = false, asNumber = false, suffix, plain = false, autoFocus } = props
  const { placeholder = messages['input.placeholder'] } = props
  const [draft, setDraft] = useState<string>()
  // The draft counts until something else than typing changes the value.
  const atRest = textAtRest(value, decimals, shift, fixed)
  const text = draft !== undefined && same(typedValue(draft, shift), value) ? draft : plain ? atRest.replaceAll(',', '') : atRest

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
    take((event.nativeEvent as InputEvent).isComposing ? raw : clean(raw))
  }

  function take(typed: string): void {
    setDraft(typed)
    const next = typedValue(typed, shift)
    onChange(asNumber && isDecimal(next) && decimalsOf(next) === 0 ? Number(next) : next)
  }

  function clean(raw: string): string {
    return isOtherNotation(raw) ? raw : cleanDecimalInput(raw, decimals)
  }

  return (
    <span className={suffix ? 'engine-number engine-number-suffixed' : 'engine-number'}>
      <input
        {...inputAttributes(props)}
        ref={input}
        className="engine-input"
        type="text"
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        autoFocus={autoFocus}
        value={text}
        placeholder={props.disabled ? undefined : placeholder}
        onChange={type}
        onCompositionEnd={(event) => take(clean(event.currentTarget.value))}
        onPointerDown={() => {
          pressed.current = true
        }}
        onFocus={() => {
          entered.current = !pressed.current
          setDraft(isOtherNotation(text) ? text : text.replaceAll(',', ''))
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

/** The value that a text stands for: null while it is unfinished (`-`, `.`), the text itself where it is no number. `12.` is 12. */
function typedValue(typed: string, shift: number): string | null {
  if (isOtherNotation(typed)) return typed
  const text = typed.replace(/\.$/, '')
  return isDecimal(text) ? shiftDecimal(text, -shift) : null
}

function textAtRest(value: unknown, decimals: number, shift: number, fixed: boolean): string {
  const decimal = toDecimal(value)
  if (decimal === undefined) return typeof value === 'string' ? value : ''
  const shown = shiftDecimal(decimal, shift)
  // More decimals than may be typed are shown, never rounded away: what is saved is what is read.
  return formatDecimal(shown, Math.max(fixed ? decimals : 0, decimalsOf(shown)))
}

function same(typed: string | null, value: unknown): boolean {
  const [a, b] = [toDecimal(typed), toDecimal(value)]
  return a === undefined || b === undefined ? a === b && (typed ?? '') === (value ?? '') : compareDecimals(a, b) === 0
}
