import { compareDecimals, toDecimal } from '../../core/decimal'
import { isEmpty } from '../../core/endpoint'
import type { FieldPlan } from '../../core/plan'

/** Values of a record, a line row or a dialog by field name, in the shapes of the wire. */
export type Values = Record<string, unknown>

/** Nothing was entered: empty, only blanks, or a list without items. */
export function isBlank(value: unknown): boolean {
  return isEmpty(value) || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
}

/**
 * Whether two values of a field mean the same, so that `'1.5'` typed over `'1.50'` is no change. Blank values are all alike.
 */
export function sameValue(field: FieldPlan, one: unknown, other: unknown): boolean {
  if (isBlank(one) || isBlank(other)) return isBlank(one) && isBlank(other)
  if (Array.isArray(one) || Array.isArray(other) || field.type === 'json') return JSON.stringify(one) === JSON.stringify(other)
  if (field.decimals !== undefined) {
    const [a, b] = [toDecimal(one), toDecimal(other)]
    return a !== undefined && b !== undefined ? compareDecimals(a, b) === 0 : one === other
  }
  if (field.type === 'dateTime') return Date.parse(String(one)) === Date.parse(String(other))
  return trimmed(one) === trimmed(other)
}

/** As it is sent: texts without blanks around them. */
export function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}
