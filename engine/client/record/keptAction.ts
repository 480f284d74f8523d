import { useEffect, useEffectEvent } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { useServices } from '../context'

/** The form comes at once; one that comes later is opened for something else. */
const AT_ONCE_MS = 15_000

const keyOf = (base: string, id: string): string[] => ['following', base, id]

/** A new record was saved for an action whose dialog asks: the form that opens next in its place opens the dialog. */
export function keepAction(queries: QueryClient, base: string, id: string, name: string): void {
  queries.setQueryData(keyOf(base, id), name)
}

/** Goes on with the action that was kept for this record just now. That is done once: a form opened later is another try. */
export function useKeptAction(base: string, id: string | undefined, goOn: (name: string) => void): void {
  const { queries } = useServices()
  const begin = useEffectEvent(goOn)
  useEffect(() => {
    if (id === undefined) return
    const state = queries.getQueryState<string>(keyOf(base, id))
    queries.removeQueries({ queryKey: keyOf(base, id), exact: true })
    if (state?.data !== undefined && Date.now() - state.dataUpdatedAt < AT_ONCE_MS) begin(state.data)
  }, [queries, base, id])
}
