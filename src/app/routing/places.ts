/**
 * Where the user is: follows the router and the session, applies the guard, and keeps the list of open pages. The shell draws what is
 * here and knows nothing of the router.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SessionState } from '../session/sessionState'
import type { AppStore } from '../state/appStore'
import { decidePlace, NO_PERMISSION, NOT_FOUND, type Place, type Product } from './decidePlace'
import { lastVisited, neighbourOf, pageKey, refreshed, reopened, visitPage, type OpenPage, type PageNotes } from './openPages'
import type { RouteMatch } from './routeTable'

export interface PlacesState {
  pathname: string
  search: string
  /** Undefined until the current user is known. */
  place: Exclude<Place, { kind: 'redirect' }> | undefined
  pages: readonly OpenPage[]
  /** Settles when the page in front can be drawn as it will be. */
  ready: Promise<unknown> | undefined
}

/** What is used of react-router's data router. */
export interface Router {
  state: {
    location: { pathname: string; search: string; state?: unknown }
    historyAction: 'POP' | 'PUSH' | 'REPLACE'
    blockers: ReadonlyMap<string, { state: string }>
  }
  navigate: (to: string, options?: { replace?: boolean; state?: unknown }) => Promise<void>
  subscribe: (listener: () => void) => () => void
}

export interface PlacesOptions {
  router: Router
  store: AppStore
  session: StoreApi<SessionState>
  /** As it is now: in development it may be edited. */
  product: () => Product
  /** The user has chosen to begin with the workbench. Known once the session is. */
  startsAtWorkbench?: () => boolean
  /** Entering the page begins anew, as far as its plan is known (acceptance R7). */
  beginsAnew: (match: RouteMatch) => boolean
  /** A page is being entered. Resolves when it can be drawn as it will be. */
  onEnter: (match: RouteMatch, search: string) => Promise<unknown> | undefined
  /** A page was requested without a signed-in user. */
  onTurnedAway: (path: string) => void
  /** The tabs that the user had open before the program was loaded anew. */
  tabsBefore?: (userId: string) => readonly Tab[]
}

/** An open page as it is kept over a reload. */
export interface Tab extends PageNotes {
  pathname: string
  search: string
}

export interface Places {
  state: StoreApi<PlacesState>
  /** Starts to follow. */
  follow: () => void
  /** To another tab, as it was left. */
  show: (page: OpenPage) => Promise<void>
  /** The last page stays. */
  close: (key: string) => void
  closeOthers: (key: string) => Promise<void>
  /** Closes all and goes home. */
  closeAll: () => Promise<void>
  /** The page begins anew. */
  refresh: (key: string) => void
  /** Resets pages with another query: `queryOf` returns it, or undefined for a page that stays as it is. */
  rewrite: (queryOf: (page: OpenPage) => string | undefined) => void
  /** Menus and routes have changed: an address without a page may have one now. */
  reconsider: () => void
  /** The page in front. */
  current: () => OpenPage | undefined
  /** What a page says of itself, for a reload. */
  note: (key: string, notes: PageNotes) => void
  /** The open pages, to be kept over a reload, and whose they are. */
  tabs: () => { userId: string; tabs: Tab[] } | undefined
}

const HOME = '/'
const refusals: ReadonlySet<string> = new Set([NOT_FOUND, NO_PERMISSION])
/** What depends on who the user is. */
const ofUser: ReadonlySet<Place['kind']> = new Set(['page', 'workbench', 'redirect', 'notFound'] as const)

export function createPlaces(options: PlacesOptions): Places {
  const { router, store, session, product, startsAtWorkbench, beginsAnew, onEnter, onTurnedAway, tabsBefore } = options
  const state = createStore<PlacesState>(() => ({ pathname: '', search: '', place: undefined, pages: [], ready: undefined }))
  /** Key of the page in front that is being closed, until its neighbour is in front. */
  let closing: string | undefined
  /** The user of the open pages: they are closed for another one. */
  let owner: string | undefined
  /** By key of the page. */
  const notes = new Map<string, PageNotes>()
  /** They are asked for once, for whom the program was loaded for. */
  let isReopened = false

  function current(): OpenPage | undefined {
    const { place, pathname, search, pages } = state.getState()
    if (place?.kind !== 'page') return undefined
    const key = pageKey(pathname, search)
    return pages.find((page) => page.key === key)
  }

  function update(moved: boolean): void {
    const { pathname, search, state: routerState } = router.state.location
    const { phase } = session.getState()
    const { user } = store.getState()
    const visitor = { signedIn: phase !== 'signedOut', subMenus: user?.subMenu, startsAtWorkbench: startsAtWorkbench?.() ?? false }
    const place = decidePlace(pathname, visitor, product(), search)
    const waiting = visitor.signedIn && !user && ofUser.has(place.kind)
    // Stored rights may be stale: nobody is redirected before the server has confirmed them, nor before it has said where the user begins.
    const unsure =
      phase === 'starting' &&
      place.kind === 'redirect' &&
      (refusals.has(place.to) || (pathname === HOME && startsAtWorkbench !== undefined))
    if (waiting || unsure) return state.setState({ pathname, search, place: undefined })

    if (place.kind === 'redirect') {
      const go = (): void => void router.navigate(place.to, { replace: true, state: redirectedState })
      if (visitor.signedIn) return go()
      const { pages } = state.getState()
      // Unmounts all pages first, because the leave guard of a form is active until React has unmounted it.
      state.setState({ place: undefined, pages: [] })
      if (moved) onTurnedAway(pathname + search)
      if (pages.length === 0) go()
      else setTimeout(go)
      return
    }
    const before = state.getState()
    const others = owner !== undefined && owner !== user?.userId
    const openable = ({ pathname: path, search: query }: Tab): RouteMatch | undefined => {
      const at = decidePlace(path, visitor, product(), query)
      return at.kind === 'page' ? at.match : undefined
    }
    const known = user && !isReopened ? reopen(tabsBefore?.(user.userId) ?? [], openable) : before.pages
    if (user) isReopened = true
    owner = user?.userId
    // What was reopened by remembered rights goes with them.
    const pages = visitor.signedIn && !others ? known.filter((page) => page.visit > 0 || openable(page)) : []
    if (place.kind !== 'page') return state.setState({ pathname, search, place, pages })

    if (!moved && !others && before.place?.kind === 'page' && before.pathname === pathname && before.search === search) {
      return pages.length === before.pages.length ? undefined : state.setState({ pages })
    }
    const from = current()
    const { historyAction } = router.state
    const returning = historyAction === 'POP' || says(routerState, returningState)
    const key = pageKey(pathname, search)
    // A page that replaces another takes its tab: a saved form becomes the page of its record.
    const replaces = historyAction === 'REPLACE' && !says(routerState, redirectedState) && from && from.key !== key
    const visit = { match: place.match, pathname, search, returning, anew: beginsAnew(place.match) }
    const next = visitPage(replaces ? pages.filter((page) => page !== from) : pages, from ?? lastVisited(pages), visit)
    const ready = from?.key === key ? before.ready : onEnter(place.match, search)
    state.setState({ pathname, search, place, pages: next, ready })
  }

  function reopen(tabs: readonly Tab[], openable: (tab: Tab) => RouteMatch | undefined): OpenPage[] {
    const found = tabs.flatMap(({ pathname, search, ...left }) => {
      const match = openable({ pathname, search })
      return match ? [{ pathname, search, match, left }] : []
    })
    const pages = reopened(found)
    for (const { key, left } of pages) if (left) notes.set(key, left)
    return pages
  }

  function show(page: OpenPage): Promise<void> {
    return router.navigate(page.pathname + page.search, { state: returningState })
  }

  /** A form with unsaved input asks the user whether to leave, unless leaving was just confirmed. */
  function isBlocked(): boolean {
    return [...router.state.blockers.values()].some((blocker) => blocker.state !== 'unblocked')
  }

  function drop(keep: (page: OpenPage) => boolean): void {
    state.setState({ pages: state.getState().pages.filter(keep) })
  }

  return {
    state,
    current,
    note: (key, more) => void notes.set(key, { ...notes.get(key), ...more }),
    tabs() {
      const { pages } = state.getState()
      return owner === undefined || pages.length === 0
        ? undefined
        : { userId: owner, tabs: pages.map(({ key, pathname, search }) => ({ pathname, search, ...notes.get(key) })) }
    },
    follow() {
      router.subscribe(() => {
        const { location } = router.state
        const { pathname, search } = state.getState()
        if (location.pathname !== pathname || location.search !== search) {
          update(true)
          if (closing !== undefined && current()?.key !== closing) {
            drop((page) => page.key !== closing)
            closing = undefined
          }
        } else if (!isBlocked()) {
          // The user chose to stay.
          closing = undefined
        }
      })
      session.subscribe((next, before) => {
        if (next.phase !== before.phase) update(false)
      })
      store.subscribe((next, before) => {
        if (next.user !== before.user) update(false)
      })
      update(true)
    },
    show,
    reconsider: () => update(false),
    close(key) {
      if (current()?.key !== key) return drop((page) => page.key !== key)
      const beside = neighbourOf(state.getState().pages, key)
      if (!beside) return
      closing = key
      void show(beside)
    },
    async closeOthers(key) {
      const page = state.getState().pages.find((candidate) => candidate.key === key)
      if (!page) return
      if (current() !== page) await show(page)
      if (current()?.key === key) drop((candidate) => candidate.key === key)
    },
    async closeAll() {
      await router.navigate(HOME)
      if (isBlocked()) return
      const left = current()
      drop((page) => page.key === left?.key)
    },
    rewrite(queryOf) {
      const front = current()
      const pages = state.getState().pages.map((page) => {
        const search = queryOf(page)
        return search === undefined ? page : { ...page, search, instance: page.instance + 1 }
      })
      const next = pages.find((page) => page.key === front?.key)
      state.setState({ pages, ...(next ? { search: next.search } : {}) })
      if (next && next.search !== front?.search) void router.navigate(next.pathname + next.search, { replace: true })
    },
    refresh(key) {
      state.setState({ pages: refreshed(state.getState().pages, key) })
    },
  }
}

/** What the router is told of how a page was reached. */
export const returningState = { by: 'tab' }
const redirectedState = { by: 'guard' }

function says(routerState: unknown, { by }: { by: string }): boolean {
  return typeof routerState === 'object' && routerState !== null && (routerState as { by?: unknown }).by === by
}
