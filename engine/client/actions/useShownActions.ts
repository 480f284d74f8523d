import { useMemo } from 'react'
import type { ActionPlan, BrowserScreenPlan } from '../../core/plan'
import { menuNameOf } from '../../core/permission'
import { useRights } from '../context'

/**
 * The actions of these names that the user has the right to use here. A button is left out when the user lacks its permission (acceptance P3), or
 * may not open what it shows.
 */
export function useShownActions(screen: BrowserScreenPlan, names: readonly string[]): ActionPlan[] {
  const { can, opens } = useRights()
  return useMemo(
    () =>
      names.flatMap((name) => {
        const action = screen.actions[name]
        if (!action || (action.permission !== undefined && !can(action.permission))) return []
        return action.does.kind === 'list' && !opens(menuNameOf(action.does.screen)) ? [] : [action]
      }),
    [screen, names, can, opens],
  )
}
