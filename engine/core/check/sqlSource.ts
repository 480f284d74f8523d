import { compileEntity, resolveGroups, type ProductSources } from '../compile'
import { EngineError } from '../error'
import { expressionSqlProblem } from '../record/rowExpression'
import { parseExpression, type ExpressionType } from '../expression'
import type { EntityPlan } from '../plan'
import { addProblem, checkSource } from './expression'
import { internalNames, refuseInternalIn } from './internal'
import type { Report } from './report'
import { typesOfRecord } from './types'

/**
 * Checks an expression over the records of an entity that the database answers row by row (`daily`, roll-ups, conditions of lists): as
 * every expression, and that it can be written as SQL.
 * @param checked its other mistakes are told already
 */
export function checkSqlSource(
  source: string,
  pointer: string,
  text: string,
  entityName: string,
  wanted: ExpressionType[],
  sources: ProductSources,
  report: Report,
  checked = false,
): void {
  const entity = sources.entities[entityName]
  if (!entity) return
  const own = report.apart()
  const resolved = resolveGroups(entityName, entity, sources)
  checkSource(source, pointer, text, typesOfRecord(resolved, sources), wanted, own)
  refuseInternalIn(source, pointer, text, internalNames(resolved, sources), own)
  if (!checked) report.findings.push(...own.findings)
  if (own.findings.length > 0) return
  const plan = planOf(entityName, sources)
  const problem = plan && expressionSqlProblem(parseExpression(text), plan)
  if (problem) addProblem(source, pointer, problem, report)
}

const plans = new WeakMap<ProductSources, Map<string, EntityPlan | undefined>>()

/** Undefined for an entity with mistakes, which are told where they are. Made once for the sources, whose screens it does not read. */
function planOf(name: string, sources: ProductSources): EntityPlan | undefined {
  const known = plans.get(sources) ?? new Map<string, EntityPlan | undefined>()
  plans.set(sources, known)
  if (!known.has(name)) known.set(name, compiledOrNothing(name, sources))
  return known.get(name)
}

function compiledOrNothing(name: string, sources: ProductSources): EntityPlan | undefined {
  try {
    return compileEntity(name, sources)
  } catch (error) {
    if (error instanceof EngineError) return undefined
    throw error
  }
}
