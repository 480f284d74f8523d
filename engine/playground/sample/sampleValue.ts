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
  digit: (field, context) => (isInteger(field) ? Number(amountOf(field, context, few)) : amountOf(field, context, few)),
  money: (field, context) => amountOf(field, context, thousands),
  percent: (field, context) => amountOf(field, context, hundredths),
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
    ...[6, 8, 12, 18, 4, 3, 2].map((length) => String(number).padStart(length, '0')),
    `A${letters}`,
    letters,
  ]
  const fitting = candidates.filter((text) => text.length <= maxLength)
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  return fitting.find((text) => shape?.test(text)) ?? fitting[0] ?? String(number % 10)
}

type Usual = (number: number) => string

/** Within the limits of the field, and otherwise of a size that is met. */
function amountOf({ decimals = 2, min: least, max }: FieldPlan, { number }: SampleContext, usual: Usual): string {
  const value = usual(number)
  // Without a lower limit it is no debt, unless there is nothing else.
  const min = least ?? (max !== undefined && compareDecimals(max, '0') < 0 ? subtractDecimals(max, value) : '0')
  if (compareDecimals(value, min) < 0)
    return roundDecimal(max === undefined ? addDecimals(min, value) : between(min, max, number), decimals)
  return roundDecimal(max !== undefined && compareDecimals(value, max) > 0 ? between(min, max, number) : value, decimals)
}

const few: Usual = (number) => String(number * 12)
const thousands: Usual = (number) => `${number * 1280}.5`
const hundredths: Usual = (number) => divideDecimals(String(3 + (number % 9)), '100')

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
