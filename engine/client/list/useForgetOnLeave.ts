import { useEffect, useLayoutEffect, useRef } from 'react'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { ListQuery } from '../../core/wire'
import { useServices } from '../context'
import type { Filters } from '../data/listState'
import { listKey } from '../data/useList'

/**
 * Acceptance R9: such a list drops its rows when it is left, and cancels its requests. What another list of the screen has asked for stays: it
 * may be the one that is being opened.
 */
export function useForgetOnLeave(screen: BrowserScreenPlan, page: ListPagePlan, fixed: Filters): void {
  const { queries } = useServices()
  const forgets = page.onEnter.fixedHeader
  const own = useRef(fixed)
  useLayoutEffect(() => {
    own.current = fixed
  })
  useEffect(() => {
    if (!forgets) return undefined
    const names = Object.values(screen.pages).flatMap((each) => (each.kind === 'list' ? Object.keys(each.params) : []))
    const isOwn = (query: ListQuery): boolean => names.every((name) => query[name] === own.current[name])
    return () => queries.removeQueries({ queryKey: listKey(screen), predicate: ({ queryKey }) => isOwn(queryKey.at(-1) as ListQuery) })
  }, [forgets, queries, screen])
}
