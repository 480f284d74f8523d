import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProductPlan } from '../engine/core/plan'
import type { Database, DatabaseLogger } from '../engine/server/database/database'
import { openDatabase } from '../engine/server/database/openDatabase'
import type { TableDefinition } from '../engine/server/database/tables'
import { folderStore, type FileStore } from '../engine/server/files/fileStore'
import { ConfigError, readConfig } from '../src/server/config'
import { databasePlace } from '../src/server/databasePlace'
import { readProduct, SchemaMistakes } from '../src/server/product'
import { tablesOf } from '../src/server/tables'

/** Scripts run in the root of the repository (scripts/run.mjs). */
export const migrationFolder = 'src/server/migrations'

/** The product of the schemas that the same variables name as for the server. What this build of the command has found sound is not judged again. */
export function servedProduct(): ProductPlan {
  const program = import.meta.url
  // A source that is run where it lies says nothing of what it imports.
  const known = program.endsWith('.js') ? { file: fileURLToPath(new URL('schemas.sound', program)), program } : undefined
  return readProduct(process.cwd(), readConfig(process.env).schemasDirectory, known)
}

/** All tables that the schemas and the server program ask for. */
export function wantedTables(): TableDefinition[] {
  return tablesOf(servedProduct())
}

/** Opens the installation's database, which the same variables name as for the server, and closes it after the work. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const place = databasePlace(readConfig(process.env), process.cwd())
  const database = await openDatabase({ ...place, ...(isDebugging() ? {} : { logger: silent }) })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/** What a server would note down, as that a statement was slow, is no word to whoever waits for a command. */
const silent: DatabaseLogger = { warn: () => undefined }

function isDebugging(): boolean {
  return ['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '')
}

/** Where the contents of uploaded files are kept. */
export function fileStore(): FileStore {
  return folderStore(join(readConfig(process.env).dataDirectory, 'files'))
}

/** Runs a script; what goes wrong ends it with 1 and is told in a sentence, with the stack where LOG_LEVEL is debug or trace. */
export async function runScript(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(explanationOf(error))
    if (isDebugging()) console.error(error)
    process.exitCode = 1
  }
}

/** Wrong settings, schemas, databases and files say themselves what is to be done; everything else may be a fault of ours. */
function explanationOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const known = error instanceof ConfigError || error instanceof SchemaMistakes
  const isMendable = known || (error instanceof Error && (error.name === 'EngineError' || 'syscall' in error))
  if (isMendable) return message
  return `没有完成：${message.split('\n')[0] ?? ''}（用 LOG_LEVEL=debug 再执行一次可看到出错的位置）`
}
