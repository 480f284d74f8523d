import type { Preferences } from '../../../engine/client/context'
import type { RequestResult } from '../../../engine/client/request'

/** Moving columns about is one choice, not twenty. */
const SAVE_AFTER_MS = 600

/** @param last the page goes: the request must outlive it */
export type SavePreference = (key: string, value: unknown, last: boolean) => Promise<RequestResult>

export interface LoadedPreferences extends Preferences {
  /** What the server knows: at sign-in, and whenever it was asked again. What has not been saved yet stays. */
  load: (stored: Readonly<Record<string, unknown>>) => void
  /** Saves at once what still waits. `last`: the page goes. */
  flush: (last?: boolean) => Promise<void>
  /** The user has gone, and with them what they have not saved. */
  forget: () => void
}

/**
 * The user's small choices: read from memory, saved to the server a moment after the last change, one after the other so that the last
 * one wins. Each is wrapped, because the request wrapper drops empty values and "back to the default" is one.
 */
export function createPreferences(save: SavePreference): LoadedPreferences {
  let known = new Map<string, unknown>()
  const listeners = new Set<() => void>()
  /** Not known to the server yet. */
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
      // What could not be saved goes with the next choice, or when the window is come back to.
      if (result?.success && known.get(key) === value) unsaved.delete(key)
    }
  }
  function flush(last = false): Promise<void> {
    clearTimeout(timer)
    // A page that goes cannot wait for what is under way.
    saving = last ? saveAll(last) : saving.then(() => saveAll(last))
    return saving
  }

  return {
    load(stored) {
      const loaded = new Map(Object.entries(stored).map(([key, wrapped]) => [key, unwrapped(wrapped)]))
      for (const key of unsaved) loaded.set(key, known.get(key))
      for (const [key, value] of loaded) {
        // The same choice stays the same object, which nothing is drawn anew for.
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
