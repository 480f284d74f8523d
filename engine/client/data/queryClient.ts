import { QueryClient } from '@tanstack/react-query'

/** How long responses stay cached: as long as a user may come back to them in the course of one piece of work. */
const KEPT_MS = 15 * 60_000

/**
 * Every screen loads its data again when it opens, and shows the cached data meanwhile. Retries are in the request wrapper; a window that gets the
 * focus back loads nothing. When the network is back, failed requests are sent again, and what is shown stays as it is.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
