/**
 * Tree → value, the same in browser and server. Total: there is a value for every tree and any data, nothing throws, and since the
 * language has no loops and no recursion it always ends. Only own properties of the data are read, never an inherited one and never a
 * function.
 *
 * Null stands for everything that is not there: absent, undefined, and the empty text too (acceptance C2). Arithmetic with null is null,
 * as is division by zero; an order with null is false; `and`, `or`, `not` and conditions take everything but true for false.
 */
import { addDecimals, compareDecimals, divideDecimals, multiplyDecimals, negateDecimal, subtractDecimals, toDecimal } from '../decimal'
import type { Decimal } from '../decimal'
import { EngineError } from '../error'
import { areEqual, orderOf } from './compare'
import { functions, isFunctionName, type ExpressionEnvironment } from './functions'
import type { ArithmeticOperator, EqualityOperator, Expression, ExpressionOf, OrderOperator } from './types'

export type ExpressionScope = Readonly<Record<string, unknown>>

/** Numbers that are computed come as canonical decimals; what is only read comes as it is in the scope. */
export function evaluateExpression(expression: Expression, scope: ExpressionScope, environment: ExpressionEnvironment): unknown {
  const valueOf = (node: Expression): unknown => {
    switch (node.kind) {
      case 'number':
      case 'boolean':
        return node.value
      case 'text':
        return present(node.value)
      case 'null':
        return null
      case 'list':
        return node.items.map(valueOf)
      case 'path':
        return read(scope, node.names)
      case 'unary':
        return node.operator === 'not' ? valueOf(node.operand) !== true : negated(valueOf(node.operand))
      case 'binary':
        return binary(node)
      case 'conditional':
        return valueOf(node.condition) === true ? valueOf(node.whenTrue) : valueOf(node.whenFalse)
      case 'call':
        return call(node.name, node.arguments.map(valueOf), environment)
    }
  }

  const binary = ({ operator, left, right }: ExpressionOf<'binary'>): unknown => {
    switch (operator) {
      case 'and':
        return valueOf(left) === true && valueOf(right) === true
      case 'or':
        return valueOf(left) === true || valueOf(right) === true
      case 'in':
        return isIn(valueOf(left), valueOf(right))
      case '==':
      case '!=':
        return equality(operator, valueOf(left), valueOf(right))
      case '<':
      case '<=':
      case '>':
      case '>=':
        return order(operator, valueOf(left), valueOf(right))
      case '+':
      case '-':
      case '*':
      case '/':
        return arithmetic(operator, valueOf(left), valueOf(right))
    }
  }

  return valueOf(expression)
}

/** A list answers with what each of its rows answers, so that a field of a line table is the list of that column. */
function read(value: unknown, names: readonly string[]): unknown {
  const [name, ...rest] = names
  if (name === undefined) return Array.isArray(value) ? value.map(present) : present(value)
  // A list inside a list has no fields; following it would leave the depth to the data.
  if (Array.isArray(value)) return value.map((row) => (Array.isArray(row) ? null : read(row, names)))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
  return read((value as Record<string, unknown>)[name], rest)
}

function present(value: unknown): unknown {
  return value === undefined || value === '' || typeof value === 'function' ? null : value
}

function call(name: string, values: readonly unknown[], environment: ExpressionEnvironment): unknown {
  if (!isFunctionName(name)) return null
  try {
    return present(functions[name].evaluate(values, environment))
  } catch (error) {
    // A result that has no place among numbers or days, such as a day of the year 10000.
    if (error instanceof EngineError) return null
    throw error
  }
}

function negated(value: unknown): Decimal | null {
  const number = toDecimal(value)
  return number === undefined ? null : negateDecimal(number)
}

function arithmetic(operator: ArithmeticOperator, left: unknown, right: unknown): Decimal | null {
  const [a, b] = [toDecimal(left), toDecimal(right)]
  if (a === undefined || b === undefined) return null
  switch (operator) {
    case '+':
      return addDecimals(a, b)
    case '-':
      return subtractDecimals(a, b)
    case '*':
      return multiplyDecimals(a, b)
    case '/':
      return compareDecimals(b, '0') === 0 ? null : divideDecimals(a, b)
  }
}

function equality(operator: EqualityOperator, left: unknown, right: unknown): boolean {
  return areEqual(left, right) === (operator === '==')
}

function order(operator: OrderOperator, left: unknown, right: unknown): boolean {
  const compared = orderOf(left, right)
  if (compared === undefined) return false
  switch (operator) {
    case '<':
      return compared < 0
    case '<=':
      return compared <= 0
    case '>':
      return compared > 0
    case '>=':
      return compared >= 0
  }
}

function isIn(value: unknown, list: unknown): boolean {
  return Array.isArray(list) && list.some((item) => areEqual(value, item))
}
