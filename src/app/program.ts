/**
 * The browser program put together, once:
 *
 *   router ─► places (guard, tabs) ─► shell           what is where, and may it be seen
 *   session ─► store (user, layout)  ─► shell         who is here
 *   request ─► engine services       ─► engine pages  what screens work with
 */
import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import * as product from 'virtual:product'
import type { EngineServices } from '../../engine/client/context'
import { createEngineServices } from '../../engine/client/EngineProvider'
import { createNotify, type Notify } from '../../engine/client/notify'
import { createRequest, type Request } from '../../engine/client/request'
import { createStore } from '../../engine/client/storage'
import type { BrowserScreenPlan, MenuPlan } from '../../engine/core/plan'
import { config } from './config'
import { isFramed } from './embedded'
import { createPlaces, type Places } from './routing/places'
import { prefetchPage } from './routing/prefetch'
import { createRouteTable, type MatchRoute, type RouteMatch } from './routing/routeTable'
import { createScreens, type Screens } from './routing/screens'
import { createAccountApi, type AccountApi } from './session/account'
import { forgetDrafts, hasDrafts } from './session/drafts'
import { createPreferences } from './session/preferences'
import { rememberPlace } from './session/returnTo'
import { createSession, type Session } from './session/session'
import { createTokenStore } from './session/tokenStore'
import { ancestorsOf, menuOfPath, selectedId } from './shell/menuTree'
import { createAppActions, type AppActions } from './state/appActions'
import { createAppStore, type AppStore } from './state/appStore'
import { extensions } from './widgets'

export interface Program {
  router: ReturnType<typeof createBrowserRouter>
  menus: readonly MenuPlan[]
  match: MatchRoute
  store: AppStore
  actions: AppActions
  session: Session
  places: Places
  screens: Screens
  services: EngineServices
  api: AccountApi
  request: Request
  notify: Notify
  navigate: (to: string, options?: { replace?: boolean }) => void
  /** Gets the code, plan and first data of a page that is about to be opened. */
  prefetch: (path: string) => void
  /** Forms hold input that is not saved. */
  hasDrafts: () => boolean
  /** Inside another site's frame: the shell stays away (acceptance G3). */
  framed: boolean
}

const tabStorage = () => window.sessionStorage
const browserStorage = () => window.localStorage

export function createProgram(routes: RouteObject[]): Program {
  const local = createStore(browserStorage, config.storagePrefix)
  const tab = createStore(tabStorage, config.storagePrefix)
  const store = createAppStore(local, window.matchMedia('(prefers-color-scheme: dark)').matches)
  const actions = createAppActions(store)
  const token = createTokenStore({
    name: config.tokenName,
    tab,
    secure: window.location.protocol === 'https:',
    lifetimeMs: config.tokenExpired,
  })
  const notify = createNotify()
  const request = createRequest({
    appHeader: config.appHeader,
    token: token.read,
    ticket: () => new URLSearchParams(window.location.search).get('ticket') ?? undefined,
    onUnauthorized: () => session.onUnauthorized(),
    show: notify.error,
  })
  const api = createAccountApi(request)
  const preferences = createPreferences(api.savePreference)

  redirectHash()
  const router = createBrowserRouter(routes)
  const navigate = (to: string, options?: { replace?: boolean }): void => void router.navigate(to, options)

  const screens = createScreens(product.screens)
  const services = createEngineServices({
    request,
    notify,
    navigate,
    loadScreen: screens.load,
    storage: tab,
    preferences,
    extensions,
  })
  const session = createSession({
    store,
    actions,
    api,
    token,
    local,
    tab,
    notify,
    preferences,
    where: () => router.state.location.pathname + router.state.location.search,
    navigate,
    forget() {
      services.queries.clear()
      services.sections.clear()
      forgetDrafts(tabStorage, config.storagePrefix)
    },
    lifetimeMs: config.tokenExpired,
  })

  const match = createRouteTable(product.routes)
  const prefetchMatch = (matched: RouteMatch, search: string): void => {
    const mayAsk = (): boolean => session.state.getState().phase !== 'signedOut'
    // What failed is asked for again by the page itself, which then says so.
    void prefetchPage({ services, screens, mayAsk }, matched, search).catch(() => undefined)
  }
  const places = createPlaces({
    router,
    store,
    session: session.state,
    product: { menus: product.menus, match },
    beginsAnew({ route }) {
      const onEnter = screens.peek(route.screen)?.pages[route.page]?.onEnter
      return onEnter !== undefined && (onEnter.clearCache || onEnter.resetTab)
    },
    onEnter(matched, search) {
      prefetchMatch(matched, search)
      const menu = menuOfPath(product.menus, router.state.location.pathname)
      actions.changeLeftMenu(selectedId(menu))
      if (menu) actions.handleNavOpenKeys(ancestorsOf(product.menus, selectedId(menu)))
      void session.refreshRights()
      void session.refreshButtons(matched.route.menuName)
    },
    onTurnedAway: (path) => rememberPlace(tab, path),
  })

  return {
    router,
    menus: product.menus,
    match,
    store,
    actions,
    session,
    places,
    screens,
    services,
    api,
    request,
    notify,
    navigate,
    prefetch(path) {
      const { pathname, search } = new URL(path, window.location.origin)
      const matched = match(pathname)
      if (matched) prefetchMatch(matched, search)
    },
    hasDrafts: () => hasDrafts(tabStorage, config.storagePrefix),
    framed: isFramed(tab),
  }
}

/** Starts what goes on by itself: the session, the guard, the width of the window, other tabs, edited schemas. */
export function startProgram({ actions, session, places, screens, store }: Program): void {
  actions.changeWidth(window.innerWidth)
  let resized: ReturnType<typeof setTimeout> | undefined
  window.addEventListener('resize', () => {
    clearTimeout(resized)
    resized = setTimeout(() => actions.changeWidth(window.innerWidth), RESIZE_SETTLES_MS)
  })
  window.addEventListener('storage', ({ key }) => {
    if (key?.startsWith(config.storagePrefix)) session.onStored(key.slice(config.storagePrefix.length))
  })
  const showTheme = (): void => {
    document.documentElement.style.colorScheme = store.getState().darkTheme ? 'dark' : 'light'
  }
  showTheme()
  store.subscribe(showTheme)
  import.meta.hot?.on('screen:plan', ({ id, plan }: { id: string; plan: BrowserScreenPlan }) => screens.replace(id, plan))
  void session.begin()
  places.follow()
}

/** Acceptance L2. */
const RESIZE_SETTLES_MS = 300

/** Links of the old platform, `#/loansmgr`, lead to the same page here (acceptance L4). */
function redirectHash(): void {
  const { hash, search } = window.location
  if (hash.startsWith('#/')) window.history.replaceState(null, '', hash.slice(1) + (hash.includes('?') ? '' : search))
}
