import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { readsRowsOf } from '../../core/rights'
import type { ListPagePlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { usePageAddress, useRights, useServices } from '../context'
import { chosenIn, withChosen, type ChosenRow } from '../data/chosenRow'
import { listOf } from '../data/listDrawer'
import { isNarrow } from '../ui/useNarrow'

export type SplitPlan = NonNullable<ListPagePlan['split']>

export interface Choice {
  split: SplitPlan
  chosen: ChosenRow | undefined
  /** Chooses a row, or none. @param moved it was reached by the arrow keys, which in a narrow window choose nothing */
  choose: (row: RecordValues | undefined, moved?: boolean) => void
}

/** A row that is reached by arrow keys is chosen after this rest, so that holding a key down does not load every row on the way. */
const RESTS_MS = 150

/** The chosen row of a split list; undefined on other lists, and when the user may not open what is shown beside the row. */
export function useChoice({ split }: ListPagePlan): Choice | undefined {
  const rights = useRights()
  const { navigate } = useServices()
  const address = usePageAddress()
  const latest = useRef(address)
  const rests = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    latest.current = address
  })
  useLayoutEffect(() => () => clearTimeout(rests.current), [])

  const choose = useCallback(
    (row: RecordValues | undefined, moved = false): void => {
      if (!split || (moved && isNarrow())) return
      clearTimeout(rests.current)
      if (moved) {
        rests.current = setTimeout(() => choose(row), RESTS_MS)
        return
      }
      const { pathname, search, active } = latest.current
      if (!active || chosenIn(search)?.id === row?.id) return
      const chosen = row && { id: row.id, search: split.kind === 'list' ? listOf(split, row).search : '' }
      // In a narrow window the pane replaces the list, so going back has to lead to the list.
      navigate(pathname + withChosen(search, chosen), { replace: row === undefined || !isNarrow() })
    },
    [split, navigate],
  )
  const chosen = useMemo(() => (split ? chosenIn(address.search) : undefined), [split, address.search])
  if (!split || (split.kind === 'list' && !readsRowsOf(split, rights))) return undefined
  return { split, chosen, choose }
}
