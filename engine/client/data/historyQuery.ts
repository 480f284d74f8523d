import { queryOptions } from '@tanstack/react-query'
import type { BrowserScreenPlan } from '../../core/plan'
import type { HistoryEntry } from '../../core/wire'
import { bodyOrThrow, type Request } from '../request'
import { fetchedOnce } from './fresh'

/** Query for the history of a record, oldest entry first. */
export function historyQuery(request: Request, { base }: Pick<BrowserScreenPlan, 'base'>, id: string) {
  return queryOptions({
    queryKey: ['history', base, id] as const,
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<HistoryEntry[]>({ method: 'GET', url: `${base}/history/{id}`, values: { id }, signal, quiet: true })),
    ...fetchedOnce,
  })
}

/** Whether the server tells the history of the screen's records: it does where a page has a tab for it. */
export function tellsHistory({ pages }: Pick<BrowserScreenPlan, 'pages'>): boolean {
  return Object.values(pages).some((page) => page.kind === 'record' && page.tabs.some(({ kind }) => kind === 'history'))
}
