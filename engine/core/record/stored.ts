import { roundDecimal, toDecimal } from '../decimal'
import { isBlank, isInteger, trimmed } from '../fields'
import type { FieldPlan } from '../plan'

/**
 * What an expression yields as its field keeps it: decimals rounded half up to their places (rule E-01), integers as numbers, texts without
 * blanks around them, null for what is empty or no number where one belongs.
 */
export function asStored(field: FieldPlan, value: unknown): unknown {
  if (isBlank(value)) return null
  if (field.decimals === undefined) return trimmed(value)
  const decimal = toDecimal(value)
  if (decimal === undefined) return null
  const rounded = roundDecimal(decimal, field.decimals)
  return isInteger(field) ? Number(rounded) : rounded
}
