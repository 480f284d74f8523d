import type { Preferences } from '../../../engine/client/context'
import type { KeyValueStore } from '../../../engine/client/memory/storage'
import type { RequestResult } from '../../../engine/client/request'

/** Where the user begins: `workbench`, or nothing for the first menu (acceptance R4). */
export const startPageKey = 'startPage'
/** Waits so that dragging columns causes one request, not twenty. */
const SAVE_AFTER_MS = 600
/** Where the choices are that a page was closed with. */
const KEY = 'unsavedPreferences'

/** @param last the page is being closed: the request must outlive it */
export type SavePreference = (key: string, value: unknown, last: boolean) => Promise<RequestResult>

interface Kept {
  userId: string
  /** Wrapped, as they are sent. */
  values: Record<string, { value?: unknown }>
}

export interface LoadedPreferences extends Preferences {
  /**
   * Takes over the values of the server: at sign-in, and whenever they are loaded again. Unsaved changes stay, also those that the same user has
   * closed this page with: a reload asks for the values before the server has taken what was sent last.
   */
  load: (stored: Readonly<Record<string, unknown>>, userId: string) => void
  /** Saves pending changes at once. `last`: the page is being closed. */
  flush: (last?: boolean) => Promise<void>
  /** Called at sign-out: discards unsaved changes. */
  forget: () => void
}

/**
 * The user's preferences: read from memory, saved to the server a moment after the last change, one after the other so that the last
 * one wins. Each is wrapped, because the request wrapper drops empty values and "back to the default" is one.
 */
export function createPreferences(save: SavePreference, tab: KeyValueStore): LoadedPreferences {
  let known = new Map<string, unknown>()
  const listeners = new Set<() => void>()
  /** Changed and not saved yet. */
  const unsaved = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving = Promise.resolve()
  let owner: string | undefined

  /** What this page was closed with, once. */
  function resume(): void {
    const kept = tab.get(KEY) as Kept | undefined
    tab.remove(KEY)
    if (kept?.userId !== owner) return
    for (const [key, { value }] of Object.entries(kept?.values ?? {})) {
      if (unsaved.has(key)) continue
      choose(key, value)
    }
  }

  function choose(key: string, value: unknown): void {
    known.set(key, value)
    unsaved.add(key)
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), SAVE_AFTER_MS)
  }

  function keep(): void {
    if (unsaved.size === 0 || owner === undefined) return
    const values = Object.fromEntries([...unsaved].map((key) => [key, { value: known.get(key) }]))
    tab.set(KEY, { userId: owner, values } satisfies Kept)
  }

  function tell(): void {
    for (const listener of listeners) listener()
  }

  async function saveAll(last: boolean): Promise<void> {
    for (const key of Array.from(unsaved)) {
      const value = known.get(key)
      const result = await save(key, { value }, last).catch(() => undefined)
      // A failed save is repeated with the next change, or when the window gets the focus.
      if (result?.success && known.get(key) === value) unsaved.delete(key)
    }
    if (unsaved.size === 0) tab.remove(KEY)
  }
  function flush(last = false): Promise<void> {
    clearTimeout(timer)
    if (last) keep()
    // A page that is being closed cannot wait for the pending request.
    saving = last ? saveAll(last) : saving.then(() => saveAll(last))
    return saving
  }

  return {
    load(stored, userId) {
      // A page that the browser has kept and shows again has them itself.
      const isFirst = owner === undefined
      owner = userId
      if (isFirst) resume()
      const loaded = new Map(Object.entries(stored).map(([key, wrapped]) => [key, unwrapped(wrapped)]))
      for (const key of unsaved) loaded.set(key, known.get(key))
      for (const [key, value] of loaded) {
        // An equal value keeps its identity, so that nothing renders again.
        if (JSON.stringify(value) === JSON.stringify(known.get(key))) loaded.set(key, known.get(key))
      }
      known = loaded
      tell()
    },
    get: (key) => known.get(key),
    set(key, value) {
      choose(key, value)
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    flush,
    forget() {
      clearTimeout(timer)
      unsaved.clear()
      tab.remove(KEY)
      owner = undefined
      known = new Map()
    },
  }
}

function unwrapped(stored: unknown): unknown {
  return typeof stored === 'object' && stored !== null && 'value' in stored ? stored.value : undefined
}
