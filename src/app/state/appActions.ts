import type { AppState, AppStore } from './appStore'

/** What changes the shell's state, under the names of acceptance L11; `logout` and `changeUserPasswd` are the session's. */
export interface AppActions {
  /** Folds and unfolds for want of room, without touching what the user has chosen. */
  updateInlineCollapsed: (collapsed: boolean) => void
  switchMenuPopver: () => void
  switchSider: () => void
  switchTheme: () => void
  handleNavOpenKeys: (keys: readonly string[]) => void
  /** Selects a menu entry. */
  changeLeftMenu: (menuItemKey: string) => void
  showModifyPwdModal: () => void
  closeModifyPwdModal: () => void
  /** Fits the layout to the width of the window, in px. */
  changeWidth: (width: number) => void
  /** Sets a busy flag for as long as the work runs. */
  track: <T>(name: string, work: Promise<T>) => Promise<T>
}

/** Below it, the menu is in a drawer (acceptance L2). */
export const MOBILE_BREAKPOINT_PX = 769
/** Below it, an unfolded menu would leave a list too little. */
const ROOMY_PX = 1024

export function createAppActions(store: AppStore): AppActions {
  const set = (change: Partial<AppState>): void => store.setState(change)
  const get = store.getState
  /** How much of a name is under way: of two sign-outs the first to end does not end the other. */
  const running = new Map<string, number>()
  return {
    updateInlineCollapsed: (inlineCollapsed) => set({ inlineCollapsed }),
    switchMenuPopver: () => set({ menuPopoverVisible: !get().menuPopoverVisible }),
    switchSider() {
      // What is seen is what is switched: on a middling window the menu may be folded against the user's choice.
      const siderFold = !get().inlineCollapsed
      set({ siderFold, inlineCollapsed: siderFold })
    },
    switchTheme: () => set({ darkTheme: !get().darkTheme }),
    handleNavOpenKeys: (navOpenKeys) => set({ navOpenKeys }),
    changeLeftMenu: (menuItemKey) => set({ menuItemKey }),
    showModifyPwdModal: () => set({ showModifyPwdModal: true }),
    closeModifyPwdModal: () => set({ showModifyPwdModal: false }),
    changeWidth(width) {
      const isNavbar = width < MOBILE_BREAKPOINT_PX
      set({ isNavbar, inlineCollapsed: get().siderFold || width < ROOMY_PX, ...(isNavbar ? {} : { menuPopoverVisible: false }) })
    },
    async track(name, work) {
      running.set(name, (running.get(name) ?? 0) + 1)
      set({ loading: { ...get().loading, [name]: true } })
      try {
        return await work
      } finally {
        const left = (running.get(name) ?? 1) - 1
        running.set(name, left)
        const { [name]: _done, ...others } = get().loading
        if (left === 0) set({ loading: others })
      }
    },
  }
}
