import { isBlank } from '../fields'
import type { ActionPlan, BrowserScreenPlan } from '../plan'
import { actionRefusal, operationRefusal, stateRefusal } from './refusal'
import { isTrue, readOf, type Environment } from './scope'
import type { RecordValues } from '../wire'
import { messageText } from '../messages'

/** What decides about a button, besides its record. */
export interface ActionFacts {
  screen: Pick<BrowserScreenPlan, 'states' | 'statusField'>
  /** Includes the user. */
  environment: Environment
}

/** The button belongs on the page for this record. Without a record only what needs none is decided. */
export function isShown(action: ActionPlan, record: RecordValues | undefined, { environment }: ActionFacts): boolean {
  return !record || isTrue(action.visible, readOf(record), environment)
}

/** Why an action is not possible on a record, in the user's words; undefined when it is. The server checks the same again. */
export function refusalOf(
  { title, states, does }: ActionPlan,
  record: RecordValues,
  { screen, environment }: ActionFacts,
): string | undefined {
  const user = environment.user === undefined ? undefined : { id: environment.user }
  if (does.kind === 'action') return actionRefusal(screen, does.action, record, user, environment)?.text
  if (does.kind === 'edit' || does.kind === 'delete')
    return operationRefusal(screen, does.kind, record, environment, { title, states })?.text
  if (does.kind === 'print' && 'templates' in does && !does.templates.some(({ when }) => isTrue(when, readOf(record), environment)))
    return messageText('refused.no-print', { title })
  if (does.kind === 'list' && Object.values(does.by).some((name) => isBlank(record[name]))) return messageText('refused.no-rows', { title })
  return stateRefusal(screen, states, title, record)?.text
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
