import { EngineError } from '../error'
import { parseExpression, type Expression } from '../expression'

/** Parses each source text once; the same condition stands on many buttons and columns. */
const parsed = new Map<string, Expression>()

export function compileExpression(source: string): Expression {
  const known = parsed.get(source)
  if (known) return known
  const expression = parseExpression(source)
  parsed.set(source, expression)
  return expression
}

export function compileOptional(source: string | undefined): Expression | undefined {
  return source === undefined ? undefined : compileExpression(source)
}

/** Own-property look-up that names what is missing; the schema check reports the same mistake with its position. */
export function lookUp<T>(map: Record<string, T>, name: string, what: string, where: string): T {
  const found = Object.hasOwn(map, name) ? map[name] : undefined
  if (found === undefined) throw new EngineError('compile.unknown-name', { what, name, where })
  return found
}
