import { serverError } from '../messages'
import type pg from 'pg'
import { EngineError } from '../../core/error'
import type { DatabaseConnections, DatabaseLogger } from './database'
import { databaseUnreachable } from './errors'
import { createPool } from './pool'

export interface PostgresOptions {
  url: string
  schema?: string
  logger: DatabaseLogger
  statementTimeoutMs?: number
  poolSize?: number
}

const oldestVersion = 15
/** Waiting for a free connection; longer means overload, and an answer that it is so helps more than one more in the queue. */
const connectionTimeoutMs = 10_000
/** A transaction that does nothing for so long was forgotten and would hold its locks for ever. */
const idleInTransactionTimeoutMs = 60_000

/** Opens a pool to a PostgreSQL server and checks that it is one the engine can work with. */
export async function openPostgres(options: PostgresOptions): Promise<DatabaseConnections> {
  const { url, schema, logger, statementTimeoutMs = 5_000, poolSize = 10 } = options
  const settings = {
    connectionString: url,
    application_name: 'engine',
    keepAlive: true,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  }
  const pool = createPool({ ...settings, max: poolSize }, schema, logger)
  const patient = createPool({ ...settings, statement_timeout: 0, max: 2 }, schema, logger)
  const backends = [new Backends(pool), new Backends(patient)]
  try {
    await checkServer(pool, logger)
  } catch (error) {
    await pool.end()
    await patient.end()
    throw error instanceof EngineError ? error : databaseUnreachable(error)
  }
  // Its statements need not reach the disk before they are answered: whatever relies on one is committed later, and a commit that is on the
  // disk has all earlier ones with it.
  const outside = createPool({ ...settings, max: 1 }, schema, logger, ['set synchronous_commit to off'])
  return {
    kind: 'postgres',
    pool,
    outside,
    patient,
    async cancel() {
      const numbers = backends.flatMap((each) => each.numbers())
      await outside.query('select pg_cancel_backend(pid) from unnest($1::int[]) as pid', [numbers])
    },
    async close() {
      await pool.end()
      await patient.end()
      await outside.end()
    },
  }
}

/** The server's processes behind the connections of a pool. */
class Backends {
  readonly #clients = new Set<pg.PoolClient>()

  constructor(pool: pg.Pool) {
    pool.on('connect', (client) => this.#clients.add(client))
    pool.on('remove', (client) => this.#clients.delete(client))
  }

  numbers(): number[] {
    // Missing in the types of the package, but sent by every server.
    return [...this.#clients].map((client) => (client as unknown as { processID: number }).processID)
  }
}

interface ServerFacts {
  version: number
  versionText: string
  encoding: string
}

async function checkServer(pool: pg.Pool, logger: DatabaseLogger): Promise<void> {
  const facts = await pool.query<ServerFacts>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as "versionText",
      current_setting('server_encoding') as encoding`,
  )
  const { version, versionText, encoding } = facts.rows[0]!
  if (version < oldestVersion) throw serverError('database.version-too-old', { found: versionText, required: oldestVersion })
  if (encoding !== 'UTF8') throw serverError('database.wrong-encoding', { found: encoding })

  // pg_trgm takes for a letter what the database's LC_CTYPE does. U+4E2D stands for all Chinese characters.
  const ctype = await pool.query<{ letters: boolean; ctype: string }>(
    `select chr(20013) ~ '[[:alpha:]]' as letters, datctype as ctype from pg_database where datname = current_database()`,
  )
  const { letters, ctype: name } = ctype.rows[0]!
  if (!letters)
    logger.warn({ ctype: name }, 'LC_CTYPE of the database knows no Chinese letters: pg_trgm cannot index them; create it with C.UTF-8')
}
