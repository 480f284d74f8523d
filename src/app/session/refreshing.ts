/** What a session loads again while it goes on: rights, code lists, preferences and the buttons of the menu that is opened. */
import type { StoreApi } from 'zustand/vanilla'
import type { KeyValueStore } from '../../../engine/client/memory/storage'
import type { AppStore } from '../state/appStore'
import type { AccountApi, UserMenuResponse } from '../account'
import { writeCurrentUser } from './currentUser'
import { withButtons } from './menuButtons'
import type { LoadedPreferences } from './preferences'
import type { SessionEvent, SessionState } from './sessionState'
import type { UserProduct } from './userProduct'

export interface RefreshingOptions {
  state: StoreApi<SessionState>
  store: AppStore
  local: KeyValueStore
  api: Pick<AccountApi, 'menu' | 'dictionaries' | 'preferences' | 'buttons'>
  preferences: LoadedPreferences
  product: Pick<UserProduct, 'version' | 'changes'>
  now: () => number
  send: (event: SessionEvent) => void
  applyMenu: (menu: UserMenuResponse, createTime: number) => void
  /** It was changed in another tab: loads what the server refused until then. */
  passwordWasChanged: () => Promise<void>
  /** Tells later whether the session is still the one of this moment: responses to requests of an earlier one are ignored. */
  sameSession: () => () => boolean
}

export interface Refreshing {
  /** Loads the rights again, unless they were loaded a moment ago. */
  refreshRights: () => Promise<void>
  /** A response says how often plans have changed by now: the product is asked for again where less is known of it. */
  plansChanged: (changes: number) => void
  /** A page was opened: resolves once something has been heard of changed plans since `plansHeard` was as it is given. */
  hearOfPlans: (before: number) => Promise<void>
  /** How many responses have told of plans. */
  plansHeard: () => number
  /** In development, when the server was restarted: loads rights and dictionaries again. */
  refresh: () => Promise<void>
  /** Loads the preferences again: another window may have changed them. */
  refreshPreferences: () => Promise<void>
  /** Loads the buttons of the menu that is opened (acceptance P3). */
  refreshButtons: (menuName: string) => Promise<void>
  /** Rights and preferences were loaded now. */
  allLoaded: () => void
  rightsLoaded: () => void
  /** The next `refreshRights` loads them, however young they are. */
  rightsOutdated: () => void
  forgetButtons: () => void
}

/** Rights this young are not loaded again. */
const RIGHTS_FRESH_MS = 60_000
/** A window that gets the focus often does not send a request each time. */
const PREFERENCES_FRESH_MS = 3000
const NEVER = Number.NEGATIVE_INFINITY

export function createRefreshing(options: RefreshingOptions): Refreshing {
  const { state, store, local, api, preferences, product, now, send, applyMenu, passwordWasChanged, sameSession } = options
  const buttonsLoadedAt = new Map<string, number>()
  let rightsLoadedAt = NEVER
  let preferencesLoadedAt = NEVER
  /** Of changes of plans: the most that a response has told of, and how many have. */
  const plans = { changes: 0, heard: 0 }

  function isReady(): boolean {
    return state.getState().phase === 'ready'
  }

  async function refreshRights(): Promise<void> {
    if (!isReady() || (now() - rightsLoadedAt < RIGHTS_FRESH_MS && product.changes() >= plans.changes)) return
    rightsLoadedAt = now()
    const isSame = sameSession()
    const menu = await api.menu(product.version())
    const { user } = store.getState()
    if (!menu.success || !user || !isSame()) return
    const { userMenuElement } = menu.body
    if (state.getState().mustChangePassword && !userMenuElement.mustChangePassword) return passwordWasChanged()
    applyMenu(menu.body, user.createTime)
  }

  function plansChanged(changes: number): void {
    plans.heard += 1
    if (changes <= plans.changes) return
    plans.changes = changes
    // A session that begins hears of it by what it loads, or at the next page.
    if (changes > product.changes()) void refreshRights()
  }

  async function hearOfPlans(before: number): Promise<void> {
    if (plans.heard > before) return
    rightsLoadedAt = NEVER
    await refreshRights()
  }

  async function refresh(): Promise<void> {
    if (!isReady()) return
    rightsLoadedAt = NEVER
    const isSame = sameSession()
    const [dictionaries] = await Promise.all([api.dictionaries(), refreshRights()])
    if (dictionaries.success && isSame()) send({ type: 'dictionariesLoaded', dictionaries: dictionaries.body.dictionaries })
  }

  async function refreshPreferences(): Promise<void> {
    if (!isReady() || now() - preferencesLoadedAt < PREFERENCES_FRESH_MS) return
    preferencesLoadedAt = now()
    const isSame = sameSession()
    await preferences.flush()
    const stored = await api.preferences()
    const { user } = store.getState()
    if (stored.success && user && isSame()) preferences.load(stored.body.preferences, user.userId)
  }

  async function refreshButtons(menuName: string): Promise<void> {
    const menuId = store.getState().user?.subMenu.find((entry) => entry.menuName === menuName)?.menuId
    if (!menuId || now() - (buttonsLoadedAt.get(menuId) ?? NEVER) < RIGHTS_FRESH_MS) return
    buttonsLoadedAt.set(menuId, now())
    const isSame = sameSession()
    const buttons = await api.buttons(menuId)
    const { user } = store.getState()
    if (!buttons.success || !user || !isSame()) return
    const codes = buttons.body.result.map(({ code }) => code)
    const subMenu = withButtons(user.subMenu, menuName, codes)
    if (subMenu === user.subMenu) return
    const changed = { ...user, subMenu }
    store.setState({ user: changed })
    writeCurrentUser(local, changed)
  }

  return {
    refreshRights,
    plansChanged,
    hearOfPlans,
    plansHeard: () => plans.heard,
    refresh,
    refreshPreferences,
    refreshButtons,
    allLoaded() {
      rightsLoadedAt = preferencesLoadedAt = now()
    },
    rightsLoaded() {
      rightsLoadedAt = now()
    },
    rightsOutdated() {
      rightsLoadedAt = NEVER
    },
    forgetButtons: () => buttonsLoadedAt.clear(),
  }
}
