import type { Field } from '../../spec/generated/entity'
import type { Where, WhereValue } from '../../spec/generated/field'
import type { ProductSources, ResolvedEntity } from '../compile'
import { isDate, isDateTime } from '../dateTime'
import { isDecimal } from '../decimal'
import { typeText, type ExpressionScopeTypes, type ExpressionType } from '../expression'
import { schemaTypeOf } from '../fields/schemas'
import { isUnasked } from './masks'
import type { Report } from './report'
import { builtInTypes, typeOf } from './types'

export interface WhereCheck {
  source: string
  sources: ProductSources
  report: Report
  /** Whose rows are meant. */
  rows: Pick<ResolvedEntity, 'fields' | 'states'>
  /** What `{from}` may name, with its types; absent where that cannot be known, null where there is nothing to take values from. */
  around?: ExpressionScopeTypes | null
  /** The place is judged by the database once and for all: own columns and constants only, neither `from` nor `today`. */
  constant?: boolean
}

const bounds = ['above', 'atLeast', 'below', 'atMost'] as const

/** Checks a `where`: its fields are in the table, and what they are compared with is of their type. */
export function checkWhere(check: WhereCheck, pointer: string, where: Where | undefined): void {
  for (const [name, value] of Object.entries(where ?? {})) {
    const at = `${pointer}/${name}`
    if (name === 'anyOf') {
      for (const [index, part] of (value as Where[]).entries()) checkWhere(check, `${at}/${index}`, part)
      continue
    }
    const { source, report, rows } = check
    const known = [...Object.keys(rows.fields), ...Object.keys(builtInTypes)]
    if (!report.known(source, at, 'field', name, known, { key: true })) continue
    const field = rows.fields[name]
    if (isUnasked(report, source, at, name, field, { key: true })) continue
    if (field && !isAsked(field, check.constant)) report.add(source, at, 'check.not-stored', { name }, { key: true })
    else checkValue(check, at, name, field, value as WhereValue)
  }
}

/** What is in the table; a named SQL value can be asked for too, unless the database judges by itself. */
export function isAsked(field: Field, constant = false): boolean {
  const stored = field.stored === true || (field.value === undefined && field.query === undefined)
  return (stored || (field.query !== undefined && !constant)) && schemaTypeOf(field).sortable
}

function checkValue(check: WhereCheck, at: string, name: string, field: Field | undefined, value: WhereValue): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if ('ended' in value) return checkEnded(check, at, name, field)
    if ('not' in value) return checkOperands(check, `${at}/not`, name, field, value.not)
    if (!('from' in value) && !('today' in value)) return checkBounds(check, at, name, field, value)
  }
  checkOperands(check, at, name, field, value)
}

/** Checks values that a field is asked for: one, or any of a list; of moments a day will do. */
export function checkFixedValue(check: WhereCheck, at: string, name: string, value: unknown): void {
  for (const one of [value].flat()) checkOperand(check, at, name, check.rows.fields[name], one, true)
}

function checkEnded({ source, rows, report }: WhereCheck, at: string, name: string, field: Field | undefined): void {
  const ends = Object.values(rows.states ?? {}).some((state) => state.ended)
  if (field?.type !== 'status' || !ends) report.add(source, at, 'check.no-ended-state', { name })
}

function checkBounds(
  check: WhereCheck,
  at: string,
  name: string,
  field: Field | undefined,
  value: { [Bound in (typeof bounds)[number]]?: unknown },
): void {
  const type = field ? typeOf(field) : builtInTypes[name]
  if (type !== 'number' && type !== 'date' && type !== 'dateTime') {
    check.report.add(check.source, at, 'check.no-order', { name, type: type === undefined ? '' : typeText(type) })
    return
  }
  for (const bound of bounds) if (value[bound] !== undefined) checkOperand(check, `${at}/${bound}`, name, field, value[bound], true)
}

function checkOperands(check: WhereCheck, at: string, name: string, field: Field | undefined, value: unknown): void {
  if (!Array.isArray(value)) return checkOperand(check, at, name, field, value)
  for (const [index, one] of value.entries()) checkOperand(check, `${at}/${index}`, name, field, one)
}

/** @param within it is a bound: a day is one of moments too, of which none is a day */
function checkOperand(check: WhereCheck, at: string, name: string, field: Field | undefined, operand: unknown, within = false): void {
  if (operand === null) return
  const { source, report, around, constant } = check
  const own = field ? typeOf(field) : builtInTypes[name]
  const type: ExpressionType = typeof own === 'object' && 'list' in own ? own.list : (own ?? 'any')
  const wrong = (value: string): void => report.add(source, at, 'check.where-type', { name, type: typeText(type), value })
  if (typeof operand === 'object') {
    if (constant) return report.add(source, at, 'check.where-constant', {})
    if ('today' in operand) return type === 'date' || (within && type === 'dateTime') ? undefined : wrong('today')
    if (around === undefined) return
    const { from } = operand as { from: string }
    if (around === null) return report.add(source, at, 'check.where-alone', {})
    if (!report.known(source, `${at}/from`, 'field', from, Object.keys(around))) return
    const given = around[from]
    if (given === 'masked') return report.add(source, `${at}/from`, 'check.masked', { name: from })
    const item = typeof given === 'object' && 'list' in given ? given.list : given
    if (item !== undefined && !isSame(type, item)) wrong(from)
    return
  }
  const codes = field && schemaTypeOf(field).codes(field, check.rows, check.sources)
  if (codes) report.known(source, at, 'code', String(operand), codes)
  else if (!isOf(type, operand) && !(within && type === 'dateTime' && isDate(operand))) wrong(JSON.stringify(operand))
}

function isTime(type: unknown): boolean {
  return type === 'date' || type === 'dateTime'
}

function isSame(type: ExpressionType, other: unknown): boolean {
  return type === 'any' || other === 'any' || type === other || (isTime(type) && isTime(other))
}

/** Whether a fixed value is one that a field of this type can have. */
export function isOf(type: ExpressionType, value: unknown): boolean {
  switch (type) {
    case 'number':
      return typeof value === 'number' || isDecimal(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
      return isDate(value)
    case 'dateTime':
      return isDateTime(value)
    case 'text':
      return typeof value === 'string'
    default:
      return true
  }
}
