/**
 * Who comes to a list to decide says so in its address, once: `_decide`. The list opens the first decision that waits and takes it out again. Names
 * of fields never begin with `_`, so nothing collides.
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
