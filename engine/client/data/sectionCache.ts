/**
 * What the pages of a section remember while the user moves about in it: search forms, pages, scroll positions, selections. A section is
 * the first path segment; leaving it forgets all of it (acceptance R8).
 */
export interface SectionCache {
  /** Says where the user is now; clears the section that is left. */
  enter: (pathname: string) => void
  get: (key: string) => unknown
  set: (key: string, value: unknown) => void
  /** Forgets the keys that begin so: one screen's, when it says `clearCache`. */
  clear: (prefix?: string) => void
}

export function createSectionCache(): SectionCache {
  const values = new Map<string, unknown>()
  let section: string | undefined
  return {
    enter(pathname) {
      const next = pathname.split('/')[1] ?? ''
      if (section !== undefined && section !== next) values.clear()
      section = next
    },
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    clear(prefix = '') {
      for (const key of values.keys()) if (key.startsWith(prefix)) values.delete(key)
    },
  }
}
