import type { Preferences } from '../../../engine/client/context'

/** Moving columns about is one choice, not twenty. */
const SAVE_AFTER_MS = 600

export interface LoadedPreferences extends Preferences {
  /** What the server knows, at sign-in. */
  load: (stored: Readonly<Record<string, unknown>>) => void
}

/**
 * The user's small choices: read from memory, saved to the server a moment after the last change. Each is wrapped, because the request
 * wrapper drops empty values and "back to the default" is one.
 */
export function createPreferences(save: (key: string, value: unknown) => Promise<unknown>): LoadedPreferences {
  let known = new Map<string, unknown>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  return {
    load(stored) {
      known = new Map(Object.entries(stored).map(([key, wrapped]) => [key, unwrapped(wrapped)]))
    },
    get: (key) => known.get(key),
    set(key, value) {
      known.set(key, value)
      clearTimeout(timers.get(key))
      timers.set(
        key,
        setTimeout(() => {
          timers.delete(key)
          // A choice that is not saved is only not remembered.
          void save(key, { value }).catch(() => undefined)
        }, SAVE_AFTER_MS),
      )
    },
  }
}

function unwrapped(stored: unknown): unknown {
  return typeof stored === 'object' && stored !== null && 'value' in stored ? stored.value : undefined
}
