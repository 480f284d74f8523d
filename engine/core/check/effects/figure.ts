import { compareDecimals, decimalsOf, isDecimal } from '../../decimal'
import { ExpressionError, parseExpression, type Expression } from '../../expression'

type ExpressionOf<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>

/** Whether a figure can be below 0, as far as its form says. */
export type Sign = 'never' | 'can' | 'unknown'

/** What is known of what an expression reads, by the names of its path. */
export interface Facts {
  sign: (names: readonly string[]) => Sign
  /** Places behind the point; undefined where that is not known. */
  decimals: (names: readonly string[]) => number | undefined
}

/** Undefined for what does not parse, which is told where it stands. */
export function parsed(text: string): Expression | undefined {
  try {
    return parseExpression(text)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** Whether an amount can be below 0. Sums, differences, products and quotients of what can are not decided: they may well make up for it. */
export function signOf(node: Expression, facts: Facts): Sign {
  switch (node.kind) {
    case 'number':
      return compareDecimals(node.value, '0') < 0 ? 'can' : 'never'
    case 'null':
      return 'never'
    case 'path':
      return facts.sign(node.names)
    case 'unary':
      return node.operand.kind === 'number' && compareDecimals(node.operand.value, '0') > 0 ? 'can' : 'unknown'
    case 'binary':
      return node.operator !== '-' && [node.left, node.right].every((side) => signOf(side, facts) === 'never') ? 'never' : 'unknown'
    case 'conditional':
      return every([node.whenTrue, node.whenFalse], facts)
    case 'call':
      return signOfCall(node, facts)
    default:
      return 'unknown'
  }
}

function signOfCall({ name, arguments: given }: ExpressionOf<'call'>, facts: Facts): Sign {
  const [first] = given
  switch (name) {
    case 'abs':
    case 'count':
    case 'length':
      return 'never'
    case 'round':
    case 'ceil':
    case 'floor':
    case 'sum':
    case 'avg':
      return first ? signOf(first, facts) : 'unknown'
    case 'coalesce':
      return every(given, facts)
    case 'min':
      return first?.kind === 'list' ? every(first.items, facts) : first ? signOf(first, facts) : 'unknown'
    case 'max':
      return first?.kind === 'list' ? signOfMax(first.items, facts) : first ? signOf(first, facts) : 'unknown'
    default:
      return 'unknown'
  }
}

/** The smallest of some, or one that is not known which. */
function every(nodes: readonly Expression[], facts: Facts): Sign {
  const signs = nodes.map((node) => signOf(node, facts))
  if (signs.includes('can')) return 'can'
  return signs.every((sign) => sign === 'never') ? 'never' : 'unknown'
}

/** A number that is not below 0 is enough. What is empty is passed over, so that a field is not. */
function signOfMax(nodes: readonly Expression[], facts: Facts): Sign {
  if (nodes.some((node) => node.kind === 'number' && signOf(node, facts) === 'never')) return 'never'
  const signs = nodes.map((node) => signOf(node, facts))
  if (signs.every((sign) => sign === 'can')) return 'can'
  return signs.every((sign) => sign === 'never') ? 'never' : 'unknown'
}

/**
 * Most places behind the point that a figure can have.
 * @returns Infinity for a quotient or a mean that is not rounded; undefined where it is not known
 */
export function placesOf(node: Expression, facts: Facts): number | undefined {
  switch (node.kind) {
    case 'number':
      return isDecimal(node.value) ? decimalsOf(node.value) : undefined
    case 'null':
      return 0
    case 'path':
      return facts.decimals(node.names)
    case 'unary':
      return placesOf(node.operand, facts)
    case 'binary':
      return placesOfArithmetic(node, facts)
    case 'conditional':
      return most([node.whenTrue, node.whenFalse], facts)
    case 'call':
      return placesOfCall(node, facts)
    default:
      return undefined
  }
}

function placesOfArithmetic({ operator, left, right }: ExpressionOf<'binary'>, facts: Facts): number | undefined {
  if (operator === '+' || operator === '-') return most([left, right], facts)
  if (operator === '/') return Infinity
  const [one, other] = [placesOf(left, facts), placesOf(right, facts)]
  return operator === '*' && one !== undefined && other !== undefined ? one + other : undefined
}

function placesOfCall({ name, arguments: given }: ExpressionOf<'call'>, facts: Facts): number | undefined {
  const [first, places] = given
  switch (name) {
    case 'round':
    case 'ceil':
    case 'floor': {
      const source = places === undefined ? 0 : places.kind === 'number' ? Number(places.value) : undefined
      const own = first && placesOf(first, facts)
      return source === undefined ? undefined : Math.min(source, own ?? source)
    }
    case 'sum':
    case 'abs':
      return first && placesOf(first, facts)
    case 'avg':
      return Infinity
    case 'coalesce':
      return most(given, facts)
    case 'min':
    case 'max':
      return first?.kind === 'list' ? most(first.items, facts) : first && placesOf(first, facts)
    case 'count':
    case 'length':
    case 'daysBetween':
    case 'year':
    case 'month':
      return 0
    default:
      return undefined
  }
}

function most(nodes: readonly Expression[], facts: Facts): number | undefined {
  const places = nodes.map((node) => placesOf(node, facts))
  if (places.includes(Infinity)) return Infinity
  return places.some((each) => each === undefined) ? undefined : Math.max(...places.map(Number))
}
