import type { Expression, ExpressionOf } from './types'

/** Functions that have an answer for any arguments. */
const always: readonly string[] = ['sum', 'count', 'length', 'isEmpty', 'contains', 'today', 'now']
/** Functions that have an answer when their first argument has a value. Days are missing: a result may lie beyond the calendar. */
const likeFirst: readonly string[] = ['round', 'ceil', 'floor', 'abs', 'upper', 'lower']

/**
 * Whether an expression has a value whatever the data, given the paths that always have one. Careful: `false` where it cannot tell.
 * @param isFilled for the names of a path, `['goods', 'amount']`
 */
export function isNeverNull(expression: Expression, isFilled: (names: readonly string[]) => boolean): boolean {
  const isNeverNull = (node: Expression): boolean => {
    switch (node.kind) {
      case 'number':
      case 'boolean':
      case 'list':
        return true
      case 'text':
        return node.value !== ''
      case 'null':
        return false
      case 'path':
        return isFilled(node.names)
      case 'unary':
        return node.operator === 'not' || isNeverNull(node.operand)
      case 'binary':
        return binary(node)
      case 'conditional':
        return isNeverNull(node.whenTrue) && isNeverNull(node.whenFalse)
      case 'call':
        return call(node)
    }
  }

  const binary = ({ operator, left, right }: ExpressionOf<'binary'>): boolean => {
    if (operator === '/') return isNeverNull(left) && right.kind === 'number' && Number(right.value) !== 0
    const isArithmetic = operator === '+' || operator === '-' || operator === '*'
    return isArithmetic ? isNeverNull(left) && isNeverNull(right) : true
  }

  const call = ({ name, arguments: given }: ExpressionOf<'call'>): boolean => {
    if (always.includes(name)) return true
    if (name === 'coalesce' || name === 'concat') return given.some(isNeverNull)
    const [first, ...rest] = given
    return likeFirst.includes(name) && first !== undefined && isNeverNull(first) && rest.every(({ kind }) => kind === 'number')
  }

  return isNeverNull(expression)
}
