import type { Action } from '../../../spec/generated/entity'
import type { ProductSources } from '../../compile'
import { Report, type Finding } from '../report'
import { checkAmounts } from './amounts'
import { checkBuckets } from './buckets'
import { checkChains } from './chains'
import { checkComplete } from './complete'
import { checkThen } from './follow'
import { graphOf } from './graph'
import { checkLeaks } from './leaks'
import { checkLedger } from './ledger'
import { checkFree, checkMoves } from './moves'
import { checkPathOfAll } from './paths'
import { checkPerformed, unperformedActions } from './performed'
import { inside, isKnown, placeOfAction, tell, type Place } from './place'
import { actionsOf, effectsOf, type Effects } from './product'
import type { StepContext } from './scope'
import { usedTemplates } from './template'
import { checkUndo } from './undo'

/**
 * What happens between documents: ledgers, and what actions do beyond their own records.
 *
 *   ledger, moves, follow, paths, scope, template   everything that is named exists and fits, and expressions read what their step has
 *   buckets                                         only ledgers write them, and what is booked can be given back
 *   amounts, figure, facts                          at least 0, and no finer than the buckets
 *   leaks, holding                                  a record whose life is over holds nothing
 *   chains, performed, complete, undo, graph        what follows ends, is whole, and can be taken back
 */
export function checkEffects(sources: ProductSources, report: Report): void {
  const effects = effectsOf(sources, report)
  for (const ledger of Object.values(effects.ledgers)) checkLedger(ledger, effects)
  for (const { entity, name, action } of actionsOf(effects)) checkAction(entity, name, action, effects)
  checkTemplatesUsed(effects)
  checkBuckets(effects)
  checkAmounts(effects)
  checkLeaks(effects)
  const graph = graphOf(effects)
  checkChains(graph, effects)
  checkPerformed(graph, effects)
  checkComplete(graph, effects)
  checkUndo(graph, effects)
}

/**
 * Reports actions that only the system may perform, but that neither a schema of the product nor its code performs.
 * @param sources sources that have passed the check
 * @param byCode actions that code performs, as `task.run`
 */
export function checkPerformedByCode(sources: ProductSources, byCode: ReadonlySet<string>): Finding[] {
  const report = new Report()
  const effects = effectsOf(sources, report)
  for (const { entity, action } of unperformedActions(graphOf(effects), effects)) {
    const name = `${entity}.${action}`
    if (!byCode.has(name)) tell(placeOfAction(entity, action, 'system', sources, report), 'check.performed-by-nobody', { name })
  }
  return report.findings
}

function checkAction(entity: string, name: string, action: Action, effects: Effects): void {
  const record = effects.entities[entity]
  if (!record) return
  const step: StepContext = { entity, record, action }
  const at = (keyword: keyof Action): Place => placeOfAction(entity, name, keyword, effects.sources, effects.report)
  const names = Object.keys(record.actions ?? {})
  if (action.free !== undefined) checkFree(at('free'), action.free, step, effects)
  if (action.moves !== undefined) checkMoves(at('moves'), action.moves, step, effects)
  if (action.then !== undefined) checkThen(at('then'), action.then, step, effects)
  if (typeof action.undo === 'string') isKnown(at('undo'), 'action', action.undo, names)
  else if (action.undo !== undefined) isKnown(inside(at('undo'), 'action'), 'action', action.undo.action, names)
  if (action.inverse !== undefined) isKnown(at('inverse'), 'action', action.inverse, names)
  for (const [index, path] of (action.refresh ?? []).entries()) {
    const place = inside(at('refresh'), index)
    const without = checkPathOfAll(place, path, step, effects)?.find((target) => effects.entities[target]?.rules?.refresh === undefined)
    if (without !== undefined) tell(place, 'check.no-refresh-rule', { entity: without })
  }
}

/** What no action uses is read against nothing. */
function checkTemplatesUsed(effects: Effects): void {
  const used = usedTemplates(effects)
  for (const [file, { templates }] of Object.entries(effects.sources.templates ?? {}))
    for (const name of Object.keys(templates))
      if (!used.has(`${file}.${name}`))
        tell(
          { source: `templates/${file}`, pointer: `/templates/${name}`, report: effects.report },
          'check.unused',
          { what: 'template', name },
          { key: true },
        )
}
