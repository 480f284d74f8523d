import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { RecordValues } from '../../core/wire'
import { useSectionState } from '../data/useSectionState'

type Selected = ReadonlyMap<string, RecordValues>
const nothing: Selected = new Map()

/** What a list found, as long as it is what its query asks for. */
export interface FoundRows {
  query: unknown
  rows: readonly RecordValues[]
  total: number | undefined
}

/**
 * Selected rows, kept over pages and queries and while the user is elsewhere in the section (acceptance R8). What leaves the list by being decided on,
 * here or elsewhere, is not selected any more.
 */
export function useSelection(key: string, rows: readonly RecordValues[], found: FoundRows | undefined) {
  const [selected, setSelected] = useSectionState<Selected>(`${key}selection`, nothing)
  // A row that is on the page may have changed since it was selected.
  const records = useMemo(() => {
    const shown = new Map(rows.map((row) => [row.id, row]))
    return [...selected].map(([id, record]) => shown.get(id) ?? record)
  }, [selected, rows])
  const ids = useMemo<ReadonlySet<string>>(() => new Set(selected.keys()), [selected])

  const select = useCallback(
    (chosen: readonly RecordValues[], on: boolean) => {
      const next = new Map(selected)
      for (const record of chosen) {
        if (on) next.set(record.id, record)
        else next.delete(record.id)
      }
      setSelected(next)
    },
    [selected, setSelected],
  )

  const before = useRef(found)
  useEffect(() => {
    const gone = found && before.current ? leftRows(before.current, found).filter(({ id }) => selected.has(id)) : []
    if (found) before.current = found
    if (gone.length > 0) select(gone, false)
  }, [found, selected, select])
  return { ids, records, select, clear: useCallback(() => setSelected(nothing), [setSelected]) }
}

/** Those that the same query finds no longer. Where it finds more than before, a row may only have been moved to another page. */
function leftRows(before: FoundRows, now: FoundRows): RecordValues[] {
  if (before.query !== now.query || (now.total ?? 0) > (before.total ?? 0)) return []
  const ids = new Set(now.rows.map(({ id }) => id))
  return before.rows.filter(({ id }) => !ids.has(id))
}
