import { roundDecimal, toDecimal } from '../../core/decimal'
import { evaluateExpression, expressionDependencies, type Expression, type ExpressionEnvironment } from '../../core/expression'
import type { FieldPlan } from '../../core/plan'
import type { Values } from './values'

/** Where an expression finds its names. */
export type Read = (name: string) => unknown

/** Root of a path → what is read of it; without columns the value itself. */
type Roots = Map<string, string[]>
const rootsByExpression = new WeakMap<Expression, Roots>()

/**
 * Evaluates over values that may be observable. Exactly what the expression names is read, so that a change elsewhere does not run it
 * again, and what the evaluator sees are plain objects.
 */
export function evaluate(expression: Expression, read: Read, environment: ExpressionEnvironment): unknown {
  const scope: Values = {}
  for (const [root, columns] of rootsOf(expression)) scope[root] = plainPart(read(root), columns)
  return evaluateExpression(expression, scope, environment)
}

/** Only `true` is true, as in the language itself. A condition that is absent holds. */
export function holds(condition: Expression | undefined, read: Read, environment: ExpressionEnvironment): boolean {
  return condition === undefined || evaluate(condition, read, environment) === true
}

/** First names of the paths that an expression reads. */
export function namesRead(expression: Expression): string[] {
  return [...rootsOf(expression).keys()]
}

/** A formula's result as the field stores it: decimals rounded half up to its places, integers as numbers. */
export function settled(field: FieldPlan, value: unknown): unknown {
  if (field.decimals === undefined) return value
  const decimal = toDecimal(value)
  if (decimal === undefined) return null
  const rounded = roundDecimal(decimal, field.decimals)
  return field.decimals === 0 ? Number(rounded) : rounded
}

/**
 * Fields with a formula, `value` or `follows`, in an order in which each comes after those it reads; of a circle, which the schema check
 * refuses, any order.
 */
export function inComputingOrder(fields: readonly FieldPlan[], formula: 'value' | 'follows' = 'value'): FieldPlan[] {
  const computed = new Map(fields.filter((field) => field[formula] !== undefined).map((field) => [field.name, field]))
  const ordered = new Set<FieldPlan>()
  const visiting = new Set<FieldPlan>()
  const visit = (field: FieldPlan): void => {
    if (ordered.has(field) || visiting.has(field)) return
    visiting.add(field)
    const own = field[formula]
    for (const name of own ? namesRead(own) : []) {
      const source = computed.get(name)
      if (source) visit(source)
    }
    ordered.add(field)
  }
  computed.forEach(visit)
  return [...ordered]
}

function rootsOf(expression: Expression): Roots {
  const known = rootsByExpression.get(expression)
  if (known) return known
  const roots: Roots = new Map()
  for (const path of expressionDependencies(expression)) {
    const [root = '', ...rest] = path.split('.')
    const columns = roots.get(root) ?? []
    if (rest.length > 0) columns.push(rest.join('.'))
    roots.set(root, columns)
  }
  rootsByExpression.set(expression, roots)
  return roots
}

/** The members that an expression names, as a plain object; a list keeps its length, so that its rows can be counted. */
function plainPart(value: unknown, columns: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => plainPart(item, columns))
  if (typeof value !== 'object' || value === null) return value
  const part: Values = {}
  for (const name of new Set(columns.map((column) => column.split('.', 1)[0] ?? ''))) {
    const deeper = columns.filter((column) => column.startsWith(`${name}.`)).map((column) => column.slice(name.length + 1))
    const member = (value as Values)[name]
    part[name] = deeper.length === 0 ? member : plainPart(member, deeper)
  }
  return part
}
