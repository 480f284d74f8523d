import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Transaction } from '../database/database'

/**
 * Who ends a business day: one at a time, of all servers and the command. The lease is renewed while its holder works; when it is not, as
 * after a kill, the next one takes over where the steps were left.
 */
export interface Lease {
  day: string
  /** Aborted when the lease is lost. */
  signal: AbortSignal
  /** The day is ended. @throws LostLease */
  end(): Promise<void>
  /** Releases the day for the next runner; does nothing after `end`. */
  release(): Promise<void>
}

/** `ended`: this day, or a later one, is over already. `busy`: another runner is at work. */
export type Claim = Lease | 'ended' | 'busy'

export interface LeaseOptions {
  leaseSeconds?: number
  /** The caller's signal; it aborts the lease too. */
  signal?: AbortSignal
}

export class LostLease extends Error {}

const LEASE_SECONDS = 30
/** So much longer than the longest lease the notes of single records are kept: they tell what was done, and why not. */
const KEPT_DAYS = 90

export async function claimDay(
  database: Database,
  day: string,
  { leaseSeconds = LEASE_SECONDS, signal }: LeaseOptions = {},
): Promise<Claim> {
  const runner = randomUUID()
  const claimed = await database.transaction(async (trx) => {
    await lockSchedule(trx)
    const { rows } = await sql<{ ended: boolean; busy: boolean }>`
      select coalesce(bool_or(ended_at is not null and day >= ${day}::date), false) as ended,
        coalesce(bool_or(ended_at is null and lease_until > clock_timestamp()), false) as busy from schedule_day`.execute(trx)
    if (rows[0]?.ended) return 'ended'
    if (rows[0]?.busy) return 'busy'
    await sql`
      insert into schedule_day (day, runner, lease_until, started_at)
      values (${day}, ${runner}, ${leaseEnd(leaseSeconds)}, clock_timestamp())
      on conflict (day) do update set runner = excluded.runner, lease_until = excluded.lease_until`.execute(trx)
    return undefined
  })
  return claimed ?? holdLease(database, day, runner, leaseSeconds, signal)
}

function holdLease(database: Database, day: string, runner: string, leaseSeconds: number, outer?: AbortSignal): Lease {
  const lost = new AbortController()
  const mine = sql`day = ${day} and runner = ${runner} and ended_at is null`
  const beat = setInterval(() => void renew(), (leaseSeconds * 1_000) / 3)
  beat.unref()

  async function renew(): Promise<void> {
    try {
      const { rows } = await sql`
        update schedule_day set lease_until = ${leaseEnd(leaseSeconds)} where ${mine} returning day`.execute(database.kysely)
      if (rows.length === 0) lost.abort(new LostLease('another runner has taken the day over'))
    } catch {
      // The database is away: the work itself will notice, and the next beat may reach it again.
    }
  }

  return {
    day,
    signal: outer ? AbortSignal.any([outer, lost.signal]) : lost.signal,
    async end() {
      clearInterval(beat)
      await database.transaction(async (trx) => {
        const { rows } = await sql`update schedule_day set ended_at = clock_timestamp() where ${mine} returning day`.execute(trx)
        if (rows.length === 0) throw new LostLease('another runner has taken the day over')
        await sql`delete from schedule_item where day < ${day}::date - ${KEPT_DAYS}::integer`.execute(trx)
      })
    },
    async release() {
      clearInterval(beat)
      await sql`update schedule_day set lease_until = clock_timestamp() where ${mine}`.execute(database.kysely)
    },
  }
}

function leaseEnd(seconds: number): ReturnType<typeof sql> {
  return sql`clock_timestamp() + ${`${seconds} seconds`}::interval`
}

/** One after the other, so that no two find the day free. */
async function lockSchedule(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('schedule'))`.execute(trx)
}
