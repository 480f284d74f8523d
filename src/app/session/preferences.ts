import type { Preferences } from '../../../engine/client/context'
import type { RequestResult } from '../../../engine/client/request'

/** Waits so that dragging columns causes one request, not twenty. */
const SAVE_AFTER_MS = 600

/** @param last the page is being closed: the request must outlive it */
export type SavePreference = (key: string, value: unknown, last: boolean) => Promise<RequestResult>

export interface LoadedPreferences extends Preferences {
  /** Takes over the values of the server: at sign-in, and whenever they are loaded again. Unsaved changes stay. */
  load: (stored: Readonly<Record<string, unknown>>) => void
  /** Saves pending changes at once. `last`: the page is being closed. */
  flush: (last?: boolean) => Promise<void>
  /** Called at sign-out: discards unsaved changes. */
  forget: () => void
}

/**
 * The user's preferences: read from memory, saved to the server a moment after the last change, one after the other so that the last
 * one wins. Each is wrapped, because the request wrapper drops empty values and "back to the default" is one.
 */
export function createPreferences(save: SavePreference): LoadedPreferences {
  let known = new Map<string, unknown>()
  const listeners = new Set<() => void>()
  /** Changed and not saved yet. */
  const unsaved = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving = Promise.resolve()

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
  }
  function flush(last = false): Promise<void> {
    clearTimeout(timer)
    // A page that is being closed cannot wait for the pending request.
    saving = last ? saveAll(last) : saving.then(() => saveAll(last))
    return saving
  }

  return {
    load(stored) {
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
      known.set(key, value)
      unsaved.add(key)
      tell()
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), SAVE_AFTER_MS)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    flush,
    forget() {
      clearTimeout(timer)
      unsaved.clear()
      known = new Map()
    },
  }
}

function unwrapped(stored: unknown): unknown {
  return typeof stored === 'object' && stored !== null && 'value' in stored ? stored.value : undefined
}
