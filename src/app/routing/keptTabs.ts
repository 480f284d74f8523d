import type { KeyValueStore } from '../../../engine/client/memory/storage'
import type { Tab } from './places'

const KEY = 'tabs'

/** Keeps the open tabs of a user over a reload. */
export function keepTabs(tab: KeyValueStore, kept: { userId: string; tabs: readonly Tab[] }): void {
  tab.set(KEY, kept)
}

export function forgetTabs(tab: KeyValueStore): void {
  tab.remove(KEY)
}

/** The tabs that this user had open, once: who signs out and in again begins without them. */
export function takeTabs(tab: KeyValueStore, userId: string): Tab[] {
  const stored = tab.get(KEY) as { userId?: unknown; tabs?: unknown } | undefined
  forgetTabs(tab)
  return stored?.userId === userId && Array.isArray(stored.tabs) ? stored.tabs.filter(isTab) : []
}

/** Anybody can write into the store. */
function isTab(value: unknown): value is Tab {
  if (typeof value !== 'object' || value === null) return false
  const { pathname, search, title, scrolled, top } = value as { [name in keyof Tab]?: unknown }
  return (
    typeof pathname === 'string' &&
    /^\/(?![/\\])/.test(pathname) &&
    typeof search === 'string' &&
    (search === '' || search.startsWith('?')) &&
    (title === undefined || typeof title === 'string') &&
    (scrolled === undefined || isPlace(scrolled)) &&
    (top === undefined || typeof top === 'number')
  )
}

function isPlace(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { top, left } = value as { top?: unknown; left?: unknown }
  return typeof top === 'number' && typeof left === 'number'
}
