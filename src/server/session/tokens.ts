import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../generated/tables'

export interface TokenLimits {
  lifetimeMs: number
  idleMs: number
}

/** How long `used_at` may lag behind, so that reading a list does not write each time. */
const usedAtLagMs = 60_000

/** 256 bits, as they stand in a header or an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** A new 256-bit token; only its hash is stored. */
export async function issueToken(kysely: Kysely<Tables>, userId: string, now: Date): Promise<string> {
  const token = newToken()
  const moment = now.toISOString()
  await kysely
    .insertInto('session_token')
    .values({ token_hash: hashOf(token), user_id: userId, created_at: moment, used_at: moment })
    .execute()
  return token
}

/** Whether a token of this age still stands for its user; one that is too old, or was idle for too long, is removed. Marks it used. */
export async function isLive(
  kysely: Kysely<Tables>,
  token: { token_hash: string; created_at: string; used_at: string },
  now: Date,
  limits: TokenLimits,
): Promise<boolean> {
  const age = now.getTime() - Date.parse(token.created_at)
  const idle = now.getTime() - Date.parse(token.used_at)
  if (age > limits.lifetimeMs || idle > limits.idleMs) {
    await kysely.deleteFrom('session_token').where('token_hash', '=', token.token_hash).execute()
    return false
  }
  if (idle > usedAtLagMs)
    await kysely.updateTable('session_token').set({ used_at: now.toISOString() }).where('token_hash', '=', token.token_hash).execute()
  return true
}

export async function revokeToken(kysely: Kysely<Tables>, token: string): Promise<void> {
  await kysely.deleteFrom('session_token').where('token_hash', '=', hashOf(token)).execute()
}

/** Ends all sessions of a user, but for the one in whose name it happens. */
export async function revokeTokensOf(kysely: Kysely<Tables>, userId: string, exceptToken?: string): Promise<void> {
  const all = kysely.deleteFrom('session_token').where('user_id', '=', userId)
  await (exceptToken === undefined ? all : all.where('token_hash', '!=', hashOf(exceptToken))).execute()
}

export async function purgeExpiredTokens(kysely: Kysely<Tables>, now: Date, { lifetimeMs }: TokenLimits): Promise<void> {
  const before = new Date(now.getTime() - lifetimeMs).toISOString()
  await kysely.deleteFrom('session_token').where('created_at', '<', before).execute()
}
