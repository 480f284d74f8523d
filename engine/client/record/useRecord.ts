import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrowserScreenPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { useServices, type EngineServices } from '../context'
import { fetchedOnce } from '../data/fresh'
import type { RecordMode } from '../pageAddress'
import { bodyOrThrow, type Request } from '../request'

export function recordQuery(request: Request, screen: Pick<BrowserScreenPlan, 'base'>, id: string) {
  return queryOptions({
    queryKey: ['record', screen.base, id] as const,
    queryFn: async ({ signal }): Promise<RecordValues> =>
      bodyOrThrow(await request<RecordValues>({ method: 'GET', url: `${screen.base}/{id}`, values: { id }, signal, quiet: true })),
    ...fetchedOnce,
  })
}

/** A record with its line tables. What was loaded before is shown at once and brought up to date behind it. */
export function useRecord(screen: Pick<BrowserScreenPlan, 'base'>, id: string) {
  const { request } = useServices()
  return useQuery(recordQuery(request, screen, id))
}

/**
 * Whether the record may be drawn. A form must begin with the newest record, or its first save would be refused; once it has begun it stays,
 * whatever is asked for again.
 */
export function useMayBegin(
  { data, isFetchedAfterMount, isFetching }: Pick<ReturnType<typeof useRecord>, 'data' | 'isFetchedAfterMount' | 'isFetching'>,
  mode: RecordMode,
): boolean {
  const [begunAs, setBegunAs] = useState<RecordMode>()
  const mayBegin = data !== undefined && (mode === 'view' || isFetchedAfterMount || !isFetching)
  if (mayBegin && begunAs !== mode) setBegunAs(mode)
  return mayBegin || begunAs === mode
}

/**
 * Asks for a record whose page is about to be opened, and resolves when the page can show it.
 * @param given.newest what is known already does not do, as for a form @param given.anew nothing of what is known may be shown
 */
export async function prefetchRecord(
  { request, queries }: EngineServices,
  screen: Pick<BrowserScreenPlan, 'base'>,
  id: string,
  { newest = false, anew = false }: { newest?: boolean; anew?: boolean } = {},
): Promise<void> {
  const query = recordQuery(request, screen, id)
  if (anew) queries.getQueryCache().find(query)?.reset()
  const isKnown = queries.getQueryData(query.queryKey) !== undefined
  const asked = queries.prefetchQuery(query)
  if (newest || !isKnown) await asked
}
