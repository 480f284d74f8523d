import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { ListView, ViewContent, ViewNamesResponse, ViewsResponse } from '../../core/wire'
import { usePageAddress, useServices } from '../context'
import { bodyOrThrow, type Request, type RequestCall } from '../request'
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
  /** The views of this list by name, once they are loaded; always with the view that is open. */
  names: readonly Pick<ListView, 'id' | 'name'>[]
  /** All of the list; loaded when somebody asks for them. */
  all: ViewsResponse | undefined
  error: Error | null
  load: () => void
  /** Undefined: the list without a view. */
  open: (view: Pick<ListView, 'id' | 'content'> | undefined) => void
  /** Opens one of `names`, once its content is there. */
  openNamed: (id: string) => Promise<void>
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

const viewsKey = ['views']
const viewNamesUrl = '/api/views/names'

function viewsQueryOptions(request: Request, screen: BrowserScreenPlan, page: ListPagePlan) {
  const values = { screen: screen.id, page: page.name }
  return queryOptions({
    queryKey: [...viewsKey, screen.id, page.name],
    queryFn: async ({ signal }) => bodyOrThrow(await request<ViewsResponse>({ method: 'GET', url: '/api/views', values, signal, quiet: true })),
    staleTime: Infinity,
  })
}

function viewNamesQueryOptions(request: Request) {
  return queryOptions({
    queryKey: [...viewsKey, 'names'],
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<ViewNamesResponse>({ method: 'GET', url: viewNamesUrl, signal, quiet: true })).views,
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

/**
 * The saved views of a list that stands at its own address. What they are called is asked for once, for all lists; the rest when one is to be
 * opened, by the address or because it is the user's usual one, or when the user wants to choose. A list without a view waits for nothing.
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
  const options = viewsQueryOptions(request, screen, page)
  const { data: all, error } = useQuery({ ...options, enabled: isOwn && (isAsked || isWanted) })
  const { data: named } = useQuery({ ...viewNamesQueryOptions(request), enabled: isOwn })
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
    await queries.invalidateQueries({ queryKey: viewsKey })
    return body
  }

  function open(chosen: Pick<ListView, 'id' | 'content'> | undefined): void {
    setMissing(false)
    navigate(pathname + (chosen ? searchOfView(page, chosen, '') : writeListState(page, defaultListState(page), withView('', ''))), { replace: true })
  }

  const names = named?.filter((each) => each.screen === screen.id && each.page === page.name) ?? []
  return {
    opening: isWanted && (turnsTo !== undefined || (all === undefined && error === null)),
    view,
    opened,
    missing,
    dismiss: () => setMissing(false),
    usual,
    makeUsual,
    names: view && !names.some(({ id }) => id === view.id) ? [...names, view] : names,
    all,
    error,
    load,
    open,
    async openNamed(id) {
      const chosen = (await queries.fetchQuery(options)).views.find((each) => each.id === id)
      // One that was deleted since is looked for by its address, which says that it is gone.
      if (chosen) open(chosen)
      else navigate(pathname + withView('', id), { replace: true })
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
