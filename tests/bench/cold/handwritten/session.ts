import { queryOptions } from '@tanstack/react-query'
import type { HandwrittenSession } from '../answers'

/** Once for each visit. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<HandwrittenSession> => {
    const response = await fetch('/api/session', { headers: { authorization: 'Bearer token' } })
    if (!response.ok) throw new Error(response.statusText)
    return (await response.json()) as HandwrittenSession
  },
  staleTime: Number.POSITIVE_INFINITY,
})
