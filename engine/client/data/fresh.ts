import type { QueryState } from '@tanstack/react-query'

/** An answer this young is not asked for again: the prefetch of its page has just fetched it. Actions make it old at once. */
export const FRESH_MS = 3000

/** What a query asks when something is drawn that shows it: not again what the prefetch has just fetched, or failed to. */
export const fetchedOnce = {
  staleTime: FRESH_MS,
  retryOnMount: ({ state }: { state: Pick<QueryState, 'errorUpdatedAt'> }) => Date.now() - state.errorUpdatedAt >= FRESH_MS,
}

/** It was asked for just now, or is being asked for the first time, so that nothing of it is from earlier. */
export function isRecent(state: QueryState | undefined): boolean {
  if (state === undefined) return false
  const { data, dataUpdatedAt, errorUpdatedAt, fetchStatus } = state
  if (data === undefined && fetchStatus === 'fetching') return true
  return Date.now() - Math.max(dataUpdatedAt, errorUpdatedAt) < FRESH_MS
}
