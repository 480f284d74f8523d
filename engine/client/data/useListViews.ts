import { useQuery } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { ListView, ViewContent, ViewsResponse } from '../../core/wire'
import { usePageAddress, useServices } from '../context'
import { bodyOrThrow, type RequestCall } from '../request'
import { defaultListState, fixedFilters, writeListState } from './listState'
import { isBareView, openedView, searchOfView, usualViewKey, viewIn, withView, type OpenedView } from './listViews'
import { memoryKey } from './useListState'
import { usePreference } from './usePreference'

export interface ListViews {
  /** The list waits until it is known what the view asks for. */
  opening: boolean
  /** The view that is open. */
  view: ListView | undefined
  /** As the list can show it today. */
  opened: OpenedView | undefined
  /** The address named a view that there is not for this user; until they have read it. */
  missing: boolean
  dismiss: () => void
  /** Id of the one that opens with the list. */
  usual: string | undefined
  makeUsual: (id: string | undefined) => void
  /** All of the list; loaded when somebody asks for them. */
  all: ViewsResponse | undefined
  error: Error | null
  load: () => void
  /** Undefined: the list without a view. */
  open: (view: Pick<ListView, 'id' | 'content'> | undefined) => void
  save: (kept: KeptView) => Promise<void>
  remove: (view: Pick<ListView, 'id' | 'version'>) => Promise<void>
}

export interface KeptView {
  /** Of one that is there already. */
  id?: string
  version?: number
  name: string
  role?: string | undefined
  content: ViewContent
  usual?: boolean
}

/**
 * The saved views of a list that stands at its own address. They are asked for when one is to be opened, by the address or because it is the user's
 * usual one, or when the user wants to choose; a list without a view waits for nothing and asks for nothing.
 */
export function useListViews(screen: BrowserScreenPlan, page: ListPagePlan): ListViews | undefined {
  const address = usePageAddress()
  const { request, navigate, queries, sections } = useServices()
  const [usual, makeUsual] = usePreference<string | undefined>(usualViewKey(screen, page), undefined)
  const [isAsked, setAsked] = useState(false)
  const [missing, setMissing] = useState(false)
  const { pathname, search, active } = address

  const isOwn = pathname === page.route
  const isBare = isBareView(page, search)
  const left = page.onEnter.clearCache ? undefined : sections.search(memoryKey(screen, page.name, fixedFilters(page, address)))
  const wanted = isOwn ? (viewIn(search) ?? (isBare && left === undefined ? usual : undefined)) : undefined
  const isWanted = wanted !== undefined && wanted !== ''
  const queryKey = ['views', screen.id, page.name]
  const { data: all, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      bodyOrThrow(
        await request<ViewsResponse>({
          method: 'GET',
          url: '/api/views',
          values: { screen: screen.id, page: page.name },
          signal,
          quiet: true,
        }),
      ),
    enabled: isOwn && (isAsked || isWanted),
    staleTime: Infinity,
  })
  const view = isWanted ? all?.views.find(({ id }) => id === wanted) : undefined
  const opened = useMemo(() => view && openedView(page, view.content), [page, view])
  const load = useCallback(() => setAsked(true), [])
  const isGone = isWanted && all !== undefined && !view
  const turnsTo = !active ? undefined : isGone ? withView(search, '') : view && isBare ? searchOfView(page, view, search) : undefined

  useLayoutEffect(() => {
    if (turnsTo === undefined) return
    if (isGone) {
      setMissing(true)
      if (wanted === usual) makeUsual(undefined)
    }
    navigate(pathname + turnsTo, { replace: true })
  }, [turnsTo, isGone, wanted, usual, makeUsual, navigate, pathname])

  if (!isOwn) return undefined

  async function change(call: Pick<RequestCall, 'method' | 'url' | 'values'>): Promise<unknown> {
    const body = bodyOrThrow(await request(call))
    await queries.invalidateQueries({ queryKey })
    return body
  }

  return {
    opening: isWanted && (turnsTo !== undefined || (all === undefined && error === null)),
    view,
    opened,
    missing,
    dismiss: () => setMissing(false),
    usual,
    makeUsual,
    all,
    error,
    load,
    open: (chosen) => {
      setMissing(false)
      navigate(pathname + (chosen ? searchOfView(page, chosen, '') : writeListState(page, defaultListState(page), withView('', ''))), { replace: true })
    },
    async save({ id, version, usual: isUsual, ...kept }) {
      const values = { ...kept, ...(id === undefined ? { screen: screen.id, page: page.name } : { id, version }) }
      const saved = await change(id === undefined ? { method: 'POST', url: '/api/views', values } : { method: 'PATCH', url: '/api/views/{id}', values })
      const savedId = id ?? (saved as { id: string }).id
      if (isUsual !== undefined) makeUsual(isUsual ? savedId : usual === savedId ? undefined : usual)
      if (id === undefined) navigate(pathname + withView(search, savedId), { replace: true })
    },
    async remove({ id, version }) {
      await change({ method: 'DELETE', url: '/api/views/{id}', values: { id, version } })
      if (usual === id) makeUsual(undefined)
      if (wanted === id) navigate(pathname + withView(search, ''), { replace: true })
    },
  }
}
