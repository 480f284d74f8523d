/**
 * The browser program put together, once:
 *
 *   router ─► places (guard, tabs) ─► shell           what is where, and may it be seen
 *   session ─► store (user, layout)  ─► shell         who is here
 *   request ─► engine services       ─► engine pages  what screens work with
 */
import { createBrowserRouter, createPath, type RouteObject } from 'react-router-dom'
import type { StoreApi } from 'zustand/vanilla'
import * as open from 'virtual:product'
import type { EngineServices } from '../../engine/client/context'
import { createEngineServices } from '../../engine/client/EngineProvider'
import { createNotify, type Notify } from '../../engine/client/notify'
import { bodyOrThrow, createRequest, type Request } from '../../engine/client/request'
import { createStore, type KeyValueStore } from '../../engine/client/memory/storage'
import { SEARCH_FORM } from '../../engine/client/memory/sectionCache'
import { writeListState } from '../../engine/client/data/listState'
import { defaultPageSize } from '../../engine/core/pageSizes'
import type { BrowserScreenPlan } from '../../engine/core/plan'
import { changesHeader } from '../../engine/core/wire'
import { config } from './config'
import { createEmbedding, type Embedding } from './embedded/embedding'
import { isFramed } from './embedded/isFramed'
import { createParentChannel } from './embedded/parentChannel'
import { createPageTicket } from './partner/pageTicket'
import { followEditing } from './followEditing'
import { createPartnerEntries, type PartnerEntries } from './partner/partnerEntries'
import { createPartnerLogin, type PartnerLogin } from './partner/partnerLogin'
import { subAppsOf } from './partner/subApps'
import type { OpenPage } from './routing/openPages'
import { createProduct, type EditedProduct, type OpenProduct, type ProductState } from './product'
import { createPreview, previewStore, readPreview, savedNowhere, type Preview } from './preview/preview'
import { placeOfHash } from './routing/oldLinks'
import { ownPlace } from './routing/ownPlace'
import { createPlaces, returningState, type Places } from './routing/places'
import { prefetchPage } from './routing/prefetch'
import type { RouteMatch } from './routing/routeTable'
import { createScreens, type Screens } from './routing/screens'
import { watchExport } from './exportTasks'
import { createAccountApi, type AccountApi } from './account'
import { forgetDrafts, hasDrafts } from './session/drafts'
import { createPreferences, startPageKey, type LoadedPreferences } from './session/preferences'
import { forgetTabs, keepTabs, takeTabs } from './routing/keptTabs'
import { createRecents, type Recents } from './session/recents'
import { rememberPlace } from './session/returnTo'
import { readSettings } from './settings'
import { createSession, type Session } from './session/session'
import { createTokenStore } from './session/tokenStore'
import { followWidth } from './state/followWidth'
import { ancestorsOf, menuOfPath, selectedId } from './routing/menuTree'
import { createAppActions, type AppActions } from './state/appActions'
import { createAppStore, type AppStore } from './state/appStore'
import { extensions } from './widgets'

export interface Program {
  router: ReturnType<typeof createBrowserRouter>
  /** Menus and routes, as much as the user may see. */
  product: StoreApi<ProductState>
  /** In development: takes edited menus and routes. */
  followProduct: (edited: EditedProduct) => void
  store: AppStore
  actions: AppActions
  session: Session
  places: Places
  screens: Screens
  services: EngineServices
  api: AccountApi
  preferences: LoadedPreferences
  recents: Recents
  request: Request
  notify: Notify
  navigate: EngineServices['navigate']
  /** Gets the code, plan and first data of a page that is about to be opened. */
  prefetch: (path: string) => void
  /** Writes down which tabs are open, for a reload. */
  keepTabs: () => void
  /** Forms hold input that is not saved. */
  hasDrafts: () => boolean
  /** Inside another site's frame: the shell stays away (acceptance G3). */
  framed: boolean
  /** The page around the frame, when it is one that this installation knows (acceptance S6). */
  embedding?: Embedding
  /** Menu entries that open in an application outside. */
  partnerEntries: PartnerEntries
  partnerLogin: PartnerLogin
  /** The window shows what a role sees. */
  preview?: Preview
  /** Schemas can be worked on here, by those who may. */
  playground: boolean
}

/** What a program works with that stands in a page of ours and not for itself: it leaves the browser's stores and address alone. */
export interface InnerProgram {
  /** In place of the browser's stores, of the tab and of the browser. */
  tab: KeyValueStore
  local: KeyValueStore
  /** The only way out of it. */
  fetch: typeof fetch
  router: (routes: RouteObject[]) => Program['router']
  /** Without the shell. */
  framed: boolean
}

/** What is open to everybody is known where the program is built; an inner one hears of it from its server, with the rest. */
const nothingOpen: OpenProduct = { routes: [], plans: {} }

/** @param inner absent: the program of the window */
export function createProgram(routes: RouteObject[], inner?: InnerProgram): Program {
  const tab = inner?.tab ?? createStore(() => window.sessionStorage, config.storagePrefix)
  const previewed = readPreview(tab)
  const shared = inner?.local ?? createStore(() => window.localStorage, config.storagePrefix)
  const local = previewed ? previewStore(shared, tab) : shared
  const settings = readSettings()
  const framed = inner?.framed ?? isFramed(tab)
  const channel = framed && !inner ? createParentChannel(settings.parentOrigins) : undefined
  const store = createAppStore(local, window.matchMedia('(prefers-color-scheme: dark)').matches)
  const actions = createAppActions(store)
  const token = createTokenStore({
    name: config.tokenName,
    tab,
    // The cookie is the account's own, in all other windows.
    ...(previewed || inner ? { cookies: { cookie: '' } } : {}),
    secure: channel ? window.isSecureContext : window.location.protocol === 'https:',
    framed: channel !== undefined,
    lifetimeMs: config.tokenExpired,
  })
  const notify = createNotify()
  const request = createRequest({
    appHeader: config.appHeader,
    token: token.read,
    ticket: createPageTicket(() => window.location.search),
    onUnauthorized: (refused) => (preview ? preview.onUnauthorized() : session.onUnauthorized(refused)),
    show: notify.error,
    confirm: async (...asked) => (await import('../../engine/client/confirmWarnings')).confirmWarnings(notify, ...asked),
    ...(inner
      ? { fetch: inner.fetch }
      : {
          onResponse(headers) {
            const changes = headers.get(changesHeader)
            if (changes !== null) session.plansChanged(Number(changes))
          },
          upload: async (...call) => (await import('../../engine/client/upload/xhrTransport')).xhrTransport(...call),
          scriptOrigins: settings.scriptOrigins,
        }),
  })
  const api = createAccountApi(request)
  const preview = previewed && createPreview(previewed, { notify, signOut: api.signOut })
  const preferences = createPreferences(previewed || inner ? savedNowhere : api.savePreference, tab)

  const subApps = subAppsOf(window.location.hostname, settings)
  const hasApplication = (name: string): boolean => Object.hasOwn(subApps, name)
  // What a frame knows of its user concerns no other window.
  const ofUser = channel ? tab : local
  const product = createProduct({ open: inner ? nothingOpen : open, local: ofUser, hasApplication })

  const old = placeOfHash(window.location)
  if (old !== undefined) window.history.replaceState(null, '', old)
  const partnerLogin = createPartnerLogin({
    // Whose pages these are is known when the ticket is redeemed; the guard decides then.
    isKnown: (path) => ownPlace(path, window.location.origin) !== undefined,
    request,
    session: () => session,
    navigate: (to) => navigate(to, { replace: true }),
  })
  const router = inner ? inner.router(routes) : createBrowserRouter(routes)
  const navigate: Program['navigate'] = (to, { replace, returning, stayed } = {}) => {
    const before = createPath(router.state.location)
    void router.navigate(to, { replace, ...(returning ? { state: returningState } : {}) }).then(() => {
      if (createPath(router.state.location) === before) stayed?.()
    })
  }

  const screens = createScreens({
    addressOf: (id) => product.state.getState().planAddress(id),
    fetchPlan: async (url) => bodyOrThrow(await request<BrowserScreenPlan>({ method: 'GET', url, quiet: true })),
  })
  const services = createEngineServices({
    request,
    notify,
    navigate,
    prefetch: (path) => prefetch(path),
    homes: (entity) => product.state.getState().homes(entity),
    loadScreen: screens.load,
    storage: tab,
    preferences,
    extensions,
    onQueued(queued) {
      const userId = store.getState().user?.userId
      const isWanted = (): boolean => store.getState().user?.userId === userId
      const { match } = product.state.getState()
      // Its failure is the end of the session, which says so itself.
      void watchExport({ request, screens, notify, navigate, match, isWanted }, queued).catch(() => undefined)
    },
    ...(settings.systems && { systems: new Set(settings.systems) }),
  })
  const session = createSession({
    store,
    actions,
    api,
    token,
    local: ofUser,
    tab,
    notify,
    preferences,
    product,
    reconsider: () => places.reconsider(),
    where: () => router.state.location.pathname + router.state.location.search,
    navigate,
    forget({ drafts }) {
      services.queries.clear()
      screens.clear()
      services.sections.clear()
      // What waits to be written would else be written after this.
      services.drafts.writeAll()
      if (drafts) forgetDrafts(tab)
    },
    lifetimeMs: config.tokenExpired,
    ...(channel
      ? {
          parent: {
            requestToken: () => channel.requestToken(router.state.location.pathname),
            askAgain: () => void services.queries.invalidateQueries(),
          },
        }
      : {}),
  })

  // Drawers and tables keep the plans of the screens that they show.
  product.state.subscribe(() => {
    void services.queries.invalidateQueries({ queryKey: ['screen'] })
    // A screen that was published, or taken back, is shown as it is now; a page that is open keeps what is typed.
    if (product.version() !== undefined) void screens.renew()
  })

  const reloaded = isReload()
  // A reload goes on where the page was; a typed address begins anew.
  if (!reloaded) {
    services.sections.clear()
    forgetTabs(tab)
  }
  let keepsOpenKeys = reloaded

  const prefetchMatch = (matched: RouteMatch, search: string, ahead = false): Promise<void> => {
    const mayAsk = (): boolean => session.state.getState().phase !== 'signedOut'
    // What failed is said by the page itself.
    return prefetchPage({ services, screens, mayAsk, ahead }, matched, search).catch(() => undefined)
  }
  function prefetch(path: string): void {
    const { pathname, search } = new URL(path, window.location.origin)
    const matched = product.state.getState().match(pathname, search)
    if (matched) void prefetchMatch(matched, search, true)
  }
  const places = createPlaces({
    router,
    store,
    session: session.state,
    product: () => ({ ...product.state.getState(), playground: settings.playground === true }),
    startsAtWorkbench: () => preferences.get(startPageKey) === 'workbench',
    beginsAnew({ route }) {
      const onEnter = screens.peek(route.screen)?.pages[route.page]?.onEnter
      return onEnter !== undefined && (onEnter.clearCache || onEnter.resetTab)
    },
    onEnter(matched, search) {
      const heard = session.plansHeard()
      const ready = prefetchMatch(matched, search)
      const { menus } = product.state.getState()
      const menu = menuOfPath(menus, router.state.location.pathname)
      actions.changeLeftMenu(selectedId(menu))
      // Acceptance L10: a reload opens and closes no branch.
      if (menu && !keepsOpenKeys) actions.handleNavOpenKeys(ancestorsOf(menus, selectedId(menu)))
      keepsOpenKeys = false
      void session.refreshRights()
      void session.refreshButtons(matched.route.menuName)
      // Where screens are published, a page that asks nothing when it opens is not to be one of before.
      if (settings.playground && !inner) void ready.then(() => session.hearOfPlans(heard))
      return ready
    },
    onTurnedAway: (path) => rememberPlace(tab, path),
    ...(reloaded && !framed ? { tabsBefore: (userId) => takeTabs(tab, userId) } : {}),
  })

  /** The query of a list with an empty search form; undefined for other pages. */
  const emptiedQuery = ({ match: { route }, search }: OpenPage): string | undefined => {
    const page = screens.peek(route.screen)?.pages[route.page]
    return page?.kind === 'list' ? writeListState(page, { filters: {}, page: 1, pageSize: defaultPageSize }, search) : undefined
  }
  const embedding =
    channel &&
    createEmbedding({
      channel,
      session: () => session,
      where: () => router.state.location.pathname,
      // Before there is a user no page is known, and the guard decides as soon as there is one.
      isKnown: (pathname) => product.version() === undefined || product.state.getState().match(pathname) !== undefined,
      navigate,
      clearConditions() {
        const saved = tab.keys(SEARCH_FORM)
        services.sections.clear()
        for (const key of saved) tab.set(key, null)
        places.rewrite(emptiedQuery)
      },
    })

  return {
    router,
    product: product.state,
    followProduct(edited) {
      const { user } = store.getState()
      product.follow(edited, user && { subMenus: user.subMenu })
      places.reconsider()
    },
    store,
    actions,
    session,
    places,
    screens,
    services,
    api,
    preferences,
    recents: createRecents(preferences, () => store.getState().user?.userId),
    request,
    notify,
    navigate,
    prefetch,
    keepTabs() {
      // Until it is known who is here, those of before are still to be taken.
      const open = places.tabs()
      if (open) keepTabs(tab, open)
    },
    hasDrafts() {
      services.drafts.writeAll()
      return hasDrafts(tab)
    },
    framed,
    embedding,
    partnerEntries: createPartnerEntries({ menus: () => product.state.getState().menus, subApps, request, notify }),
    partnerLogin,
    preview,
    playground: settings.playground === true,
  }
}

/**
 * Starts what goes on by itself: the session, the guard, the width of the window, other tabs, edited schemas.
 * @param follows edited schemas are shown as they are saved; not where the page around says what is shown
 */
export function startProgram(program: Program, follows = true): void {
  const { actions, embedding, keepTabs, navigate, partnerLogin, session, places, preferences, preview, recents, store } = program
  followWidth(actions.changeWidth)
  window.addEventListener('hashchange', () => {
    const old = placeOfHash(window.location)
    if (old !== undefined) navigate(old, { replace: true })
  })
  window.addEventListener('focus', () => {
    void session.refreshRights()
    void session.refreshPreferences()
  })
  window.addEventListener('pagehide', () => {
    keepTabs()
    recents.flush()
    void preferences.flush(true)
  })
  window.addEventListener('storage', ({ key }) => {
    // Who signs in or out elsewhere is not who is here.
    if (!preview && key?.startsWith(config.storagePrefix)) session.onStored(key.slice(config.storagePrefix.length))
  })
  const showTheme = (): void => {
    document.documentElement.style.colorScheme = store.getState().darkTheme ? 'dark' : 'light'
  }
  showTheme()
  store.subscribe(showTheme)
  if (import.meta.hot && follows) followEditing(program, import.meta.hot)
  embedding?.start()
  // A ticket is about to say who is here.
  if (!partnerLogin.isDue) void session.begin()
  places.follow()
}

function isReload(): boolean {
  return performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload')
}
