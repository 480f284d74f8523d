import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type LogEvent } from 'kysely'
import type pg from 'pg'
import type { AnySchema, Database, DatabaseConnections, DatabaseLogger } from './database'
import { classifyDatabaseError } from './errors'
import { createGate } from './gate'
import { connectPglite, openPglite } from './pglite'
import type { PgliteEngine } from './pgliteEngine'
import { guardPool } from './pool'
import { openPostgres } from './postgres'
import { createTransactionScope } from './transactionScope'

export interface DatabaseOptions {
  /** `postgres://…`: a server. Wins over `directory`. */
  url?: string
  /** Folder of the embedded database, created when absent. */
  directory?: string
  /** All tables live in this schema instead of the default one; it must exist before the first table. */
  schema?: string
  logger?: DatabaseLogger
  /** Longest run of one statement on a server, by default 5 s. With PGlite it is 5 min. */
  statementTimeoutMs?: number
  /** Connections to a server, by default 10. PGlite has one. */
  poolSize?: number
  /** In the place of a folder: an engine that runs and outlives the database, so that many use it one after another. Each finds what the one before it left. */
  engine?: PgliteEngine
  /** A folder that outlives databases: an empty cluster is kept there, so that the next new folder begins with a copy in a tenth of the time. */
  cache?: string
  /**
   * Done before the first word to a database server, and beside the start of the embedded database, which takes two seconds in a thread of its
   * own. When it throws, nothing is opened.
   */
  meanwhile?: () => Promise<void> | void
}

const slowQueryMs = 1_000
/** Of its text: enough to know a query by; a migration that makes all tables has 270,000. */
const loggedCharacters = 2_000
const retries = 3
/** Connections that writers leave to readers. */
const keptForReaders = 4
/** Longest wait of a writer for those before him: hundreds may come at the same moment, and to come again would not make them fewer. */
const writerWaitMs = 120_000
const retryDelayMs = 10
/** How long transactions may go on when the database is closed. */
const closeWithinMs = 500

/** Opens and checks the database; throws an EngineError (`database.…`) that says what to do when it cannot be used. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { logger = consoleLogger } = options
  const connections = await openConnections({ ...options, logger })
  const scope = createTransactionScope()
  const closing = new AbortController()
  const builder = (pool: pg.Pool, within = scope): Kysely<AnySchema> =>
    new Kysely<AnySchema>({
      dialect: new PostgresDialect({ pool: guardPool(pool, within, closing.signal) }),
      log: (event) => logSlowQuery(event, logger),
    })
  const kysely = builder(connections.pool)
  const gate = createGate(Math.max(connections.pool.options.max - keptForReaders, 1), writerWaitMs)
  // A scope in which nothing runs: a transaction of the pool may be open around it.
  const outside = connections.outside && builder(connections.outside, createTransactionScope())

  const patient = connections.patient ? builder(connections.patient) : kysely
  let committed = 0

  return {
    kysely,
    outside,
    patient,
    kind: connections.kind,
    committed: () => committed,
    async transaction(work, { dry = false } = {}) {
      // A transaction inside of another one would wait for itself.
      scope.refuseInside()
      const attempt = () =>
        retrying(() =>
          kysely
            .transaction()
            .setIsolationLevel('read committed')
            .execute((trx) => scope.run(() => work(trx))),
        )
      const result = await (dry ? attempt() : gate.pass(attempt))
      committed++
      return result
    },
    snapshot: (work) =>
      kysely
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((trx) => scope.run(() => work(trx))),
    async ping() {
      await sql`select 1`.execute(kysely)
    },
    async close() {
      const limit = setTimeout(() => {
        closing.abort(new Error('the database is being closed'))
        connections.cancel?.().catch((error: unknown) => logger.warn({ err: error }, 'statements were not given up'))
      }, closeWithinMs)
      await kysely.destroy()
      await outside?.destroy()
      if (patient !== kysely) await patient.destroy()
      await connections.close()
      clearTimeout(limit)
    },
  }
}

async function openConnections(options: DatabaseOptions & { logger: DatabaseLogger }): Promise<DatabaseConnections> {
  const { url, directory, engine } = options
  if (url !== undefined) {
    await options.meanwhile?.()
    return openPostgres({ ...options, url })
  }
  if (engine !== undefined) return connectPglite(engine, options)
  if (directory !== undefined) return openPglite({ ...options, directory })
  throw new TypeError('openDatabase needs a url, a directory or an engine')
}

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retry = 1; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      if (retry > retries || classifyDatabaseError(error).kind !== 'serialization') throw error
      // Two that met once should not meet again: each waits a time of its own, longer with every retry.
      await sleep(retryDelayMs * 2 ** retry * (0.5 + Math.random()))
    }
  }
}

/** Without the parameters, which may be secret. */
function logSlowQuery(event: LogEvent, logger: DatabaseLogger): void {
  const duration = Math.round(event.queryDurationMillis)
  if (duration >= slowQueryMs) logger.warn({ sql: event.query.sql.slice(0, loggedCharacters), duration }, 'slow query')
}

const consoleLogger: DatabaseLogger = { warn: (details, message) => console.warn(message, details) }
