import { join } from 'node:path'
import { openDatabase, type Database } from '../engine/server/database/database'
import { entityTables } from '../engine/server/entityTables'
import type { TableDefinition } from '../engine/server/database/tables'
import { ConfigError, readConfig } from '../src/server/config'
import { readProduct, SchemaMistakes } from '../src/server/product'
import { productTables } from '../src/server/tables'

/** Scripts run in the root of the repository (scripts/run.mjs). */
export const migrationFolder = 'src/server/migrations'

/** All tables that the schemas and the server program ask for. */
export function wantedTables(): TableDefinition[] {
  return [...entityTables(readProduct(process.cwd())), ...productTables]
}

/** Opens the installation's database, which the same variables name as for the server, and closes it after the work. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDirectory } = readConfig(process.env)
  const database = await openDatabase(databaseUrl === undefined ? { directory: join(dataDirectory, 'database') } : { url: databaseUrl })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/** Runs a script; what whoever calls it can mend is told without a stack, and ends it with 1. */
export async function runScript(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(isMendable(error) ? error.message : error)
    process.exitCode = 1
  }
}

/** Wrong settings, schemas, databases and files; everything else is a fault of ours. */
function isMendable(error: unknown): error is Error {
  const known = error instanceof ConfigError || error instanceof SchemaMistakes
  return known || (error instanceof Error && (error.name === 'EngineError' || 'syscall' in error))
}
