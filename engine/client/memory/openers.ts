import type { KeyValueStore } from './storage'

/** Where the user was when a page was opened from a record that it belongs to: that is where 返回 and a saved form lead. */
type Place = { pathname: string; search: string }

const OPENER = 'opener:'

/** Remembers the way back of a page that is about to be opened; in the session store, so that a reload keeps it. */
export function rememberOpener(storage: KeyValueStore, address: string, opener: string): void {
  storage.set(OPENER + address, opener)
}

/** The address that a page was opened from; undefined when it was reached in another way. Only paths of the program itself. */
export function openerOf(storage: KeyValueStore, { pathname, search }: Place): string | undefined {
  const opener = storage.get(OPENER + pathname + search)
  return typeof opener === 'string' && /^\/(?![/\\])/.test(opener) ? opener : undefined
}
