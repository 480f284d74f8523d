/**
 * A `where`: which rows are meant, as plain data. A field and what it must be; all of it must hold.
 *
 *   schemas ──compile──► Where ──testsOf──► tests ─┬─ engine/server/read/conditions   SQL with parameters
 *                                                  └─ matches                         a record in memory, in browser and server
 */
import { addDays, isDate, isDateTime, startOfDay } from './dateTime'
import { orderOf } from './expression/compare'
import { isEmptyValue, isMultiple, sameItem } from './fields'
import type { FieldPlan } from './plan'
import type { Where, WhereBound, WhereOperand, WhereValue } from './plan/where'

export type { Where, WhereBound, WhereOperand, WhereValue } from './plan/where'

/** One condition of a `where`. */
export type WhereTest =
  | { kind: 'in'; field: string; not: boolean; values: WhereOperand[] }
  | { kind: 'bound'; field: string; bound: WhereBound; value: WhereOperand }
  | { kind: 'anyOf'; parts: (readonly WhereTest[])[] }

const bounds: readonly WhereBound[] = ['above', 'atLeast', 'below', 'atMost']

/** By the `where`, of which plans have few and rows many. */
const known = new WeakMap<Where, readonly WhereTest[]>()

/** What a `where` asks, one by one; all of them must hold. */
export function testsOf(where: Where | undefined): readonly WhereTest[] {
  if (!where) return []
  let tests = known.get(where)
  if (!tests) known.set(where, (tests = madeOf(where)))
  return tests
}

function madeOf(where: Where): WhereTest[] {
  return Object.entries(where).flatMap(([field, value]): WhereTest[] => {
    if (field === 'anyOf') return [{ kind: 'anyOf', parts: (value as Where[]).map(testsOf) }]
    return testsOfField(field, value as WhereValue)
  })
}

function testsOfField(field: string, value: WhereValue): WhereTest[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isOperand(value)) {
    return [{ kind: 'in', field, not: false, values: [value].flat() }]
  }
  if ('not' in value) return [{ kind: 'in', field, not: true, values: [value.not].flat() }]
  return bounds.flatMap((bound): WhereTest[] => {
    const limit = value[bound]
    return limit === undefined ? [] : [{ kind: 'bound', field, bound, value: limit }]
  })
}

function isOperand(value: object): value is { from: string } | { today: number } {
  return 'from' in value || 'today' in value
}

/** Names of the fields around whose values a `where` takes. */
export function namesFrom(where: Where | undefined): string[] {
  return [...new Set(testsOf(where).flatMap(namesOfTest))]
}

function namesOfTest(test: WhereTest): string[] {
  if (test.kind === 'anyOf') return test.parts.flat().flatMap(namesOfTest)
  const values = test.kind === 'in' ? test.values : [test.value]
  return values.flatMap((value) => (typeof value === 'object' && value !== null && 'from' in value ? [value.from] : []))
}

/** Fields of the rows that a test looks at, in its order. */
export function fieldsOf(test: WhereTest): string[] {
  return test.kind === 'anyOf' ? [...new Set(test.parts.flat().flatMap(fieldsOf))] : [test.field]
}

/** What is left of a `where` when only the values of these fields around are known: parts that take others narrow nothing. */
export function knowing(where: Where | undefined, isKnown: (name: string) => boolean): Where {
  return Object.fromEntries(Object.entries(where ?? {}).filter(([field, value]) => namesFrom({ [field]: value }).every(isKnown)))
}

/** Values that a row of this `where` has for certain: fields that it asks to be one fixed value. */
export function fixedValues(where: Where | undefined): Record<string, string | number | boolean> {
  return Object.fromEntries(
    testsOf(where).flatMap((test) => {
      if (test.kind !== 'in' || test.not || test.values.length !== 1) return []
      const [value] = test.values
      return typeof value === 'object' || value === undefined ? [] : [[test.field, value] as const]
    }),
  )
}

/** What a `where` is judged with in memory. */
export interface WhereScope {
  /** Fields of the rows, by name. */
  fields: Readonly<Record<string, FieldPlan>>
  /** Business day, YYYY-MM-DD. */
  today: string
  /** Values of `{from}`; one that is not there or empty meets nothing, and keeps nothing out. */
  given?: Readonly<Record<string, unknown>>
}

/** Whether a row (values in the form of the wire) is meant; as the SQL of the same `where` decides. */
export function matches(where: Where | undefined, row: Readonly<Record<string, unknown>>, scope: WhereScope): boolean {
  return testsOf(where).every((test) => meetsTest(test, row, scope))
}

/** @see matches */
export function meetsTest(test: WhereTest, row: Readonly<Record<string, unknown>>, scope: WhereScope): boolean {
  if (test.kind === 'anyOf') return test.parts.some((part) => part.every((inner) => meetsTest(inner, row, scope)))
  const field = scope.fields[test.field]
  const value = row[test.field]
  if (test.kind === 'bound') return within(test.bound, value, operandOf(test.value, scope))
  return test.values.some((operand) => isOne(field, value, operand, scope)) !== test.not
}

function isOne(field: FieldPlan | undefined, value: unknown, operand: WhereOperand, scope: WhereScope): boolean {
  if (operand === null) return isEmptyValue(value)
  const wanted = operandOf(operand, scope)
  if (isEmptyValue(wanted) || isEmptyValue(value)) return false
  if (!field) return false
  const own = isMultiple(field) ? [value].flat() : [value]
  return [wanted].flat().some((one) => own.some((item) => sameItem(field, item, one)))
}

function operandOf(operand: WhereOperand, { given, today }: WhereScope): unknown {
  if (typeof operand !== 'object' || operand === null) return operand
  if ('today' in operand) return addDays(today, operand.today)
  return given && Object.hasOwn(given, operand.from) ? given[operand.from] : undefined
}

/** A day as a bound of moments is all of its moments: above it begins with the next day. */
function within(bound: WhereBound, value: unknown, limit: unknown): boolean {
  if (isEmptyValue(value) || isEmptyValue(limit)) return false
  if (isDateTime(value) && isDate(limit)) {
    const afterDay = bound === 'above' || bound === 'atMost'
    const edge = startOfDay(afterDay ? addDays(limit, 1) : limit)
    const order = orderOf(value, edge) ?? 0
    return bound === 'above' || bound === 'atLeast' ? order >= 0 : order < 0
  }
  const order = orderOf(value, limit)
  if (order === undefined) return false
  if (order === 0) return bound === 'atLeast' || bound === 'atMost'
  return order > 0 ? bound === 'above' || bound === 'atLeast' : bound === 'below' || bound === 'atMost'
}
