import { useQuery } from '@tanstack/react-query'
import type { BrowserScreenPlan } from '../../core/plan'
import type { HistoryEntry } from '../../core/wire'
import { useServices } from '../context'
import { fetchedOnce } from '../data/fresh'
import { bodyOrThrow } from '../request'

/** What has happened to a record, oldest first: its page asks once, for its course and for the list of what happened. */
export function useHistory({ base }: Pick<BrowserScreenPlan, 'base'>, id: string, enabled = true) {
  const { request } = useServices()
  return useQuery({
    queryKey: ['history', base, id],
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<HistoryEntry[]>({ method: 'GET', url: `${base}/history/{id}`, values: { id }, signal, quiet: true })),
    enabled,
    ...fetchedOnce,
  })
}

/** Only the history of records that a page of the screen shows is answered. */
export function showsHistory({ pages }: Pick<BrowserScreenPlan, 'pages'>): boolean {
  return Object.values(pages).some((page) => page.kind === 'record' && page.tabs.some(({ kind }) => kind === 'history'))
}
