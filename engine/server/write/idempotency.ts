import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { badRequest, inFlight, keyReused } from '../problem'
import type { Services } from '../services'
import type { WriteContext } from '../record/context'
import { writerId } from '../record/store'

/** How long a key is remembered. */
const KEPT_HOURS = 24

/** What a request is known by: its key, and what it asks for. */
export interface KeyedRequest {
  key: string
  /** Method and path, ids included. */
  route: string
  body: unknown
}

export interface KeyedResponse {
  /** JSON text. */
  response: string
  replayed: boolean
}

/** The key of a request's header; undefined without one. @throws HttpProblem 400 for a malformed one */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw badRequest()
}

/**
 * Does the work once per key: a repeated request gets the first response. The response is stored in the transaction of the effect, so there is
 * never one without the other. Only responses of successful work are stored: a refusal has no effect that could happen twice, and what
 * was refused may be asked again with the same key when the reason is gone.
 * @throws HttpProblem 409 while the first request is under way, 422 when it asked for something else
 */
export async function once(context: WriteContext, request: KeyedRequest, work: () => Promise<string>): Promise<KeyedResponse> {
  const { trx, user, environment } = context
  const userId = writerId(user)
  if (userId === null) return { response: await work(), replayed: false }
  const hash = hashOf(request)

  // The row of the first request is not visible before its commit; the lock is, and goes with the transaction.
  const lock = await sql<{
    taken: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`${userId} ${request.key}`}, 0)) as taken`.execute(trx)
  if (!lock.rows[0]?.taken) throw inFlight()

  const known = await trx
    .selectFrom('idempotency_key')
    .select(['body_hash', 'answer', 'created_at'])
    .where('user_id', '=', userId)
    .where('key', '=', request.key)
    .executeTakeFirst()
  if (known && !isOver(String(known['created_at']), environment.now)) {
    if (known['body_hash'] !== hash) throw keyReused()
    return { response: String(known['answer']), replayed: true }
  }

  const response = await work()
  if (context.flow.refusal) return { response, replayed: false }
  const row = { route: request.route, body_hash: hash, status: 200, answer: JSON.stringify(response), created_at: environment.now }
  await trx
    .insertInto('idempotency_key')
    .values({ user_id: userId, key: request.key, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet(row))
    .execute()
  return { response, replayed: false }
}

/** Deletes expired keys; to be called now and then. Returns how many. */
export async function purgeIdempotencyKeys({ database, clock }: Services): Promise<number> {
  const limit = new Date(Date.parse(clock.now()) - KEPT_HOURS * 3_600_000).toISOString()
  const { numDeletedRows } = await database.kysely.deleteFrom('idempotency_key').where('created_at', '<', limit).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function isOver(createdAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(createdAt) > KEPT_HOURS * 3_600_000
}

function hashOf({ route, body }: KeyedRequest): string {
  return createHash('sha256')
    .update(`${route}\n${JSON.stringify(body ?? null)}`)
    .digest('hex')
}
