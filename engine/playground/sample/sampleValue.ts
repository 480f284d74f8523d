/** One value of a field, made from what the schema says of it: the same field and number always make the same value. */
import { addDays, startOfDay } from '../../core/dateTime'
import { addDecimals, compareDecimals, divideDecimals, multiplyDecimals, roundDecimal, subtractDecimals } from '../../core/decimal'
import { isInteger, isMultiple } from '../../core/fields'
import type { DictionaryPlan, FieldPlan, FieldType } from '../../core/plan'

/** Which of several values is wanted, and what it is made with. */
export interface SampleContext {
  /** From 1: the number of the row. */
  number: number
  /** Business day, YYYY-MM-DD. */
  today: string
  dictionaries: Readonly<Record<string, DictionaryPlan>>
  /** Place of a day among the days of its record, from 0: what is said later comes later. */
  place: number
}

/** References and states are the record's to fill; here they have no value. */
export function sampleValue(field: FieldPlan, context: SampleContext): unknown {
  if (field.secret) return null
  const value = makers[field.type](field, context)
  return isMultiple(field) ? [value].flat() : value
}

const makers: Readonly<Record<FieldType, (field: FieldPlan, context: SampleContext) => unknown>> = {
  text: textOf,
  textarea: textOf,
  digit: (field, context) => (isInteger(field) ? Number(amountOf(field, context)) : amountOf(field, context)),
  money: amountOf,
  percent: amountOf,
  date: (_field, context) => dayOf(context),
  dateTime: (_field, context) => momentOf(context),
  select: ({ dictionary = '' }, { number, dictionaries }) => codeOf(dictionaries[dictionary], number),
  switch: (_field, { number }) => number % 2 === 1,
  ref: () => null,
  files: () => [],
  serial: textOf,
  status: () => null,
  json: () => null,
  kind: ({ kinds = {} }, { number }) => nth(Object.keys(kinds), number) ?? null,
}

/** Its title with a number, or, where that does not fit, the number in as many digits or letters as do. */
function textOf({ title, maxLength = Number.POSITIVE_INFINITY, pattern }: FieldPlan, { number }: SampleContext): string {
  const letters = [number / 26, number].map((count) => String.fromCodePoint(65 + (Math.floor(count) % 26))).join('')
  const candidates = [
    `${title}${number}`,
    ...[18, 12, 8, 6, 4, 3, 2].map((length) => String(number).padStart(length, '0')),
    `A${letters}`,
    letters,
  ]
  const fitting = candidates.filter((text) => text.length <= maxLength)
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  return fitting.find((text) => shape?.test(text)) ?? fitting[0] ?? String(number % 10)
}

/** Within the limits of the field, and of a size that is met: thousands for amounts, some hundredths for shares. */
function amountOf(field: FieldPlan, { number }: SampleContext): string {
  const { type, decimals = 2, min, max } = field
  const usual =
    type === 'percent' ? divideDecimals(String(3 + (number % 9)), '100') : type === 'money' ? `${number * 1280}.5` : String(number * 12)
  const least = min ?? '0'
  const fits = compareDecimals(usual, least) >= 0 && (max === undefined || compareDecimals(usual, max) <= 0)
  const value = fits || max === undefined ? (fits ? usual : addDecimals(least, String(number))) : between(least, max, number)
  return roundDecimal(value, decimals)
}

function between(min: string, max: string, number: number): string {
  return addDecimals(min, multiplyDecimals(subtractDecimals(max, min), divideDecimals(String(1 + (number % 8)), '10')))
}

function dayOf({ number, today, place }: SampleContext): string {
  return addDays(today, place * 12 - 24 - (number % 11))
}

function momentOf(context: SampleContext): string {
  const midnight = Date.parse(startOfDay(dayOf(context)))
  return new Date(midnight + (9 + (context.number % 8)) * 3_600_000 + context.number * 420_000).toISOString()
}

function codeOf(dictionary: DictionaryPlan | undefined, number: number): string | null {
  return nth(dictionary?.items ?? [], number)?.code ?? null
}

/** Counted from 1, and from the beginning again behind the last. */
export function nth<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[(number - 1) % items.length]
}
