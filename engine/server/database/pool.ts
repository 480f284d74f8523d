import { serverError } from '../messages'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { EngineError } from '../../core/error'
import type { DatabaseLogger } from './database'
import { databaseUnavailable } from './errors'
import { toParameter } from './parameters'
import { StatementNames } from './statementNames'
import type { TransactionScope } from './transactionScope'
import { typeParser } from './typeParsers'

/** A pool whose connections read and write values the same way whatever is behind them; `more` are settings of its own. */
export function createPool(
  config: pg.PoolConfig,
  schema: string | undefined,
  logger: DatabaseLogger,
  more: readonly string[] = [],
): pg.Pool {
  // The parsers of `typeParsers.ts` rely on these; `standard_conforming_strings` and the rest keep their defaults.
  const readAlike = ["set timezone to 'UTC'", "set datestyle to 'ISO'", "set bytea_output to 'hex'"]
  // To compile a statement takes PostgreSQL half a second or two, again each time, where running it takes a tenth of that: a list with sums over
  // 50,000 rows is answered in 0.2 s without and in 2.6 s with it.
  const settings = [...readAlike, 'set jit to off', ...more]
  if (schema !== undefined) settings.push(`set search_path to ${pg.escapeIdentifier(schema)}`)

  // pg waits for `onConnect`; its own declaration does not say so.
  const waiting: pg.PoolConfig & { onConnect: (client: pg.ClientBase) => Promise<void> } = {
    ...config,
    types: { getTypeParser: typeParser as pg.CustomTypesConfig['getTypeParser'] },
    onConnect: async (client) => {
      await client.query(settings.join('; '))
    },
  }
  const pool = new pg.Pool(waiting)
  // A connection that breaks emits an error, idle or in use; without a listener that would end the process. pg rejects the statement that was using
  // it.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      // Of a pool that has been closed none is missed.
      if (!pool.ending) logger.warn({ err: error }, 'database connection lost')
    }),
  )
  pool.on('error', () => undefined)
  return pool
}

/** The pool as kysely's driver uses it, with what must hold for every statement. `closed`: no statement but a rollback is sent any more. */
export function guardPool(pool: pg.Pool, scope: TransactionScope, closed: AbortSignal): PostgresPool {
  const names = new StatementNames(pool.options.max)
  return {
    async connect() {
      scope.refuseInside()
      const client = await pool.connect().catch((error: unknown) => {
        throw asDatabaseError(error)
      })
      return guardClient(client, names, closed)
    },
    // kysely ends nothing that it has not used; who opened the pool closes it.
    end: async () => undefined,
  }
}

function guardClient(client: pg.PoolClient, names: StatementNames, closed: AbortSignal): PostgresPoolClient {
  let broken = false

  async function query(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    if (closed.aborted && text !== 'rollback') throw databaseUnavailable(closed.reason)
    const values = parameters.map(toParameter)
    // Statements without parameters come from no request: transactions, settings, definitions.
    const name = values.length === 0 ? undefined : names.of(text)
    const result = await client.query(name === undefined ? { text, values } : { name, text, values }).catch((error: unknown) => {
      throw asDatabaseError(error)
    })
    // A transaction whose work caught a failed statement and went on: PostgreSQL answers this commit by rolling back, without an error.
    if (text === 'commit' && result.command === 'ROLLBACK') throw serverError('database.transaction-aborted')
    return result
  }

  /** The error that led here is the one to report; a connection that cannot even roll back is given up. */
  async function rollback(): Promise<pg.QueryResult | typeof nothing> {
    try {
      return await query('rollback', [])
    } catch {
      broken = true
      return nothing
    }
  }

  const guarded = {
    query: (text: string, parameters: readonly unknown[]) => (text === 'rollback' ? rollback() : query(text, parameters)),
    release: () => client.release(broken),
  }
  // kysely's interface also has cursors, which are not configured and so never asked for.
  return guarded as unknown as PostgresPoolClient
}

const nothing = { command: 'ROLLBACK', rowCount: 0, rows: [] }

/** Anything that is not PostgreSQL's answer to a statement comes from the connection. */
function asDatabaseError(error: unknown): unknown {
  return error instanceof pg.DatabaseError || error instanceof EngineError ? error : databaseUnavailable(error)
}
