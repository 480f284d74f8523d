/** How long the server accepts a ticket after its first use. */
const LIFETIME_MS = 600_000

/**
 * The ticket in the page's query, which goes along with every call to our own server as a header (acceptance C1). What the server does
 * with it stands in src/server/session/ticketRoutes.ts: it can only refuse by it. A ticket that has had its ten minutes is not sent any
 * more, or the page would be refused for as long as it stays open.
 */
export function createPageTicket(search: () => string, now: () => number = Date.now): () => string | undefined {
  let known: { ticket: string; since: number } | undefined
  return () => {
    const ticket = new URLSearchParams(search()).get('ticket') ?? undefined
    if (ticket === undefined) return undefined
    if (known?.ticket !== ticket) known = { ticket, since: now() }
    return now() - known.since < LIFETIME_MS ? ticket : undefined
  }
}
