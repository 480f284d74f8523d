import { setInterval as every } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseLogger } from './database'

const intervalMs = 5_000
/** Recovery after a crash reads about 80 MB of log per second (measured); this keeps it well under a second. */
const checkpointBytes = 64 * 1024 * 1024

/**
 * What the helper processes of a PostgreSQL server do and PGlite, a single process, does not do at all: checkpoints, without which the log
 * grows until the database is closed and a restart after a crash takes ever longer; and autovacuum, without which dead rows stay and the
 * planner has no statistics. Takes its turn like everyone else, one table at a time. Returns how to stop, waiting for what is under way.
 */
export function keepHouse(pool: pg.Pool, logger: DatabaseLogger): () => Promise<void> {
  const stopping = new AbortController()
  const rounds = (async () => {
    for await (const _round of every(intervalMs, undefined, { ref: false, signal: stopping.signal })) {
      await keepHouseOnce(pool).catch((error: unknown) => logger.warn({ err: error }, 'database housekeeping failed'))
    }
  })()
  return async () => {
    stopping.abort()
    await rounds.catch(() => undefined)
  }
}

/** One round; answers what it did. */
export async function keepHouseOnce(pool: pg.Pool): Promise<string[]> {
  const done: string[] = []
  const log = await pool.query<{ bytes: string }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
  )
  if (Number(log.rows[0]?.bytes) > checkpointBytes) done.push('checkpoint')

  // The thresholds of autovacuum (PostgreSQL manual, "Automatic Vacuuming"), plus: a filled table that never had statistics.
  const tables = await pool.query<{ schema: string; name: string; dead: boolean }>(`
    select s.schemaname as schema, s.relname as name, s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) as dead
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
      or c.reltuples < 0 and pg_relation_size(c.oid) > 0
    order by 1, 2`)
  for (const { schema, name, dead } of tables.rows) {
    done.push(`${dead ? 'vacuum (analyze)' : 'analyze'} ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`)
  }
  for (const statement of done) await pool.query(statement).catch(unlessDropped)
  return done
}

/** Others have their turns in between, and may drop the table. */
function unlessDropped(error: unknown): void {
  if (!(error instanceof pg.DatabaseError && error.code === '42P01')) throw error
}
