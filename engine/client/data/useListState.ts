import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListPagePlan, BrowserScreenPlan } from '../../core/plan'
import { usePageAddress, useServices } from '../context'
import { withChosen } from './chosenRow'
import { viewIn, withView } from './listViews'
import { defaultListState, fixedFilters, readListState, writeListState, type ListState } from './listState'

/** Where the section cache keeps what a page remembers. Two addresses with different fixed filters are two lists. */
export function memoryKey(screen: BrowserScreenPlan, pageName: string, fixed: Readonly<Record<string, string>> = {}): string {
  return `${screen.id}:${pageName}:${new URLSearchParams(fixed).toString()}:`
}

/** How a list starts: as the address says, else as it was left, else fresh. */
export function initialListState(page: ListPagePlan, search: string, remembered: string | undefined): ListState {
  return readListState(page, search) ?? readListState(page, remembered ?? '') ?? defaultListState(page)
}

/**
 * A list's state, in the address and in the section cache (acceptance R8). Changing it replaces the address, so that 返回 leaves the list
 * and does not walk through its pages; coming back finds it as it was.
 */
export function useListState(screen: BrowserScreenPlan, page: ListPagePlan) {
  const address = usePageAddress()
  const { sections, navigate } = useServices()
  const fixed = useMemo(() => fixedFilters(page, address), [page, address])
  const key = memoryKey(screen, page.name, fixed)

  const [held, setHeld] = useState(() => {
    if (page.onEnter.clearCache) sections.clear(memoryKey(screen, page.name))
    return { key, search: address.search, state: initialListState(page, address.search, sections.search(key)) }
  })
  let current = held
  // The address has changed under the page: by hand, by a link, or by this list itself, which then reads what it has written.
  if (held.key !== key || held.search !== address.search) {
    current = { key, search: address.search, state: initialListState(page, address.search, sections.search(key)) }
    setHeld(current)
  }
  const { state } = current

  const addressNow = useRef(address)
  addressNow.current = address
  const show = useCallback(
    (next: ListState) => {
      const { pathname, search, active } = addressNow.current
      // The filters may have other rows now, so the chosen row is given up.
      const nextSearch = writeListState(page, next, page.split ? withChosen(search, undefined) : search)
      sections.setSearch(key, nextSearch)
      setHeld({ key, search, state: next })
      if (active && nextSearch !== search) navigate(pathname + nextSearch, { replace: true })
    },
    [page, key, sections, navigate],
  )

  useEffect(() => {
    const { pathname, search, active } = addressNow.current
    // The list is as it was left, in the view that it was left in.
    const isBare = readListState(page, search) === undefined && viewIn(search) === undefined
    const expected = writeListState(page, state, isBare ? withView(search, viewIn(sections.search(key) ?? '')) : search)
    sections.setSearch(key, expected)
    // A remembered list is written back into the address that it was opened without.
    if (active && expected !== search && readListState(page, search) === undefined) navigate(pathname + expected, { replace: true })
  }, [page, state, key, sections, navigate])

  return { state, show, fixed, key }
}
