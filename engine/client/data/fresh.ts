import type { QueryState } from '@tanstack/react-query'

/** Data this young is not loaded again: the prefetch of its page has just fetched it. Actions make it stale at once. */
export const FRESH_MS = 3000

/** Options of a query whose page was prefetched: mounting it neither repeats what has just been fetched, nor retries what has just failed. */
export const fetchedOnce = {
  staleTime: FRESH_MS,
  retryOnMount: ({ state }: { state: Pick<QueryState, 'errorUpdatedAt'> }) => Date.now() - state.errorUpdatedAt >= FRESH_MS,
}

/** Whether the data was loaded just now or is being loaded for the first time, so that none of it is from earlier. */
export function isRecent(state: QueryState | undefined): boolean {
  if (state === undefined) return false
  const { data, dataUpdatedAt, errorUpdatedAt, fetchStatus } = state
  if (data === undefined && fetchStatus === 'fetching') return true
  return Date.now() - Math.max(dataUpdatedAt, errorUpdatedAt) < FRESH_MS
}
