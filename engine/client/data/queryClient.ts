import { QueryClient } from '@tanstack/react-query'

/** Answers are kept as long as a user may come back to them in the course of one piece of work. */
const KEPT_MS = 15 * 60_000

/**
 * Every screen asks anew when it opens and shows at once what it had. The request wrapper has the retries; a window that gets the focus
 * back asks nothing. When the network is back, what failed is asked again, and what is shown stays as it is.
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
