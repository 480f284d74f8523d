import { useMemo } from 'react'
import type { ActionPlan, BrowserScreenPlan } from '../../core/plan'
import { useRights } from '../context'

/** The actions of these names that the user may ever press here. A button without its permission is not on the page (acceptance P3). */
export function useShownActions(screen: BrowserScreenPlan, names: readonly string[]): ActionPlan[] {
  const { can } = useRights()
  return useMemo(
    () =>
      names.flatMap((name) => {
        const action = screen.actions[name]
        return action && (action.permission === undefined || can(action.permission)) ? [action] : []
      }),
    [screen, names, can],
  )
}
