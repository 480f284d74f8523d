import { useEffect, useState } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { useServices } from '../context'

const keyOf = (base: string, id: string): string[] => ['refusal', base, id]

/** A new record was saved, but what should follow was refused: its form, which opens next, says why. */
export function keepRefusal(queries: QueryClient, base: string, id: string, reason: string): void {
  queries.setQueryData(keyOf(base, id), reason)
}

/** Why the last press of the form was refused, at first what was kept for this record. That is told once: a form opened later is another try. */
export function useRefusal(base: string, id: string | undefined): [string | undefined, (reason: string | undefined) => void] {
  const { queries } = useServices()
  const state = useState(() => (id === undefined ? undefined : queries.getQueryData<string>(keyOf(base, id))))
  useEffect(() => {
    if (id !== undefined) queries.removeQueries({ queryKey: keyOf(base, id), exact: true })
  }, [queries, base, id])
  return state
}
