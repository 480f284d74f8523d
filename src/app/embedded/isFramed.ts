import type { KeyValueStore } from '../../../engine/client/memory/storage'

const KEY = 'inIFrame'

/**
 * Whether the page is shown by another one, which says so with the query parameter `inIFrame` (acceptance G3). It holds for as long as
 * the frame lives, wherever the user goes in it; a window of its own forgets it with the address.
 */
export function isFramed(tab: KeyValueStore, { search, top }: { search: string; top: boolean } = here()): boolean {
  if (new URLSearchParams(search).has(KEY)) {
    if (!top) tab.set(KEY, true)
    return true
  }
  return !top && tab.get(KEY) === true
}

function here(): { search: string; top: boolean } {
  return { search: window.location.search, top: window.parent === window }
}
