import { useCallback, useMemo } from 'react'
import type { RecordValues } from '../../core/wire'
import { useSectionState } from '../data/useSectionState'

type Selected = ReadonlyMap<string, RecordValues>
const nothing: Selected = new Map()

/** Selected rows, kept over pages and queries and while the user is elsewhere in the section (acceptance R8). */
export function useSelection(key: string, rows: readonly RecordValues[]) {
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
  return { ids, records, select, clear: useCallback(() => setSelected(nothing), [setSelected]) }
}
