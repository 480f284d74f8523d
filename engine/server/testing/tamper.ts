import { sql } from 'kysely'
import type { Database } from '../database/database'

/** Runs statements that the product never runs, one after another: no guard of a table refuses them, and no reference is looked after. */
export function tamper(database: Database, ...statements: string[]): Promise<void> {
  return database.transaction(async (trx) => {
    for (const statement of ['set local session_replication_role = replica', ...statements]) await sql.raw(statement).execute(trx)
  })
}
