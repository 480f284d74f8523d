/**
 * A window that shows the product as a role sees it. The window's own session storage says so and holds its token, which stands for the
 * same account, can only read, and ends with the session that it was made in. The browser's cookie and local storage, which the other
 * windows share, are left as they are.
 */
import { LEAVE_AFTER_MS } from '../session/leaveAfter'
import type { Notify } from '../../../engine/client/notify'
import type { RequestResult } from '../../../engine/client/request'
import { createStore, type KeyValueStore } from '../../../engine/client/memory/storage'
import { config } from '../config'
import { currentUserKey, productKey } from '../session/currentUser'

const KEY = 'preview'

export interface Previewed {
  roleName: string
  /** ISO 8601; refused from then on. */
  until: string
}

/** What this window previews; undefined in every other window. */
export function readPreview(tab: KeyValueStore): Previewed | undefined {
  const stored = tab.get(KEY)
  if (typeof stored !== 'object' || stored === null) return undefined
  const { roleName, until } = stored as Partial<Previewed>
  return typeof roleName === 'string' && typeof until === 'string' ? { roleName, until } : undefined
}

/** Turns a window that was just opened into a preview and lets it start. */
export function startPreview(opened: Window, token: string, preview: Previewed): void {
  const tab = createStore(() => opened.sessionStorage, config.storagePrefix)
  // A window begins with what the one that opened it had, such as its token and what was typed there.
  opened.sessionStorage.clear()
  tab.set(config.tokenName, token)
  tab.set(KEY, preview)
  opened.location.replace('/')
}

export interface Preview extends Previewed {
  /** Ends it, and the window with it. */
  leave: () => Promise<void>
  /** The server has ended it. */
  onUnauthorized: () => void
}

/** A window that was opened by the product closes; one that cannot be closed goes on as the account itself. */
export function createPreview(
  previewed: Previewed,
  { notify, signOut }: { notify: Pick<Notify, 'error'>; signOut: () => Promise<unknown> },
): Preview {
  let leaving: ReturnType<typeof setTimeout> | undefined
  function end(): void {
    window.sessionStorage.clear()
    window.close()
    window.location.replace('/userManage/role')
  }
  return {
    ...previewed,
    async leave() {
      // Of this token alone. When it cannot be told now, it ends by itself soon.
      await signOut()
      end()
    },
    onUnauthorized() {
      if (leaving !== undefined) return
      notify.error('预览已结束')
      leaving = setTimeout(end, LEAVE_AFTER_MS)
    },
  }
}

/** Choices such as column widths last as long as the page. */
export const savedNowhere = async (): Promise<RequestResult> => ({ success: true, status: 200, message: '', body: undefined })

/** The browser's store to look at: theme and sidebar are taken over, the signed-in user is not, and what is changed stays in the window. */
export function previewStore(local: KeyValueStore, tab: KeyValueStore): KeyValueStore {
  const ofUser = new Set([currentUserKey, productKey])
  const own = (key: string): string => `${KEY}-${key}`
  return {
    get: (key) => tab.get(own(key)) ?? (ofUser.has(key) ? undefined : local.get(key)),
    set: (key, value) => tab.set(own(key), value),
    remove: (key) => tab.remove(own(key)),
    keys: (beginning) => tab.keys(own(beginning)).map((key) => key.slice(own('').length)),
  }
}
