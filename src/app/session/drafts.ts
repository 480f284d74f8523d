/** Unsaved input that forms keep in session storage under `draft:` (engine/client/form/draft.ts). */
const DRAFT = 'draft:'

function draftKeys(open: () => Storage, prefix: string): string[] {
  try {
    return Object.keys(open()).filter((key) => key.startsWith(prefix + DRAFT))
  } catch {
    // No store here: drafts are in memory and go with the page.
    return []
  }
}

export function hasDrafts(open: () => Storage, prefix: string): boolean {
  return draftKeys(open, prefix).length > 0
}

/** The next person at this browser is none of the last one's business. */
export function forgetDrafts(open: () => Storage, prefix: string): void {
  for (const key of draftKeys(open, prefix)) open().removeItem(key)
}
