/**
 * How values of data compare. Data carries no types: a decimal, an id and a code are all texts. So what two values are is read off the
 * values themselves; the checker has made sure before that they are of one type.
 */
import { compareDecimals, isDecimal, toDecimal } from '../decimal'
import { isDateTime } from '../dateTime'

/** A number as numbers are written; the code `007` is none, and differs from `7`. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** Numbers by value (`'1.50'` equals `1.5`), moments by instant, anything else by identity. Null equals only null. */
export function areEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a === 'string' && typeof b === 'string') {
    if (isDateTime(a) && isDateTime(b)) return Date.parse(a) === Date.parse(b)
    return isDecimal(a) && isDecimal(b) && NUMBER.test(a) && NUMBER.test(b) && compareDecimals(a, b) === 0
  }
  const [left, right] = [toDecimal(a), toDecimal(b)]
  return left !== undefined && right !== undefined && compareDecimals(left, right) === 0
}

/** Numbers by value, moments by instant, other texts (days, above all) by their characters; undefined where there is no order. */
export function orderOf(a: unknown, b: unknown): -1 | 0 | 1 | undefined {
  const [left, right] = [toDecimal(a), toDecimal(b)]
  if (left !== undefined && right !== undefined) return compareDecimals(left, right)
  if (typeof a !== 'string' || typeof b !== 'string') return undefined
  if (isDateTime(a) && isDateTime(b)) return Math.sign(Date.parse(a) - Date.parse(b)) as -1 | 0 | 1
  return a < b ? -1 : a > b ? 1 : 0
}
