import { useRef, useState } from 'react'
import { useServices } from '../context'
import { firstPage, sameFilters, sideFilter, type Filters } from '../data/listState'
import { listKey } from '../data/useList'
import type { ListViews } from '../data/useListViews'
import { useNarrow } from '../ui/useNarrow'
import { withoutSide } from './listQueries'
import type { ShownList } from './ShownList'

interface Searched extends ShownList {
  views: ListViews | undefined
  /** Called before other rows come. */
  onOther: () => void
}

export type ListSearch = ReturnType<typeof useListSearch>

/** What a list can be asked for: by its search form, which is folded behind a button on a phone, by one filter, or for the same again. */
export function useListSearch({ screen, page, state, show, list, views, onOther }: Searched) {
  const { queries } = useServices()
  const narrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const beside = sideFilter(page, state.filters)

  function refresh(): void {
    void list.refetch()
    for (const above of [page.states && 'states', page.figures && 'figures', page.charts && 'charts'])
      if (above) void queries.refetchQueries({ queryKey: [...listKey(screen), above], type: 'active' })
  }

  function search(typed: Filters): void {
    const filters = { ...withoutSide(page, typed), ...beside }
    onOther()
    setOpen(false)
    // The form folds behind its button, and nothing else would have the focus.
    if (narrow) button.current?.focus()
    // 查询 loads again even when no filter has changed.
    if (state.page === 1 && state.cursor === undefined && sameFilters(filters, state.filters)) refresh()
    else show(firstPage(state, { filters }))
  }

  /** Without its filters a list no longer shows the view that it was opened in. */
  function reset(initial: Filters): void {
    if (!views?.view) return search(initial)
    onOther()
    views.open(undefined)
  }

  function filter(filters: Filters): void {
    onOther()
    show(firstPage(state, { filters }))
  }

  return {
    /** The filter that is chosen beside the rows. */
    beside,
    refresh,
    search,
    reset,
    filter,
    /** Whether the form is open where it is folded, and the button that folds it. */
    fold: { isOpen, toggle: () => setOpen(!isOpen), button },
  }
}
