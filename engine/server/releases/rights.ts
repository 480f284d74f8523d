import { buttonKinds, differencesOf } from '../../core/difference'
import type { ScreenPlan } from '../../core/plan'

export interface NeededRight {
  permission: string
  title: string
}

/**
 * What somebody must be allowed to do himself who publishes a screen: to open its menu, and to press each button that the release changes,
 * adds, moves or takes away. Otherwise somebody could make others press what he may not press, by calling it something else.
 */
export function rightsToPublish(before: ScreenPlan, after: ScreenPlan): NeededRight[] {
  const buttons = differencesOf(before, after).flatMap(({ kind, key }) => (kind === 'action' || buttonKinds.has(kind) ? [key] : []))
  const actions = [...new Set(buttons)].flatMap((name) => after.actions[name] ?? before.actions[name] ?? [])
  return [
    { permission: after.menuName, title: after.title },
    ...actions.flatMap(({ permission, title }) => (permission === undefined ? [] : [{ permission, title }])),
  ]
}
