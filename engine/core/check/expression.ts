import {
  checkExpression,
  ExpressionError,
  parseExpression,
  problemText,
  typeText,
  type ExpressionProblem,
  type ExpressionScopeTypes,
  type ExpressionType,
} from '../expression'
import { checkCodes } from './codesInExpressions'
import type { Report } from './report'

/** Parses and type-checks an expression of a schema; `wanted` are the types its result may have. */
export function checkSource(
  source: string,
  pointer: string,
  text: string,
  types: ExpressionScopeTypes,
  wanted: ExpressionType[],
  report: Report,
): void {
  try {
    const expression = parseExpression(text)
    const { type, problems } = checkExpression(expression, types)
    for (const problem of problems) addProblem(source, pointer, problem, report)
    if (problems.length === 0) checkCodes(source, pointer, expression, types, report)
    if (problems.length === 0 && !wanted.some((want) => fits(type, want))) {
      report.add(source, pointer, 'check.result-type', { type: typeText(type) }, { allowed: wanted.map(typeText).join(' | ') })
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    addProblem(source, pointer, error, report)
  }
}

/** Adds a mistake in an expression at its place in the text. */
export function addProblem(source: string, pointer: string, problem: ExpressionProblem, report: Report): void {
  report.push({
    source,
    pointer,
    offset: problem.position,
    code: problem.code,
    found: problemText(problem),
    allowed: problem.allowed?.join(', '),
    suggestion: problem.suggestion,
    name: problem.found,
  })
}

function fits(type: ExpressionType, wanted: ExpressionType): boolean {
  if (type === 'any' || wanted === 'any' || type === 'null') return true
  if (typeof type === 'string' || typeof wanted === 'string') return type === wanted || (type === 'text' && wanted === 'masked')
  return 'list' in type && 'list' in wanted ? fits(type.list, wanted.list) : true
}
