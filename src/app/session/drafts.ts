import type { KeyValueStore } from '../../../engine/client/memory/storage'

/** Unsaved input that forms keep in session storage under `draft:` (engine/client/form/model/draft.ts). */
const DRAFT = 'draft:'

export function hasDrafts(tab: KeyValueStore): boolean {
  return tab.keys(DRAFT).length > 0
}

/** Removes all drafts, so that the next user of this browser sees none of them. */
export function forgetDrafts(tab: KeyValueStore): void {
  for (const key of tab.keys(DRAFT)) tab.remove(key)
}
