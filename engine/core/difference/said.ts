import type { Expression } from '../expression'

/**
 * A value of a plan as its schema says it: expressions as text, so that a blank more or less is no difference, and fields by their names,
 * because what a field is belongs to its entity.
 */
export function saidOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(saidOf)
  if (typeof value !== 'object' || value === null) return value
  if (isExpression(value)) return expressionText(value)
  if (isField(value)) return value.name
  return Object.fromEntries(Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, saidOf(each)]])))
}

function isExpression(value: object): value is Expression {
  return 'kind' in value && 'position' in value && typeof value.position === 'number'
}

function isField(value: object): value is { name: string } {
  return 'name' in value && 'type' in value && 'readOnly' in value && 'stored' in value
}

const strengths: Readonly<Record<string, number>> = { or: 1, and: 2, not: 3, '+': 5, '-': 5, '*': 6, '/': 6 }
const comparison = 4
const whole = 9

/** The text of an expression, with the brackets that it needs. */
export function expressionText(expression: Expression): string {
  return textOf(expression, 0)
}

function textOf(expression: Expression, around: number): string {
  const strength = strengthOf(expression)
  const text = bareText(expression, strength)
  return strength < around ? `(${text})` : text
}

function strengthOf(expression: Expression): number {
  if (expression.kind === 'conditional') return 0
  if (expression.kind === 'binary') return strengths[expression.operator] ?? comparison
  if (expression.kind === 'unary') return expression.operator === 'not' ? 3 : 7
  return whole
}

function bareText(expression: Expression, strength: number): string {
  switch (expression.kind) {
    case 'number':
      return expression.value
    case 'text':
      return JSON.stringify(expression.value)
    case 'boolean':
      return String(expression.value)
    case 'null':
      return 'null'
    case 'list':
      return `[${expression.items.map(expressionText).join(', ')}]`
    case 'path':
      return expression.names.join('.')
    case 'unary':
      return expression.operator === 'not' ? `not ${textOf(expression.operand, strength)}` : `-${textOf(expression.operand, strength)}`
    case 'binary':
      return `${textOf(expression.left, strength)} ${expression.operator} ${textOf(expression.right, strength + 1)}`
    case 'conditional':
      return `${textOf(expression.condition, 1)} ? ${textOf(expression.whenTrue, 1)} : ${textOf(expression.whenFalse, 0)}`
    case 'call':
      return `${expression.name}(${expression.arguments.map(expressionText).join(', ')})`
  }
}
