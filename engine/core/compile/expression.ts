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
