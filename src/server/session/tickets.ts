/**
 * One-time tickets: what stands in an address where a token must not, because addresses are kept in histories and logs.
 *
 *   issued ──60 s──► used up by the first try ──► a session of its own          (partner login, acceptance L3)
 *                 └► bound to the session of the first request ──10 min──► over (`ticket` header, acceptance C1)
 *
 * Only the hash is stored. A try that fails also uses the ticket up: whoever tries with another path or origin has found it somewhere.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../generated/tables'
import { hashOf, newToken } from './tokens'

/** From issue to first use. */
export const ticketLifetimeMs = 60_000
/** From first use to the end of what it accompanies. */
const boundLifetimeMs = 600_000

/** What a ticket is good for. */
export interface TicketTarget {
  userId: string
  /** The page that it opens. */
  path: string
  /** Of the program that may redeem it. */
  origin: string
}

export async function issueTicket(kysely: Kysely<Tables>, { userId, path, origin }: TicketTarget, now: Date): Promise<string> {
  const ticket = newToken()
  await kysely
    .insertInto('login_ticket')
    .values({ ticket_hash: hashOf(ticket), user_id: userId, path, origin, created_at: now.toISOString() })
    .execute()
  return ticket
}

/** Uses a ticket up. Returns what it was good for, or undefined when it is unknown, used already or too old. */
export async function takeTicket(kysely: Kysely<Tables>, ticket: string, now: Date): Promise<TicketTarget | undefined> {
  // One statement, so that of two tries at the same time one comes too late.
  const row = await kysely
    .updateTable('login_ticket')
    .set({ used_at: now.toISOString() })
    .where('ticket_hash', '=', hashOf(ticket))
    .where('used_at', 'is', null)
    .returning(['user_id', 'path', 'origin', 'created_at'])
    .executeTakeFirst()
  if (!row || now.getTime() - Date.parse(row.created_at) > ticketLifetimeMs) return undefined
  return { userId: row.user_id, path: row.path, origin: row.origin }
}

/** Binds a ticket that was just taken to the session it has led to. */
export async function bindTicket(kysely: Kysely<Tables>, ticket: string, token: string): Promise<void> {
  await kysely
    .updateTable('login_ticket')
    .set({ session_hash: hashOf(token) })
    .where('ticket_hash', '=', hashOf(ticket))
    .execute()
}

/** Whether a ticket may accompany a request of this user and session; the first request binds it to its session. */
export async function ticketAccompanies(
  kysely: Kysely<Tables>,
  ticket: string,
  { userId, token }: { userId: string; token: string },
  now: Date,
): Promise<boolean> {
  const bound = await kysely
    .updateTable('login_ticket')
    .set({ used_at: now.toISOString(), session_hash: hashOf(token) })
    .where('ticket_hash', '=', hashOf(ticket))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('created_at', '>=', new Date(now.getTime() - ticketLifetimeMs).toISOString())
    .executeTakeFirst()
  if (bound.numUpdatedRows > 0n) return true
  const row = await kysely
    .selectFrom('login_ticket')
    .select('used_at')
    .where('ticket_hash', '=', hashOf(ticket))
    .where('session_hash', '=', hashOf(token))
    .executeTakeFirst()
  return typeof row?.used_at === 'string' && now.getTime() - Date.parse(row.used_at) <= boundLifetimeMs
}

export async function purgeTickets(kysely: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ticketLifetimeMs - boundLifetimeMs).toISOString()
  await kysely.deleteFrom('login_ticket').where('created_at', '<', before).execute()
}
