import { isOfOthers } from '../authored'
import { isBlank } from '../fields'
import { messageText, type MessageCode } from '../messages'
import { pendingOf, stateMeanwhile } from '../pending'
import type { EntityActionPlan, EntityPlan, ScreenPlan } from '../plan'
import { isTrue, readOf, type Environment } from './scope'
import type { Values } from './values'

/** Why an action is not possible on a record, the same on a grey button and in the server's answer. */
export interface ActionRefusal {
  /** What refuses it: the record's state, a pending change, a system that is not there, the user, or the action's own condition. */
  reason: 'state' | 'pending' | 'system' | 'person' | 'condition'
  code: MessageCode
  params: Record<string, unknown>
  /** For the user. */
  text: string
}

/** What is known of the states of a record, and of what its author alone does: its entity, or a screen that shows it. */
export type States = Pick<EntityPlan, 'states' | 'statusField' | 'authored'>

/**
 * Whether an action may be carried out on a record, in the order in which a user can do something about it: first the state, then whose work
 * it is and what no user can help, a system outside that is not there, then four eyes and the action's condition. While a change waits, only what settles it is possible, and who has asked for it is not who approves it. A
 * person who must not or must be the one at work has to be known: an empty field refuses, since nobody can say whose second pair of eyes it
 * would be.
 * @param user who is at work; undefined: nobody in particular
 */
export function actionRefusal(
  entity: States,
  action: Pick<EntityActionPlan, 'name' | 'title' | 'via' | 'from' | 'when' | 'whenNot' | 'needs' | 'notBy' | 'onlyBy' | 'onPending'>,
  record: Values,
  user: { id: string } | undefined,
  environment: Environment,
): ActionRefusal | undefined {
  const { name, title, via, onlyBy, when, whenNot, needs, onPending } = action
  const ofState = stateRefusal(entity, action.from, title, record)
  if (ofState) return ofState
  const isAuthored = via === 'edit' || entity.authored?.includes(name)
  if (isAuthored && isOfOthers(entity, record)) return refused('person', 'refused.of-others', { action: title })
  const ofPending = onPending === undefined ? pendingRefusal(entity, title, record) : undefined
  if (ofPending) return ofPending
  if (needs && environment.systems?.has(needs.code) === false)
    return refused('system', 'refused.system', { action: title, system: needs.title })
  const notBy = action.notBy && otherThan(action.notBy, onPending, record)
  if (notBy && isBlank(notBy.id)) return refused('person', 'refused.notBy-unknown', { action: title, who: notBy.who })
  if (notBy && notBy.id === user?.id) return refused('person', 'refused.notBy', { action: title, who: notBy.who })
  if (onlyBy && (isBlank(record[onlyBy.field]) || record[onlyBy.field] !== user?.id))
    return refused('person', 'refused.onlyBy', { action: title, who: onlyBy.title })
  if (!isTrue(when, readOf(record), environment)) return refused('condition', 'refused.condition', { action: title }, whenNot)
  return undefined
}

/** Whether something is possible in the state of a record; no `states` means in any. A state that the entity does not know is none of them. */
export function stateRefusal(entity: States, states: readonly string[], action: string, record: Values): ActionRefusal | undefined {
  return states.length === 0 ? undefined : refusedOutside(entity, states, action, record)
}

/** An edit or a deletion as a button offers it. */
export interface OfferedOperation {
  title: string
  /** As of `stateRefusal`. */
  states: readonly string[]
}

/** Whether a record may be edited or deleted in its state: as far as it is not another one's work, while no change waits, and as long as the state's condition of deletion holds. */
export function operationRefusal(
  entity: States,
  operation: 'edit' | 'delete',
  record: Values,
  environment: Environment,
  offered?: OfferedOperation,
): ActionRefusal | undefined {
  const states = Object.values(entity.states ?? {}).filter((state) => state[operation])
  const title = offered?.title ?? messageText(`action.${operation}`)
  const codes = states.map(({ code }) => code)
  const ofState = offered ? stateRefusal(entity, offered.states, title, record) : refusedOutside(entity, codes, title, record)
  const ofOthers = isOfOthers(entity, record) ? refused('person', 'refused.of-others', { action: title }) : undefined
  const refusal = ofState ?? ofOthers ?? pendingRefusal(entity, title, record)
  if (refusal || operation === 'edit') return refusal
  const deletable = states.find(({ code }) => code === record[entity.statusField ?? ''])?.deletable
  if (!deletable || isTrue(deletable.when, readOf(record), environment)) return undefined
  return refused('condition', 'refused.condition', { action: title }, deletable.whenNot)
}

/**
 * Whether files may be attached to a record, or taken off it: where a screen gives that with the right to edit, as long as the record may be edited,
 * and otherwise always.
 */
export function attachingRefusal(
  entity: States,
  { attach, edit }: ScreenPlan['actions'],
  record: Values,
  environment: Environment,
): ActionRefusal | undefined {
  const byEditing = attach?.permission !== undefined && attach.permission === edit?.permission
  return byEditing ? operationRefusal(entity, 'edit', record, environment) : undefined
}

/** While a change is pending nothing else is possible. A row of a list has no `pendingChange`, but a flag that there is one. */
function pendingRefusal(entity: States, action: string, record: Values): ActionRefusal | undefined {
  const pending = pendingOf(record)
  if (!pending && stateMeanwhile(entity, record) === undefined) return undefined
  return refused('pending', 'refused.pending', { change: pending?.title ?? messageText('value.change'), action })
}

/** Four eyes: a pending change cannot be approved by the user who requested it. */
function otherThan(
  notBy: NonNullable<EntityActionPlan['notBy']>,
  onPending: EntityActionPlan['onPending'],
  record: Values,
): { id: unknown; who: string } {
  const pending = onPending === 'apply' ? pendingOf(record) : undefined
  return pending ? { id: pending.requestedById, who: messageText('field.requestedBy') } : { id: record[notBy.field], who: notBy.title }
}

function refusedOutside(
  { states = {}, statusField }: States,
  possible: readonly string[],
  action: string,
  record: Values,
): ActionRefusal | undefined {
  const code = statusField === undefined ? undefined : record[statusField]
  if (statusField === undefined || (typeof code === 'string' && possible.includes(code))) return undefined
  const state = isBlank(code) ? messageText('value.none') : (states[String(code)]?.title ?? String(code))
  return refused('state', 'problem.wrong-state', { state, action })
}

/** A refusal in the words of its code, or of the schema. */
export function refused(
  reason: ActionRefusal['reason'],
  code: MessageCode,
  params: ActionRefusal['params'],
  text = messageText(code, params),
): ActionRefusal {
  return { reason, code, params, text }
}
