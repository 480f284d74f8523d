import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/**
 * After a change: whatever is on the page is asked again, the rest when it is opened next. Everything, because an action on one document
 * moves balances, stock and states that other screens show; what is not on the page costs nothing.
 */
export function useInvalidate(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries(), [queries])
}
