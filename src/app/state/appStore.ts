import { createStore, type StoreApi } from 'zustand/vanilla'
import type { KeyValueStore } from '../../../engine/client/memory/storage'
import type { CurrentUser, UserDetail } from '../account'

/** State of the shell, under the names of acceptance L11. */
export interface AppState {
  /** Signed in as; decides menus and routes. */
  user: CurrentUser | undefined
  userDetail: UserDetail | undefined
  accessToken: string | undefined
  showModifyPwdModal: boolean
  /** The sidebar is folded because the user wants it so. */
  siderFold: boolean
  darkTheme: boolean
  /** Narrow window: the menu is in a drawer (acceptance L2). */
  isNavbar: boolean
  /** That drawer is open. */
  menuPopoverVisible: boolean
  /** Ids of the open branches. */
  navOpenKeys: readonly string[]
  /** Id of the selected menu entry. */
  menuItemKey: string
  /** The menu is drawn vertically, icons only: folded by the user, or for want of room. */
  inlineCollapsed: boolean
  /** What is under way, by name; the loading indicator watches it. */
  loading: Readonly<Record<string, boolean>>
}

export type AppStore = StoreApi<AppState>

/** Kept over a reload, in local storage (acceptance L10). */
export const persistedNames = ['siderFold', 'darkTheme', 'navOpenKeys'] as const

/**
 * @param prefersDark what the system says, for who has never chosen a theme here
 */
export function createAppStore(local: KeyValueStore, prefersDark = false): AppStore {
  const siderFold = local.get('siderFold') === true
  const storedTheme = local.get('darkTheme')
  const store = createStore<AppState>(() => ({
    user: undefined,
    userDetail: undefined,
    accessToken: undefined,
    showModifyPwdModal: false,
    siderFold,
    darkTheme: typeof storedTheme === 'boolean' ? storedTheme : prefersDark,
    isNavbar: false,
    menuPopoverVisible: false,
    navOpenKeys: textsOf(local.get('navOpenKeys')),
    menuItemKey: '',
    inlineCollapsed: siderFold,
    loading: {},
  }))
  store.subscribe((state, before) => {
    for (const name of persistedNames) if (state[name] !== before[name]) local.set(name, state[name])
  })
  return store
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
