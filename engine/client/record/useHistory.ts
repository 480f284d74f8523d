import { useQuery } from '@tanstack/react-query'
import type { BrowserScreenPlan } from '../../core/plan'
import { useServices } from '../context'
import { historyQuery } from '../data/historyQuery'

/** What has happened to a record, oldest first: its page asks once, for its course and for the list of what happened. */
export function useHistory({ base }: Pick<BrowserScreenPlan, 'base'>, id: string, enabled = true) {
  const { request } = useServices()
  return useQuery({ ...historyQuery(request, { base }, id), enabled })
}
