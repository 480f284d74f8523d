import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type pg from 'pg'

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
  /** How many transactions this server has committed since it opened the database; statements outside of one are not counted. */
  committed(): number
  /** The same for reading only, on one snapshot: all queries of the work see the same moment (repeatable read). */
  snapshot<T>(work: (trx: Transaction) => Promise<T>): Promise<T>
  /**
   * A connection apart for short statements that are committed at once, also from inside a transaction, which neither takes them back nor
   * waits for them. Absent with PGlite: its only connection belongs to the transaction until its end.
   */
  outside?: Kysely<AnySchema>
  /**
   * For questions about all there is, as the end of a day asks them: they grow with the years, and are given up only when the database is closed.
   * Two connections apart, so that nobody else waits for them; with PGlite it is `kysely`.
   */
  patient: Kysely<AnySchema>
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

/** An open, checked pool; `close` ends it and what stands behind it. */
export interface DatabaseConnections {
  kind: DatabaseKind
  pool: pg.Pool
  /** One connection beside the pool's, which all of the pool's may wait for. */
  outside?: pg.Pool
  /** Whose statements have no limit on their time. */
  patient?: pg.Pool
  /** Gives up the statements under way; absent where that is not possible. */
  cancel?(): Promise<void>
  close(): Promise<void>
}
