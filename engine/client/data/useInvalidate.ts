import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/**
 * Marks all data as stale after a change: what is on the page is loaded again at once, the rest when it is opened next. Everything, because an action
 * on one document moves balances, stock and states that other screens show; what is not on the page costs nothing.
 */
export function useInvalidate(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries(), [queries])
}
