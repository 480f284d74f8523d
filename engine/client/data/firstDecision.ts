/**
 * The address of a list may carry `_decide=1`: the list then opens the decision about the first row that waits for one, and removes the parameter,
 * so that a reload does not open it again. Names of fields never begin with `_`, so it cannot be taken for a filter.
 */
const DECIDE = '_decide'

export function wantsDecision(search: string): boolean {
  return new URLSearchParams(search).has(DECIDE)
}

/** @param search query of a list, with its question mark or empty */
export function withDecision(search: string): string {
  const query = new URLSearchParams(search)
  query.set(DECIDE, '1')
  return `?${query.toString()}`
}
