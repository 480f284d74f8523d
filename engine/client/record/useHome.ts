import type { RoutePlan } from '../../core/plan'
import { reads } from '../../core/rights'
import { useRights, useServices } from '../context'

/** The page on which the account may open records of an entity: the first of those that there are. */
export function useHome(entity: string | undefined): RoutePlan | undefined {
  const { homes } = useServices()
  const rights = useRights()
  return entity === undefined ? undefined : homes?.(entity).find((home) => reads(home, rights))
}
