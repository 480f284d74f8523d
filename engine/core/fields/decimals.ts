import { compareDecimals, decimalsOf, roundDecimal, toDecimal } from '../decimal'
import type { FieldPlan } from '../plan'
import { InvalidValue, type ValueType } from './valueType'

/** Digits of numeric(18, d). */
const NUMERIC_DIGITS = 18
const MAX_INTEGER = '2147483647'

/** A number without decimals: a JSON number on the wire and an integer in the table; all others are exact decimals as texts. */
export function isInteger({ decimals }: FieldPlan): boolean {
  return decimals === 0
}

/**
 * What number types have in common.
 * @param shift places by which a typed number is larger than the stored one: a rate is typed in per cent
 * @param bound how a bound reads
 */
export function decimals(shift: number, text: ValueType['text']): ValueType {
  return {
    attached: false,
    given: false,
    emptyListIsValue: false,
    read: (field, raw) => readNumber(field, raw, shift, (bound) => boundText(text, field, bound)),
    text,
    same(one, other) {
      if (one === other) return true
      const [a, b] = [toDecimal(one), toDecimal(other)]
      return a !== undefined && b !== undefined && compareDecimals(a, b) === 0
    },
  }
}

/** A bound as the field itself is read, with the places that the bound has. */
export function boundText(text: ValueType['text'], field: FieldPlan, bound: string): string {
  return text({ ...field, decimals: decimalsOf(bound), unit: undefined }, { dictionaries: {} })(bound)
}

function readNumber(field: FieldPlan, raw: unknown, shift: number, textOfBound: (bound: string) => string): unknown {
  const decimal = toDecimal(raw)
  if (decimal === undefined) return new InvalidValue('type', isInteger(field) ? 'invalid.integer' : 'invalid.number')
  const { decimals: places = 0 } = field
  if (decimalsOf(decimal) > places) {
    return places === 0
      ? new InvalidValue('type', 'invalid.integer')
      : new InvalidValue('decimals', 'invalid.decimals', { decimals: places - shift })
  }
  const limit = isInteger(field) ? MAX_INTEGER : largest(places)
  const max = field.max !== undefined && compareDecimals(field.max, limit) < 0 ? field.max : limit
  const min = field.min !== undefined && compareDecimals(field.min, `-${limit}`) > 0 ? field.min : `-${limit}`
  if (compareDecimals(decimal, min) < 0) return new InvalidValue('min', 'invalid.min', { min: textOfBound(min) })
  if (compareDecimals(decimal, max) > 0) return new InvalidValue('max', 'invalid.max', { max: textOfBound(max) })
  return isInteger(field) ? Number(decimal) : roundDecimal(decimal, places)
}

/** What numeric(18, d) holds at most. */
function largest(places: number): string {
  return `${'9'.repeat(NUMERIC_DIGITS - places)}.${'9'.repeat(places)}`
}
