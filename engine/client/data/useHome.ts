import { useCallback } from 'react'
import type { RoutePlan } from '../../core/plan'
import { reads } from '../../core/rights'
import { useRights, useServices } from '../context'

/** Tells the page on which the account may open records of an entity: the first of those that there are. */
export function useHomes(): (entity: string) => RoutePlan | undefined {
  const { homes } = useServices()
  const rights = useRights()
  return useCallback((entity) => homes?.(entity).find((home) => reads(home, rights)), [homes, rights])
}

export function useHome(entity: string | undefined): RoutePlan | undefined {
  const homeOf = useHomes()
  return entity === undefined ? undefined : homeOf(entity)
}
