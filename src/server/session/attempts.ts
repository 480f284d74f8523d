/**
 * What keeps passwords from being guessed. Who may be asked for a password is settled before anything about the account is looked up, so
 * that a name that there is, one that there is not, a right and a wrong password are slowed down alike.
 *
 *   account and address   10 failures in 10 minutes, then nothing until these are over        (`sign_in_tries`)
 *   account, from anywhere   1 s after the first failure, doubled by each, at most 15 minutes   (`sign_in_delay`)
 *
 * From a network from which the account has signed in within 30 days the second does not hold (`sign_in_known`), or any stranger could keep
 * anybody from signing in by guessing wrong now and then.
 *
 * All stand in the database, so that several servers count together and a start forgets nothing. Sessions are never touched.
 */
import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { networkOf } from '../../../engine/server/requestLimit'
import type { Tables } from '../generated/tables'

const secondMs = 1_000
/** Of one account from one address. */
const maxTries = 10
const triesWindowMs = 600_000
const maxDelayMs = 900_000
/** Failures of an account are forgotten after this time without one. */
const forgottenAfterMs = 3_600_000
/** So long a network is known to an account that has signed in from it. */
const knownMs = 30 * 86_400_000
/** Passwords of one account that are compared at the same time: while there are no failures, and once there are. */
const maxConcurrent = { calm: 10, slowed: 1 }
/** A comparison that has said nothing for this long is one of a server that was killed. */
const comparisonMs = 30_000

export interface Attempt {
  /** As it is looked up. */
  userName: string
  address: string
}

/** Whether a password may be compared now; else after how many seconds. Each that may must be settled by `failed` or `succeeded`. */
export async function beginAttempt(kysely: Kysely<Tables>, attempt: Attempt, now: Date): Promise<{ waitSeconds: number } | undefined> {
  const keys = keysOf(attempt)
  const triesUntil = await takeTry(kysely, keys, now)
  if (triesUntil !== undefined) return { waitSeconds: secondsTo(triesUntil, now) }
  const slowedUntil = await takeTurn(kysely, keys, now)
  if (slowedUntil === undefined) return undefined
  // Nothing was compared, so nothing has failed.
  await giveTryBack(kysely, keys)
  return { waitSeconds: secondsTo(slowedUntil, now) }
}

/** The password was wrong, or the account may not be used: whoever tries does not learn which. */
export async function failed(kysely: Kysely<Tables>, attempt: Attempt, now: Date): Promise<void> {
  const { account } = keysOf(attempt)
  const forgotten = sql`sign_in_delay.failed_at <= ${before(now, forgottenAfterMs)}::timestamptz`
  const failures = sql`case when ${forgotten} then 1 else sign_in_delay.failures + 1 end`
  const next = (count: ReturnType<typeof sql>) =>
    sql`${now.toISOString()}::timestamptz + least(${secondMs} * power(2, least(${count}, 20) - 1), ${maxDelayMs}) * interval '1 millisecond'`
  await sql`
    insert into sign_in_delay (account_hash, failures, failed_at, next_at, pending, pending_until)
    values (${account}, 1, ${now.toISOString()}::timestamptz, ${next(sql`1`)}, 0, ${now.toISOString()}::timestamptz)
    on conflict (account_hash) do update set
      failures = ${failures},
      failed_at = excluded.failed_at,
      next_at = ${next(failures)},
      pending = greatest(sign_in_delay.pending - 1, 0)`.execute(kysely)
}

/** Forgets the failures of the account, and those from this address, whose network is known from now on. */
export async function succeeded(kysely: Kysely<Tables>, attempt: Attempt, now: Date): Promise<void> {
  const { account, address } = keysOf(attempt)
  await kysely.deleteFrom('sign_in_delay').where('account_hash', '=', account).execute()
  await kysely.deleteFrom('sign_in_tries').where('account_hash', '=', account).where('address', '=', address).execute()
  await kysely
    .insertInto('sign_in_known')
    .values({ account_hash: account, address, at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['account_hash', 'address']).doUpdateSet({ at: now.toISOString() }))
    .execute()
}

/** The account is slowed down no longer, from wherever, as when it was given another password. */
export async function forgetAttempts(kysely: Kysely<Tables>, userName: string): Promise<void> {
  const account = hashOfName(userName)
  await kysely.deleteFrom('sign_in_delay').where('account_hash', '=', account).execute()
  await kysely.deleteFrom('sign_in_tries').where('account_hash', '=', account).execute()
}

export async function purgeAttempts(kysely: Kysely<Tables>, now: Date): Promise<void> {
  await kysely.deleteFrom('sign_in_tries').where('since', '<=', before(now, triesWindowMs)).execute()
  await kysely
    .deleteFrom('sign_in_delay')
    .where('failed_at', '<=', before(now, forgottenAfterMs))
    .where('pending_until', '<=', now.toISOString())
    .execute()
  await kysely.deleteFrom('sign_in_known').where('at', '<=', before(now, knownMs)).execute()
}

interface Keys {
  account: string
  address: string
}

function keysOf({ userName, address }: Attempt): Keys {
  return { account: hashOfName(userName), address: networkOf(address) }
}

/** A name is kept as a hash: people type their password where the name belongs. */
function hashOfName(userName: string): string {
  return createHash('sha256').update(userName).digest('base64url')
}

/** Undefined: taken; else until when there is none. One statement, so that of tries at the same time no more than allowed are taken. */
async function takeTry(kysely: Kysely<Tables>, { account, address }: Keys, now: Date): Promise<Date | undefined> {
  const over = sql`sign_in_tries.since <= ${before(now, triesWindowMs)}::timestamptz`
  const taken = await sql`
    insert into sign_in_tries (account_hash, address, tries, since)
    values (${account}, ${address}, 1, ${now.toISOString()}::timestamptz)
    on conflict (account_hash, address) do update set
      tries = case when ${over} then 1 else sign_in_tries.tries + 1 end,
      since = case when ${over} then excluded.since else sign_in_tries.since end
    where ${over} or sign_in_tries.tries < ${maxTries}
    returning tries`.execute(kysely)
  if (taken.rows.length > 0) return undefined
  const row = await kysely
    .selectFrom('sign_in_tries')
    .select('since')
    .where('account_hash', '=', account)
    .where('address', '=', address)
    .executeTakeFirst()
  // Whoever has just signed in has taken the row away; the next try finds it so.
  return row ? new Date(Date.parse(row.since) + triesWindowMs) : new Date(now.getTime() + secondMs)
}

async function giveTryBack(kysely: Kysely<Tables>, { account, address }: Keys): Promise<void> {
  await kysely
    .updateTable('sign_in_tries')
    .set({ tries: sql<number>`greatest(tries - 1, 0)` })
    .where('account_hash', '=', account)
    .where('address', '=', address)
    .execute()
}

/** The same for the account as a whole: no delay runs, or it does not hold for this network, and not too many are compared already. */
async function takeTurn(kysely: Kysely<Tables>, { account, address }: Keys, now: Date): Promise<Date | undefined> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const pendingUntil = sql`${new Date(now.getTime() + comparisonMs).toISOString()}::timestamptz`
  const free = sql`sign_in_delay.pending_until <= ${moment}`
  const calm = sql`(sign_in_delay.failures = 0 or sign_in_delay.failed_at <= ${before(now, forgottenAfterMs)}::timestamptz)`
  const known = sql`exists (select from sign_in_known
    where account_hash = ${account} and address = ${address} and at > ${before(now, knownMs)}::timestamptz)`
  const taken = await sql`
    insert into sign_in_delay (account_hash, failures, failed_at, next_at, pending, pending_until)
    values (${account}, 0, ${moment}, ${moment}, 1, ${pendingUntil})
    on conflict (account_hash) do update set
      pending = case when ${free} then 1 else sign_in_delay.pending + 1 end,
      pending_until = excluded.pending_until
    where (${known} or sign_in_delay.next_at <= ${moment})
      and (${free} or sign_in_delay.pending < case when ${known} or ${calm} then ${maxConcurrent.calm}::int else ${maxConcurrent.slowed}::int end)
    returning pending`.execute(kysely)
  if (taken.rows.length > 0) return undefined
  const row = await kysely.selectFrom('sign_in_delay').select('next_at').where('account_hash', '=', account).executeTakeFirst()
  return new Date(row?.next_at ?? now)
}

function before(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString()
}

/** At least one, also when a turn comes free within it. */
function secondsTo(moment: Date, now: Date): number {
  return Math.max(Math.ceil((moment.getTime() - now.getTime()) / secondMs), 1)
}
