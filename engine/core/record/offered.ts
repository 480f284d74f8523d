import { isBlank } from '../fields'
import { messageText } from '../messages'
import type { ActionPlan, BrowserScreenPlan, PagePlan } from '../plan'
import { beginsRecord } from '../recordAddress'
import { holds, type UserRights } from '../rights'
import { actionRefusal, operationRefusal, refused, stateRefusal, type ActionRefusal } from './refusal'
import { isTrue, readOf, type Environment } from './scope'
import type { RecordValues } from '../wire'

/** What decides about a button, besides its record. */
export interface ActionFacts {
  screen: Pick<BrowserScreenPlan, 'states' | 'statusField' | 'authored'>
  /** Includes the user. */
  environment: Environment
}

/** The button belongs on the page for this record. Without a record only what needs none is decided. */
export function isShown(action: ActionPlan, record: RecordValues | undefined, { environment }: ActionFacts): boolean {
  return !record || isTrue(action.visible, readOf(record), environment)
}

/** Why an action is not possible on a record, in the user's words; undefined when it is. The server checks the same again. */
export function refusalOf(action: ActionPlan, record: RecordValues, facts: ActionFacts): string | undefined {
  return offeredRefusal(action, record, facts)?.text
}

/**
 * Why an action is not possible on selected records together: on one of them it is not, or they differ in what they must have alike. A link that leads
 * to all of them is not on offer where it does not belong to each.
 */
export function selectionRefusal(action: ActionPlan, records: readonly RecordValues[], facts: ActionFacts): string | undefined {
  const refusal = records.map((each) => refusalOf(action, each, facts)).find((reason) => reason !== undefined)
  if (refusal !== undefined || action.does.kind !== 'link') return refusal
  const { title } = action
  if (!records.every((record) => isShown(action, record, facts))) return refused('condition', 'refused.not-each', { title }).text
  const differing = (action.does.same ?? []).filter(({ name }) => records.some((record) => record[name] !== records[0]?.[name]))
  const titles = differing.map((field) => field.title).join(messageText('value.separator'))
  return differing.length === 0 ? undefined : refused('condition', 'refused.not-alike', { title, titles }).text
}

/** A record on which an action is not possible, and why. */
export interface RefusedRecord {
  record: RecordValues
  reason: string
}

/** On which of the selected records an action is possible, which is then done on each by itself, and why it is not on the others. */
export function dividedSelection(
  action: ActionPlan,
  records: readonly RecordValues[],
  facts: ActionFacts,
): { possible: RecordValues[]; refused: RefusedRecord[] } {
  const possible: RecordValues[] = []
  const refused: RefusedRecord[] = []
  for (const record of records) {
    const reason = refusalOf(action, record, facts)
    if (reason === undefined) possible.push(record)
    else refused.push({ record, reason })
  }
  return { possible, refused }
}

/** The same with what refuses it. */
export function offeredRefusal(
  { title, states, does }: ActionPlan,
  record: RecordValues,
  { screen, environment }: ActionFacts,
): ActionRefusal | undefined {
  const user = environment.user === undefined ? undefined : { id: environment.user }
  if (does.kind === 'action') return actionRefusal(screen, does.action, record, user, environment)
  if (does.kind === 'edit' || does.kind === 'delete') return operationRefusal(screen, does.kind, record, environment, { title, states })
  if (does.kind === 'print' && 'templates' in does && !does.templates.some(({ when }) => isTrue(when, readOf(record), environment)))
    return refused('condition', 'refused.no-print', { title })
  if (does.kind === 'list' && Object.values(does.by).some((name) => isBlank(record[name])))
    return refused('condition', 'refused.no-rows', { title })
  return stateRefusal(screen, states, title, record)
}

/** Whether an action belongs on a record and can be done on it now. */
export function isPossible(action: ActionPlan, record: RecordValues, facts: ActionFacts): boolean {
  return isShown(action, record, facts) && refusalOf(action, record, facts) === undefined
}

export interface ActionEntry {
  action: ActionPlan
  /** Why it cannot be done now. */
  refusal?: string
}

/** The actions that belong on a record, those that are possible now first. */
export function entriesOf(actions: readonly ActionPlan[], record: RecordValues, facts: ActionFacts): ActionEntry[] {
  const shown = actions
    .filter((action) => isShown(action, record, facts))
    .map((action) => ({ action, refusal: refusalOf(action, record, facts) }))
  return [...shown.filter(({ refusal }) => refusal === undefined), ...shown.filter(({ refusal }) => refusal !== undefined)]
}

/**
 * The one action that a row or a page of a record shows before the others: the first in the screen's order that brings the record into another state,
 * else the first that changes it or begins what follows it. What only shows or computes something is no step, nor is what cannot be taken back, or
 * leads back to an earlier state: both would be a slip of the pointer away.
 */
export function nextStep(
  entries: readonly ActionEntry[],
  record: RecordValues,
  { states = {}, statusField }: Pick<BrowserScreenPlan, 'states' | 'statusField'>,
): ActionEntry | undefined {
  const order = Object.keys(states)
  const now = statusField === undefined ? -1 : order.indexOf(String(record[statusField]))
  // What came back to be corrected goes on by an earlier state.
  const isCorrected = now >= 0 && Object.values(states)[now]?.edit === true
  const leadsBack = ({ does }: ActionPlan): boolean => {
    if (isCorrected || does.kind !== 'action' || does.action.to.length === 0) return false
    const to = does.action.to.map((state) => order.indexOf(state))
    if (to.some((state) => state >= now)) return false
    // Where it leads onwards from another state, it is done once more, as a payment that has failed.
    return !does.action.from.some((state) => to.some((target) => order.indexOf(state) < target))
  }
  const possible = entries.filter(({ action, refusal }) => refusal === undefined && !action.danger && !leadsBack(action))
  return possible.find(movesOn) ?? possible.find(goesOn)
}

/** Whether an action is, on some record, the one that stands before the others: the next step, or what opens the record where there is none. */
export function mayStandFirst(action: ActionPlan): boolean {
  return action.does.kind === 'view' || (!action.danger && goesOn({ action }))
}

/** It brings the record into another state. */
function movesOn({ action: { does } }: ActionEntry): boolean {
  return does.kind === 'action' && does.action.to.length > 0
}

/** It changes the record, or leads to a new one that follows it. */
function goesOn({ action: { does } }: ActionEntry): boolean {
  return does.kind === 'action' || does.kind === 'edit' || (does.kind === 'link' && beginsRecord(does.to))
}

/** Whether a page of a record has no button for an action that it names: it would open this page, or belongs to no record. */
export function isElsewhere({ does }: ActionPlan, page: Pick<PagePlan, 'name'>): boolean {
  return (does.kind === 'view' && does.page === page.name) || does.kind === 'add' || does.kind === 'import' || does.kind === 'export'
}

/** The entity's action that follows a save, where it has one of this name. */
const SUBMIT = 'submit'

/** A form ends with it, as with a save: what was submitted is not filled any more. */
export function isSubmit({ name, does }: Pick<ActionPlan, 'name' | 'does'>): boolean {
  return does.kind === 'action' && name === SUBMIT
}

/** The action that may follow a save: the user has the right, and the record's state, or that of a new one, allows it. */
export function submitAction(
  screen: Pick<BrowserScreenPlan, 'actions' | 'states' | 'statusField' | 'authored'>,
  record: RecordValues | undefined,
  rights: UserRights,
  environment: Environment,
): ActionPlan | undefined {
  const action = screen.actions[SUBMIT]
  if (action?.does.kind !== 'action' || !holds(rights, action.permission)) return undefined
  const initial = Object.values(screen.states ?? {}).find((state) => state.initial)
  if (!record) return action.states.length === 0 || (initial && action.states.includes(initial.code)) ? action : undefined
  const refusal = offeredRefusal(action, record, { screen, environment })
  // Offered although its condition is not met: what is typed in the form may meet it, and pressing the button judges it.
  return refusal === undefined || refusal.reason === 'condition' ? action : undefined
}
