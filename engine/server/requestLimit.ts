import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './database/database'
import { tooMany } from './problem'

export interface RequestLimit {
  /** What is counted. Limits of the same name count together, over routes and servers. */
  name: string
  /** Requests of one key in the time, whatever their answers. */
  max: number
  minutes: number
  /** Whose requests are counted together; by default those from one address, as the trusted proxies tell it. */
  keyOf?: (request: FastifyRequest) => string
  /** Told of the first request of a key that is one too many, once in the time whatever follows and on however many servers. */
  onExceeded?: (request: FastifyRequest) => void
}

/** A hook of a route. */
export type LimitRequests = (request: FastifyRequest) => Promise<void>

/** Keys that are remembered to have asked too often. */
const maxKnown = 10_000

/**
 * A hook of a route that answers 429 to whoever asks too often. A route may have several: each counts for itself. Counted in the database
 * and by its clock, so several servers count together and a start forgets nothing; whoever has asked too often costs it nothing more.
 */
export function limitRequests(database: Pick<Database, 'kysely'>, limit: RequestLimit): LimitRequests {
  const { name, max, minutes, keyOf = (request) => networkOf(request.ip), onExceeded } = limit
  /** Key → until when, of `performance.now()`. */
  const known = new Map<string, number>()
  return async (request) => {
    const key = keyOf(request)
    const leftMs = (known.get(key) ?? 0) - performance.now()
    if (leftMs > 0) throw tooMany(secondsOf(leftMs))
    known.delete(key)
    const counted = await count(database, name, key, { max, minutes })
    if (counted.requests <= max) return
    known.set(key, performance.now() + counted.leftMs)
    if (known.size > maxKnown) known.delete(known.keys().next().value ?? '')
    if (counted.requests === max + 1) onExceeded?.(request)
    throw tooMany(secondsOf(counted.leftMs))
  }
}

/** One statement, so that of requests at the same time no more than allowed get through; one is the first too many, later ones are not told apart. */
async function count(
  { kysely }: Pick<Database, 'kysely'>,
  name: string,
  key: string,
  { max, minutes }: Pick<RequestLimit, 'max' | 'minutes'>,
): Promise<{ requests: number; leftMs: number }> {
  const end = sql`clock_timestamp() + ${minutes}::int * interval '1 minute'`
  const over = sql`request_count.ends_at <= clock_timestamp()`
  const { rows } = await sql<{ requests: number; leftMs: number }>`
    insert into request_count (name, key, requests, ends_at) values (${name}, ${key}, 1, ${end})
    on conflict (name, key) do update set
      requests = case when ${over} then 1 else least(request_count.requests, ${max + 1}::int) + 1 end,
      ends_at = case when ${over} then excluded.ends_at else request_count.ends_at end
    returning requests, (extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as "leftMs"`.execute(kysely)
  const [row] = rows
  if (!row) throw new TypeError('an upsert answers its row')
  return row
}

/** Forgets counts whose time is over. To be called now and then. */
export async function purgeRequestCounts({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await sql`delete from request_count where ends_at <= clock_timestamp()`.execute(kysely)
}

/** Addresses that one customer of a provider has are one: of IPv6 the first 64 bits, and IPv4 is the same however it is written. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::', 2)
  const groups = (part: string | undefined): string[] => (part === undefined || part === '' ? [] : part.split(':'))
  const [first, last] = [groups(head), groups(tail)]
  const zeros = tail === undefined ? [] : Array<string>(Math.max(8 - first.length - last.length, 0)).fill('0')
  const prefix = [...first, ...zeros, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/64`
}

function secondsOf(ms: number): number {
  return Math.max(Math.ceil(ms / 1_000), 1)
}
