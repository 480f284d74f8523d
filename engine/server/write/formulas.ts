import { roundDecimal, toDecimal } from '../../core/decimal'
import { evaluateExpression, expressionDependencies, type Expression, type ExpressionEnvironment } from '../../core/expression'
import { isEmptyValue, isInteger } from '../../core/fields'
import type { EntityPlan, FieldPlan } from '../../core/plan'
import type { Fields } from '../rows'

type Values = Record<string, unknown>
type ComputedField = FieldPlan & { value: Expression }

const orders = new WeakMap<Fields, ComputedField[]>()

/**
 * Computes every formula of a record and its line tables in place, stored or not: first the lines, because the record sums them up.
 * In a line an expression reads the row, and beyond it the record.
 */
export function computeFormulas(entity: EntityPlan, values: Values, environment: ExpressionEnvironment): void {
  for (const lines of Object.values(entity.lines)) {
    const computed = inOrder(lines.fields)
    if (computed.length === 0) continue
    for (const row of rowsOf(values, lines.name)) {
      for (const field of computed) row[field.name] = asStored(field, evaluateExpression(field.value, { ...values, ...row }, environment))
    }
  }
  for (const field of inOrder(entity.fields)) values[field.name] = asStored(field, evaluateExpression(field.value, values, environment))
}

/** Writes the defaults of fields that were not said, in place. `said` are the names that were, even if to be empty. */
export function applyDefaults(
  fields: Fields,
  values: Values,
  said: ReadonlySet<string>,
  scope: Values,
  environment: ExpressionEnvironment,
): void {
  for (const field of Object.values(fields)) {
    if (field.default === undefined || said.has(field.name) || !isEmptyValue(values[field.name])) continue
    values[field.name] = asStored(field, defaultOf(field.default, scope, environment))
  }
}

/** Stored formulas that must be computed again when one of these fields changes. */
export function storedFormulasOver(fields: Fields, changed: readonly string[]): FieldPlan[] {
  const touched = new Set(changed)
  const stored: FieldPlan[] = []
  for (const field of inOrder(fields)) {
    if (!rootsOf(field.value).some((name) => touched.has(name))) continue
    touched.add(field.name)
    if (field.stored) stored.push(field)
  }
  return stored
}

/** First names of the paths that an expression reads. */
export function rootsOf(expression: Expression): string[] {
  return expressionDependencies(expression).map((path) => path.split('.', 1)[0] ?? path)
}

/** The value of an expression as its field keeps it: decimals rounded half up to their places (rule E-01), integers as numbers. */
export function asStored(field: FieldPlan, value: unknown): unknown {
  if (isEmptyValue(value)) return null
  if (field.decimals === undefined) return value
  const decimal = toDecimal(value)
  if (decimal === undefined) return null
  const rounded = roundDecimal(decimal, field.decimals)
  return isInteger(field) ? Number(rounded) : rounded
}

/** The rows of a line table in a record. */
export function rowsOf(values: Values, lines: string): Values[] {
  const rows = values[lines]
  return Array.isArray(rows) ? (rows as Values[]) : []
}

function defaultOf(value: NonNullable<FieldPlan['default']>, scope: Values, environment: ExpressionEnvironment): unknown {
  return typeof value === 'object' && !Array.isArray(value) ? evaluateExpression(value.expression, scope, environment) : value
}

/** Computed fields, each after those it reads. */
function inOrder(fields: Fields): ComputedField[] {
  const settled = orders.get(fields)
  if (settled) return settled
  const ordered = new Set<ComputedField>()
  const visiting = new Set<string>()
  const visit = (name: string): void => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || !isComputed(field) || visiting.has(name)) return
    visiting.add(name)
    for (const root of rootsOf(field.value)) visit(root)
    ordered.add(field)
  }
  for (const name of Object.keys(fields)) visit(name)
  orders.set(fields, [...ordered])
  return [...ordered]
}

function isComputed(field: FieldPlan): field is ComputedField {
  return field.value !== undefined
}
