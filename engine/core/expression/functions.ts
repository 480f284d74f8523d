/** The functions of the language. Nothing else can be called. */
import { addDays, addMonths, daysBetween, isDate, isDateTime } from '../dateTime'
import { addDecimals, decimalsOf, divideDecimals, maxDecimal, negateDecimal, roundDecimal, sumDecimals, toDecimal } from '../decimal'
import type { Decimal, RoundingMode } from '../decimal'
import { areEqual, orderOf } from './compare'
import type { ExpressionType } from './types'

/** The day and moment that `today()` and `now()` answer: `YYYY-MM-DD` of the business day, and ISO 8601. */
export interface ExpressionEnvironment {
  today: string
  now: string
}

export interface FunctionDefinition {
  /** For each argument the types that it may have. */
  parameters: readonly (readonly ExpressionType[])[]
  /** How many of the last parameters may be left out. */
  optional?: number
  /** The last parameter may be given any number of times. */
  repeats?: true
  /** `common`: what all arguments are; `item`: what the first argument, a list, holds. */
  result: ExpressionType | 'common' | 'item'
  /** Null for arguments that make no sense. An EngineError for a result that is out of range is caught by the evaluator. */
  evaluate(values: readonly unknown[], environment: ExpressionEnvironment): unknown
}

const MAX_PLACES = 20

const ANY = ['any'] as const
const NUMBER = ['number'] as const
const TEXT = ['text'] as const
const DATE = ['date'] as const
const ANY_LIST = [{ list: 'any' }] as const
const NUMBERS = [{ list: 'number' }] as const
const ORDERED_LIST = [{ list: 'number' }, { list: 'date' }, { list: 'dateTime' }] as const

const definitions = {
  sum: { parameters: [NUMBERS], result: 'number', evaluate: ([list]) => sumDecimals(numbersOf(list)) },
  count: { parameters: [ANY_LIST], result: 'number', evaluate: ([list]) => String(presentItems(list).length) },
  avg: {
    parameters: [NUMBERS],
    result: 'number',
    evaluate: ([list]) => {
      const numbers = numbersOf(list)
      return numbers.length === 0 ? null : divideDecimals(sumDecimals(numbers), String(numbers.length))
    },
  },
  min: { parameters: [ORDERED_LIST], result: 'item', evaluate: ([list]) => extreme(list, -1) },
  max: { parameters: [ORDERED_LIST], result: 'item', evaluate: ([list]) => extreme(list, 1) },

  round: { parameters: [NUMBER, NUMBER], optional: 1, result: 'number', evaluate: (values) => rounded(values, 'halfUp') },
  ceil: { parameters: [NUMBER, NUMBER], optional: 1, result: 'number', evaluate: (values) => rounded(values, 'ceil') },
  floor: { parameters: [NUMBER, NUMBER], optional: 1, result: 'number', evaluate: (values) => rounded(values, 'floor') },
  abs: {
    parameters: [NUMBER],
    result: 'number',
    evaluate: ([value]) => whenNumber(value, (number) => maxDecimal(number, negateDecimal(number))),
  },

  coalesce: {
    parameters: [ANY, ANY],
    repeats: true,
    result: 'common',
    evaluate: (values) => values.find((value) => value !== null) ?? null,
  },
  isEmpty: {
    parameters: [ANY],
    result: 'boolean',
    evaluate: ([value]) => value === null || (Array.isArray(value) && value.length === 0),
  },
  contains: {
    parameters: [['text', { list: 'any' }], ANY],
    result: 'boolean',
    evaluate: ([container, part]) =>
      Array.isArray(container)
        ? container.some((item) => areEqual(item, part))
        : typeof container === 'string' && typeof part === 'string' && container.includes(part),
  },
  length: {
    parameters: [['text', { list: 'any' }]],
    result: 'number',
    evaluate: ([value]) => String(typeof value === 'string' || Array.isArray(value) ? value.length : 0),
  },
  concat: {
    parameters: [['text', 'number', 'date', 'dateTime']],
    repeats: true,
    result: 'text',
    evaluate: (values) => values.map((value) => (typeof value === 'string' ? value : (toDecimal(value) ?? ''))).join(''),
  },
  upper: { parameters: [TEXT], result: 'text', evaluate: ([text]) => whenText(text, (value) => value.toUpperCase()) },
  lower: { parameters: [TEXT], result: 'text', evaluate: ([text]) => whenText(text, (value) => value.toLowerCase()) },
  /** From one position up to and without another, counted from 0; without the second to the end. */
  substring: {
    parameters: [TEXT, NUMBER, NUMBER],
    optional: 1,
    result: 'text',
    evaluate: ([text, from, to]) => {
      const [start, end] = [wholeNumber(from), to === undefined ? Infinity : wholeNumber(to)]
      return start === undefined || end === undefined ? null : whenText(text, (value) => value.slice(Math.max(start, 0), Math.max(end, 0)))
    },
  },

  today: { parameters: [], result: 'date', evaluate: (_values, { today }) => today },
  now: { parameters: [], result: 'dateTime', evaluate: (_values, { now }) => now },
  addDays: { parameters: [DATE, NUMBER], result: 'date', evaluate: ([date, days]) => moved(date, days, addDays) },
  addMonths: { parameters: [DATE, NUMBER], result: 'date', evaluate: ([date, months]) => moved(date, months, addMonths) },
  daysBetween: {
    parameters: [DATE, DATE],
    result: 'number',
    evaluate: ([from, to]) => (isDate(from) && isDate(to) ? String(daysBetween(from, to)) : null),
  },
  year: { parameters: [DATE], result: 'number', evaluate: ([date]) => (isDate(date) ? String(Number(date.slice(0, 4))) : null) },
  month: { parameters: [DATE], result: 'number', evaluate: ([date]) => (isDate(date) ? String(Number(date.slice(5, 7))) : null) },
} satisfies Record<string, FunctionDefinition>

export type FunctionName = keyof typeof definitions

export const functions: Readonly<Record<FunctionName, FunctionDefinition>> = definitions
export const functionNames = Object.keys(definitions) as readonly FunctionName[]

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(definitions, name)
}

function presentItems(list: unknown): unknown[] {
  return Array.isArray(list) ? list.filter((item) => item !== null) : []
}

/** What is no number is passed over, as a row is while it is being typed. */
function numbersOf(list: unknown): Decimal[] {
  return presentItems(list).flatMap((item) => toDecimal(item) ?? [])
}

/** Of numbers, days or moments; anything else is passed over. */
function extreme(list: unknown, wanted: -1 | 1): Decimal | null {
  const comparable = presentItems(list).flatMap((item) => canonicalNumber(item) ?? (isDate(item) || isDateTime(item) ? item : []))
  return comparable.reduce<string | null>((best, item) => (best === null || orderOf(item, best) === wanted ? item : best), null)
}

function rounded([value, places]: readonly unknown[], mode: RoundingMode): Decimal | null {
  const decimals = places === undefined ? 0 : wholeNumber(places)
  if (decimals === undefined || decimals < 0 || decimals > MAX_PLACES) return null
  return whenNumber(value, (number) => roundDecimal(number, decimals, mode))
}

function moved(date: unknown, by: unknown, move: (date: string, by: number) => string): string | null {
  const steps = wholeNumber(by)
  return isDate(date) && steps !== undefined ? move(date, steps) : null
}

function whenNumber(value: unknown, then: (number: Decimal) => Decimal): Decimal | null {
  const number = toDecimal(value)
  return number === undefined ? null : (canonicalNumber(then(number)) ?? null)
}

/** Without superfluous zeros, which a sum of one leaves away. */
function canonicalNumber(value: unknown): Decimal | undefined {
  const number = toDecimal(value)
  return number === undefined ? undefined : addDecimals(number)
}

function whenText(value: unknown, then: (text: string) => string): string | null {
  return typeof value === 'string' ? then(value) : null
}

function wholeNumber(value: unknown): number | undefined {
  const decimal = toDecimal(value)
  return decimal !== undefined && decimalsOf(decimal) === 0 ? Number(decimal) : undefined
}
