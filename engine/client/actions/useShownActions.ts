import { useMemo } from 'react'
import type { ActionPlan, BrowserScreenPlan } from '../../core/plan'
import { allowedActionsOf } from '../../core/rights'
import { useRights } from '../context'

/** The actions of these names that the user has the right to use here. */
export function useShownActions(screen: BrowserScreenPlan, names: readonly string[]): ActionPlan[] {
  const rights = useRights()
  return useMemo(() => allowedActionsOf(screen.actions, names, rights), [screen, names, rights])
}
