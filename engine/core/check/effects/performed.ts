import { isRequiredInput } from '../asked'
import { undoneBy, type Graph, type Run } from './graph'
import { placeOfAction, tell, type Place } from './place'
import { actionsOf, type Effects } from './product'

/**
 * What one document does to another, nobody does: the action is the system's, and its dialog is answered by the step. That such an action has
 * no four-eyes rule is told of the action itself.
 */
export function checkPerformed(graph: Graph, effects: Effects): void {
  for (const caused of graph.values())
    for (const each of caused) {
      if (each.kind === 'performed') checkRun(each.run, each.place, each.form, effects)
      else
        for (const key of ['through', 'onUndo'] as const) {
          const action = each.create[key]
          if (action !== undefined) checkRun({ entity: each.entity, action }, each.at(key), [], effects)
        }
    }
  for (const { entity, name, action } of actionsOf(effects))
    if (action.inverse !== undefined)
      checkRun({ entity, action: action.inverse }, placeOfAction(entity, name, 'inverse', effects.sources, effects.report), [], effects)
}

function checkRun({ entity, action }: Run, place: Place, form: readonly string[], { entities }: Effects): void {
  const whole = entities[entity]?.actions?.[action]
  if (!whole) return
  const name = `${entity}.${action}`
  if (whole.system === undefined) tell(place, 'check.not-system', { name })
  for (const [field, asked] of Object.entries(whole.ask ?? {}))
    if (isRequiredInput(asked) && !form.includes(field)) tell(place, 'check.unanswered', { name, field })
}

/**
 * Actions that only the system performs and no schema does: neither another document, nor an undo, nor the calendar. Whether a rule or the
 * server's program does, schemas cannot know.
 */
export function unperformedActions(graph: Graph, effects: Effects): Run[] {
  const performed = new Set<string>()
  for (const caused of graph.values())
    for (const each of caused) {
      if (each.kind === 'performed') performed.add(`${each.run.entity}.${each.run.action}`)
      else for (const action of [each.create.through, each.create.onUndo]) performed.add(`${each.entity}.${action}`)
    }
  return actionsOf(effects).flatMap(({ entity, name, action }) => {
    const run = { entity, action: name }
    const isInverse = undoneBy(run, effects).some(({ run: undone }) => effects.entities[entity]?.actions?.[undone.action]?.inverse === name)
    const isDone = action.daily !== undefined || isInverse || performed.has(`${entity}.${name}`)
    return action.system === true && !isDone ? [run] : []
  })
}
