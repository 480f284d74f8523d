import type { KeyValueStore } from './storage'

/**
 * What the pages of a section remember while the user moves about in it: search forms, pages, scroll positions, selections. A section is
 * the first path segment; leaving it forgets all of it (acceptance R8). What is asked for in a list is kept in the session store too
 * (acceptance S7), so that a reload inside the section forgets no search form.
 */
export interface SectionCache {
  /** Says where the user is now; clears the section that is left. */
  enter: (pathname: string) => void
  get: (key: string) => unknown
  set: (key: string, value: unknown) => void
  /** As text, which its reader does not trust: anybody can write into the store. */
  search: (key: string) => string | undefined
  setSearch: (key: string, search: string) => void
  /** Forgets the keys that begin so: one screen's, when it says `clearCache`. */
  clear: (prefix?: string) => void
}

/** Saved search-form parameters, as the query of the list's address. */
export const SEARCH_FORM = 'searchForm:'
const SECTION = 'section'

export function createSectionCache(store: KeyValueStore): SectionCache {
  const values = new Map<string, unknown>()
  // That of before a reload.
  const stored = store.get(SECTION)
  let section = typeof stored === 'string' ? stored : undefined

  function clear(prefix = ''): void {
    for (const key of values.keys()) if (key.startsWith(prefix)) values.delete(key)
    for (const key of store.keys(SEARCH_FORM + prefix)) store.remove(key)
  }
  return {
    enter(pathname) {
      const next = pathname.split('/')[1] ?? ''
      if (section === next) return
      if (section !== undefined) clear()
      section = next
      store.set(SECTION, next)
    },
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    search(key) {
      const search = store.get(SEARCH_FORM + key)
      return typeof search === 'string' ? search : undefined
    },
    setSearch(key, search) {
      if (store.get(SEARCH_FORM + key) !== search) store.set(SEARCH_FORM + key, search)
    },
    clear,
  }
}
