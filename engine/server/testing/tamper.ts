import { sql } from 'kysely'
import type { Database, Transaction } from '../database/database'

/** Runs statements that the product never runs, one after another: no guard of a table refuses them, and no reference is looked after. */
export function tamper(database: Database, ...statements: string[]): Promise<void> {
  return database.transaction((trx) => tamperWithin(trx, ...statements))
}

/** The same within a transaction, whose later statements are not guarded either. */
export async function tamperWithin(trx: Transaction, ...statements: string[]): Promise<void> {
  for (const statement of ['set local session_replication_role = replica', ...statements]) await sql.raw(statement).execute(trx)
}
