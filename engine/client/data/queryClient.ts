import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type QueryKey } from '@tanstack/react-query'

/** How long responses stay cached: as long as a user may come back to them in the course of one piece of work. */
const KEPT_MS = 15 * 60_000

/**
 * Every screen loads its data again when it opens, and shows the cached data meanwhile. Retries are in the request wrapper; a window that gets the
 * focus back loads nothing. When the network is back, failed requests are sent again, and what is shown stays as it is.
 */
export function createQueryClient(): QueryClient {
  return new FreshQueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 0,
        gcTime: KEPT_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: ({ state }) => state.status === 'error',
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/**
 * A first read that is under way during an invalidation may bring data from before the change. The library neither cancels it nor marks its
 * result as stale; this client invalidates the result as soon as it has come.
 */
class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstReads = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    const rest = super.invalidateQueries(filters, options)
    if (firstReads.length > 0) {
      await Promise.allSettled(firstReads.map(async ({ promise }) => promise))
      await super.invalidateQueries({ ...filters, predicate: (query) => firstReads.includes(query) }, options)
    }
    await rest
  }
}
