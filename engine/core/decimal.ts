/**
 * Exact decimals. Money, quantities and rates are texts such as `'1234.50'` everywhere: on the wire, in the database and in rules.
 * Nothing here is rounded but by `roundDecimal`, `allocateDecimal` and the two formatters (rule E-01: intermediate values are not
 * rounded); only a quotient that does not end is cut, after `QUOTIENT_DECIMALS`. Results are canonical: no exponent, no superfluous
 * zero, no negative zero.
 */
import createBig, { type Big } from 'big.js'
import { emptyText } from './emptyText'
import { EngineError } from './error'

/** A text that `isDecimal` accepts. */
export type Decimal = string

export type RoundingMode = 'halfUp' | 'ceil' | 'floor'

const QUOTIENT_DECIMALS = 40
/** Longer texts are no numbers: multiplying costs the square of the length, and no amount comes near. */
const MAX_LENGTH = 300
const DECIMAL = /^-?\d+(\.\d+)?$/

const TOWARDS_ZERO = 0
const HALF_AWAY_FROM_ZERO = 1
const AWAY_FROM_ZERO = 3

/** A constructor of our own, because its settings would otherwise be shared with every other user of big.js. */
const Exact = createBig()
Exact.DP = QUOTIENT_DECIMALS
Exact.RM = HALF_AWAY_FROM_ZERO

/** Digits with an optional leading minus and an optional fraction; no exponent, no thousands separator, no blank. */
export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'string' && value.length <= MAX_LENGTH && DECIMAL.test(value)
}

/**
 * The decimal that a value from outside stands for, or undefined. A number is taken up to 15 significant digits, as far as a binary
 * number holds them all.
 */
export function toDecimal(value: unknown): Decimal | undefined {
  if (isDecimal(value)) return value
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  const exact = new Exact(value)
  if (exact.c.length > 15) return undefined
  const decimal = canonical(exact)
  // Written out, 5e-324 is longer than any decimal.
  return isDecimal(decimal) ? decimal : undefined
}

export function addDecimals(...values: Decimal[]): Decimal {
  return sumDecimals(values)
}

export function sumDecimals(values: readonly Decimal[]): Decimal {
  return canonical(values.reduce<Big>((sum, value) => sum.plus(parse(value)), new Exact(0)))
}

export function subtractDecimals(from: Decimal, ...values: Decimal[]): Decimal {
  return canonical(values.reduce((rest, value) => rest.minus(parse(value)), parse(from)))
}

export function multiplyDecimals(...values: Decimal[]): Decimal {
  return canonical(values.reduce<Big>((product, value) => product.times(parse(value)), new Exact(1)))
}

/** @throws EngineError `decimal.division-by-zero` */
export function divideDecimals(dividend: Decimal, divisor: Decimal): Decimal {
  const by = parse(divisor)
  if (by.eq(0)) throw new EngineError('decimal.division-by-zero')
  return canonical(parse(dividend).div(by))
}

export function negateDecimal(value: Decimal): Decimal {
  return canonical(parse(value).neg())
}

export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  return parse(a).cmp(parse(b))
}

export function minDecimal(first: Decimal, ...others: Decimal[]): Decimal {
  return others.reduce((least, value) => (compareDecimals(value, least) < 0 ? value : least), first)
}

export function maxDecimal(first: Decimal, ...others: Decimal[]): Decimal {
  return others.reduce((greatest, value) => (compareDecimals(value, greatest) > 0 ? value : greatest), first)
}

/**
 * With exactly `decimals` places. `halfUp` takes a half away from zero, `ceil` goes towards plus and `floor` towards minus infinity
 * (E-01: what must be topped up is rounded by `ceil`, what may be released by `floor`).
 */
export function roundDecimal(value: Decimal, decimals: number, mode: RoundingMode = 'halfUp'): Decimal {
  const exact = parse(value)
  const growsWithMagnitude = (mode === 'ceil') === exact.gt(0)
  const rounding = mode === 'halfUp' ? HALF_AWAY_FROM_ZERO : growsWithMagnitude ? AWAY_FROM_ZERO : TOWARDS_ZERO
  return withoutNegativeZero(exact.toFixed(decimals, rounding))
}

/** How many places the value needs; zeros at the end do not count, so that `'1.50'` has one. */
export function decimalsOf(value: Decimal): number {
  return canonical(parse(value)).split('.')[1]?.length ?? 0
}

/** The value times ten to the power of `places`, exactly: `shiftDecimal('0.7', 2)` is `'70'`, and −2 leads back. */
export function shiftDecimal(value: Decimal, places: number): Decimal {
  return canonical(parse(value).times(`1e${places}`))
}

/**
 * Splits a total by weights (rule E-01): every row is rounded, the last takes what the others leave, so that the rows always add up to
 * the total. With many rows and a tiny total the last one can become negative; that is the rule's, not ours to change.
 * @throws EngineError `decimal.no-weight` when the weights add up to zero, `decimal.too-many-decimals` when the total itself does not
 * fit the places
 */
export function allocateDecimal(total: Decimal, weights: readonly Decimal[], decimals: number): Decimal[] {
  if (decimalsOf(total) > decimals) throw new EngineError('decimal.too-many-decimals', { value: total, decimals })
  const whole = parse(total)
  const wholeWeight = parse(sumDecimals(weights))
  if (wholeWeight.eq(0)) throw new EngineError('decimal.no-weight')

  let rest = whole
  return weights.map((weight, row) => {
    const isLast = row === weights.length - 1
    // Multiplied before divided: the quotient is the only inexact step.
    const share = isLast ? rest : whole.times(parse(weight)).div(wholeWeight).round(decimals, HALF_AWAY_FROM_ZERO)
    rest = rest.minus(share)
    return withoutNegativeZero(share.toFixed(decimals))
  })
}

/** With thousands commas and exactly `decimals` places, rounded half up; `'-'` for a value that is absent or no number (acceptance E6). */
export function formatDecimal(value: unknown, decimals: number): string {
  const decimal = toDecimal(value)
  if (decimal === undefined) return emptyText
  const [whole = '', fraction] = roundDecimal(decimal, decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** A fraction as a percentage: `'0.7'` with two places is `'70.00%'`; `'-'` as in `formatDecimal`. */
export function formatPercent(fraction: unknown, decimals: number): string {
  const decimal = toDecimal(fraction)
  return decimal === undefined ? emptyText : `${formatDecimal(shiftDecimal(decimal, 2), decimals)}%`
}

/**
 * What may stay of a text while a number is typed: digits, one decimal point, a leading minus, at most `decimals` places (acceptance E6).
 * The result can be unfinished (`'-'`, `'12.'`). Full-width digits and points, as a Chinese keyboard gives them, count as plain ones.
 * Of an integer the fraction stays too: without its point `90.5` would be typed into 905, and the check says what is wrong with it.
 */
export function cleanDecimalInput(text: string, decimals: number): string {
  const typed = plainCharacters(text).replace(/[^\d.-]/g, '')
  const sign = typed.startsWith('-') ? '-' : ''
  const [whole = '', ...fractions] = typed.replace(/-/g, '').split('.')
  if (fractions.length === 0) return sign + whole
  const fraction = fractions.join('')
  return `${sign}${whole || '0'}.${decimals === 0 ? fraction : fraction.slice(0, decimals)}`
}

const OTHER_NOTATIONS = [
  // 1e5, 12万, 5k: what follows multiplies the number.
  /[\d.]\s*[ekmw\u5341\u767e\u5343\u4e07\u4ebf\u5146\u842c\u5104]/iu,
  // 1a2, 2026-1-5, 1/2, 5-: only commas, points and blanks may stand between digits.
  /\d\s*[^\d.,\s][^\d.,]*[\d.,]|\d\s*-/u,
  // 1.234.567: points in the place of the commas.
  /\d\.\d{3}\.\d{3}/,
  // 1.234,5 and 3,5: a comma in the place of the point.
  /\..*,|^[^,]*\d,\d{1,2}(?!\d)/,
  // (5): minus five, as accountants write it.
  /\([^\d)]*\d.*\)/,
]

/** Whether a text is a number in a notation that `cleanDecimalInput` would turn into another number, so that it must not clean it. */
export function isOtherNotation(text: string): boolean {
  const plain = plainCharacters(text)
  return OTHER_NOTATIONS.some((notation) => notation.test(plain))
}

function plainCharacters(text: string): string {
  return text.normalize('NFKC').replace(/\u3002/g, '.')
}

function parse(value: Decimal): Big {
  if (!isDecimal(value)) throw new EngineError('decimal.invalid', { value })
  return new Exact(value)
}

function canonical(value: Big): Decimal {
  return withoutNegativeZero(value.toFixed())
}

function withoutNegativeZero(text: Decimal): Decimal {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text
}
