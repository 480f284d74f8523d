import type { KeyValueStore } from '../../../engine/client/memory/storage'

/** Where a user was, or was going to, when the session ended or had not begun. */
interface ReturnTo {
  path: string
  /** Whose page it was; absent when nobody was signed in. */
  userId?: string
}

const KEY = 'returnTo'

/** Stored for the tab. The sign-in page itself is not stored. */
export function rememberPlace(tab: KeyValueStore, path: string, userId?: string): void {
  if (path === '/' || /^\/(login|noPermission|\*)([/?#]|$)/.test(path)) return
  tab.set(KEY, { path, userId } satisfies ReturnTo)
}

/**
 * Where to go after sign-in (acceptance S1, S5), once: the stored address, unless it was stored for another user. This program has written the path
 * itself; an address outside the program is dropped nevertheless.
 */
export function takePlace(tab: KeyValueStore, userId: string): string {
  const stored = tab.get(KEY)
  tab.remove(KEY)
  if (!isReturnTo(stored) || (stored.userId !== undefined && stored.userId !== userId)) return '/'
  return /^\/(?![/\\])/.test(stored.path) ? stored.path : '/'
}

function isReturnTo(value: unknown): value is ReturnTo {
  return typeof value === 'object' && value !== null && typeof (value as Partial<ReturnTo>).path === 'string'
}
