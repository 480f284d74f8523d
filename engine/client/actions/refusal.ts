import { evaluateExpression, type ExpressionEnvironment } from '../../core/expression'
import type { ActionPlan, BrowserScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { say } from '../messages'

/** What decides over a button, besides its record. */
export interface ActionFacts {
  screen: Pick<BrowserScreenPlan, 'states' | 'statusField'>
  userId?: string
  environment: ExpressionEnvironment
}

/** The button belongs on the page for this record. Without a record only what needs none is decided. */
export function isShown(action: ActionPlan, record: RecordValues | undefined, { userId, environment }: ActionFacts): boolean {
  if (!action.visible || !record) return true
  return evaluateExpression(action.visible, { ...record, user: userId }, environment) === true
}

/**
 * Why an action is not possible on a record, in the user's words; undefined when it is. The same conditions as the server's, whose answer
 * counts: state, condition, and four eyes.
 */
export function refusalOf(action: ActionPlan, record: RecordValues, { screen, userId, environment }: ActionFacts): string | undefined {
  const { states = {}, statusField } = screen
  const state = statusField === undefined ? undefined : String(record[statusField])
  if (state !== undefined && action.states.length > 0 && !action.states.includes(state)) {
    return say('action.refusedState', { state: states[state]?.title ?? state, action: action.title })
  }
  if (action.does.kind !== 'action') return undefined
  const { when, whenNot, notBy, onlyBy } = action.does.action
  if (when && evaluateExpression(when, { ...record, user: userId }, environment) !== true) {
    return whenNot ?? say('action.refusedCondition', { action: action.title })
  }
  if (notBy !== undefined && userId !== undefined && record[notBy] === userId) return say('action.refusedSelf', { action: action.title })
  if (onlyBy !== undefined && record[onlyBy] !== userId) return say('action.refusedOther', { action: action.title })
  return undefined
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
