import type { Preferences } from '../../../engine/client/context'

/** A page that the user has opened lately. */
export interface Recent {
  href: string
  /** The record by its name, or the list. */
  title: string
  /** What kind of record; absent for a list. */
  of?: string
}

const KEY = 'recents'
const MAX = 20
/** Which pages were opened is worth few requests. */
const SAVE_AFTER_MS = 30_000

export interface Recents {
  /** The last one first. */
  list: () => readonly Recent[]
  /** Again with another title as soon as it is known. */
  visit: (recent: Recent) => void
  /** Hands what was not saved to the preferences, which save it. */
  flush: () => void
}

/** Pages opened lately, in the user's preferences, so that they are there in every browser and are nobody else's. */
export function createRecents(preferences: Pick<Preferences, 'get' | 'set'>, userId: () => string | undefined): Recents {
  let kept: { owner: string | undefined; recents: readonly Recent[] } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Never those of whoever was here before. */
  const unsaved = (): readonly Recent[] | undefined => (kept?.owner === userId() ? kept?.recents : undefined)
  const list = (): readonly Recent[] => unsaved() ?? readRecents(preferences.get(KEY))
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const recents = unsaved()
    if (recents) preferences.set(KEY, recents)
    kept = undefined
  }
  return {
    list,
    visit(recent) {
      const owner = userId()
      const before = list()
      const [last] = before
      if (owner === undefined || (last?.href === recent.href && last.title === recent.title)) return
      kept = { owner, recents: [recent, ...before.filter(({ href }) => href !== recent.href)].slice(0, MAX) }
      timer ??= setTimeout(flush, SAVE_AFTER_MS)
    },
    flush,
  }
}

function readRecents(stored: unknown): Recent[] {
  return Array.isArray(stored) ? stored.filter(isRecent) : []
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false
  const { href, title, of } = value as Partial<Recent>
  return typeof href === 'string' && /^\/(?![/\\])/.test(href) && typeof title === 'string' && (of === undefined || typeof of === 'string')
}
