/** Values by key, as JSON. */
export interface KeyValueStore {
  get: (key: string) => unknown
  set: (key: string, value: unknown) => void
  remove: (key: string) => void
  /** The keys that begin so. */
  keys: (beginning: string) => string[]
}

/**
 * A browser store whose every use may fail: in a frame of another site reading `window.sessionStorage` throws, and any store can be
 * full. Values live on in memory then, as long as the page does. `prefix` goes before every key.
 */
export function createStore(open: () => Storage, prefix: string): KeyValueStore {
  const memory = new Map<string, string>()

  function attempt<T>(work: (store: Storage) => T): T | undefined {
    try {
      return work(open())
    } catch {
      return undefined
    }
  }
  return {
    get(key) {
      const text = memory.get(prefix + key) ?? attempt((store) => store.getItem(prefix + key))
      if (typeof text !== 'string') return undefined
      try {
        return JSON.parse(text)
      } catch {
        // Written by something else; as good as nothing.
        return undefined
      }
    },
    set(key, value) {
      const text = JSON.stringify(value)
      const stored = attempt((store) => {
        store.setItem(prefix + key, text)
        return true
      })
      if (stored) memory.delete(prefix + key)
      else memory.set(prefix + key, text)
    },
    remove(key) {
      memory.delete(prefix + key)
      attempt((store) => store.removeItem(prefix + key))
    },
    keys(beginning) {
      const all = new Set([
        ...memory.keys(),
        ...(attempt((store) => Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')) ?? []),
      ])
      return [...all].filter((key) => key.startsWith(prefix + beginning)).map((key) => key.slice(prefix.length))
    },
  }
}
