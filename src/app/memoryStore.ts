import { createStore, type KeyValueStore } from '../../engine/client/memory/storage'

/** A browser's store that ends with the page, or the test. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
}

export function memoryStore(storage = memoryStorage()): KeyValueStore {
  return createStore(() => storage, '')
}
