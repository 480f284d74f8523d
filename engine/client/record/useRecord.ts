import { queryOptions, useQuery } from '@tanstack/react-query'
import type { BrowserScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { useServices, type EngineServices } from '../context'
import { bodyOrThrow, type Request } from '../request'

/** An answer this young is not asked for again: the prefetch has just fetched it. Actions make it old at once. */
const FRESH_MS = 3000

export function recordQuery(request: Request, screen: Pick<BrowserScreenPlan, 'base'>, id: string) {
  return queryOptions({
    queryKey: ['record', screen.base, id] as const,
    queryFn: async ({ signal }): Promise<RecordValues> =>
      bodyOrThrow(await request<RecordValues>({ method: 'GET', url: `${screen.base}/{id}`, values: { id }, signal, quiet: true })),
    staleTime: FRESH_MS,
  })
}

/** A record with its line tables. What was loaded before is shown at once and brought up to date behind it. */
export function useRecord(screen: Pick<BrowserScreenPlan, 'base'>, id: string) {
  const { request } = useServices()
  return useQuery(recordQuery(request, screen, id))
}

/** Asks for a record whose page is about to be opened. */
export async function prefetchRecord(
  { request, queries }: EngineServices,
  screen: Pick<BrowserScreenPlan, 'base'>,
  id: string,
): Promise<void> {
  await queries.prefetchQuery(recordQuery(request, screen, id))
}
