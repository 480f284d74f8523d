import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type LogEvent, type Transaction as KyselyTransaction } from 'kysely'
import type pg from 'pg'
import { classifyDatabaseError } from './errors'
import { createGate } from './gate'
import { openPglite } from './pglite'
import type { PgliteEngine } from './pgliteEngine'
import { guardPool } from './pool'
import { openPostgres } from './postgres'
import { createTransactionScope } from './transactionScope'

/**
 * The database layer. One client (`pg`) and one query builder (kysely) over two kinds of database:
 *
 *   openDatabase ─┬─ postgres.ts   pool of connections to a server
 *                 └─ pglite.ts     pool of one connection, its socket is pgliteStream.ts → pgliteEngine.ts → pgliteWorker.ts (a thread)
 *   gate.ts          how many write at a time
 *   pool.ts          types in and out (typeParsers.ts, parameters.ts), guards on each statement
 *   tables.ts        what tables there should be → SQL; migrations.ts applies it; backup.ts takes everything out and in
 *
 * Values come as: `numeric`, `bigint`, `date` and `count(*)` text; timestamps ISO 8601 text in UTC with milliseconds; `integer` number;
 * JSON parsed. Values go as they are; for a JSON column pass an array as JSON text, see parameters.ts. Sessions run in UTC.
 */
export interface Database {
  kysely: Kysely<AnySchema>
  kind: DatabaseKind
  /**
   * Runs the work in one transaction (read committed) and answers its result; an error of the work rolls back and is thrown on. The work is
   * run again, up to three times, when PostgreSQL gives it up for another one (40001, 40P01): it must do nothing that a rollback does not
   * undo. Inside, everything goes through `trx`; `kysely` and a further transaction are refused with `database.nested-transaction`.
   *
   * Writers are let in a few at a time, so that those who wait for one row leave connections to everybody else; with `dry`, work that is
   * taken back and waits for nobody, is not counted among them.
   */
  transaction<T>(work: (trx: Transaction) => Promise<T>, options?: { dry?: boolean }): Promise<T>
  /** The same for reading only, on one snapshot: all queries of the work see the same moment (repeatable read). */
  snapshot<T>(work: (trx: Transaction) => Promise<T>): Promise<T>
  /**
   * A connection apart for short statements that are committed at once, also from inside a transaction, which neither takes them back nor
   * waits for them. Absent with PGlite: its only connection belongs to the transaction until its end.
   */
  outside?: Kysely<AnySchema>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  /** Waits a moment for the transactions under way; those that go on are taken back with their next statement. New ones are refused. */
  close(): Promise<void>
}

export type DatabaseKind = 'pglite' | 'postgres'
/** Tables come from data, so the engine knows a column's type only where it is read; a product has `Tables`, see documentTypes. */
export type AnySchema = Record<string, Record<string, unknown>>
export type Transaction<T = AnySchema> = KyselyTransaction<T>

/** Structured, as pino has it. */
export interface DatabaseLogger {
  warn(details: object, message: string): void
}

export interface DatabaseOptions {
  /** `postgres://…`: a server. Wins over `directory`. */
  url?: string
  /** Folder of the embedded database, created when absent; `memory` keeps nothing. */
  directory?: string | 'memory'
  /** All tables live in this schema instead of the default one; it must exist before the first table. */
  schema?: string
  logger?: DatabaseLogger
  /** Longest run of one statement on a server, by default 5 s. With PGlite it is 5 min. */
  statementTimeoutMs?: number
  /** Connections to a server, by default 10. PGlite has one. */
  poolSize?: number
  /** For `memory`: an engine that outlives the database, so that many use it one after another. Each finds what the one before it left. */
  engine?: PgliteEngine
}

/** An open, checked pool; `close` ends it and what stands behind it. */
export interface DatabaseConnections {
  kind: DatabaseKind
  pool: pg.Pool
  /** One connection beside the pool's, which all of the pool's may wait for. */
  outside?: pg.Pool
  /** Gives up the statements under way; absent where that is not possible. */
  cancel?(): Promise<void>
  close(): Promise<void>
}

const slowQueryMs = 1_000
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

  return {
    kysely,
    outside,
    kind: connections.kind,
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
      return dry ? attempt() : gate.pass(attempt)
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
      await connections.close()
      clearTimeout(limit)
    },
  }
}

async function openConnections(options: DatabaseOptions & { logger: DatabaseLogger }): Promise<DatabaseConnections> {
  const { url, directory } = options
  if (url !== undefined) return openPostgres({ ...options, url })
  if (directory !== undefined) return openPglite({ ...options, directory })
  throw new TypeError('openDatabase needs a url or a directory')
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
  if (duration >= slowQueryMs) logger.warn({ sql: event.query.sql, duration }, 'slow query')
}

const consoleLogger: DatabaseLogger = { warn: (details, message) => console.warn(message, details) }
