import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { createPgliteEngine, type PgliteEngine } from './pgliteEngine'
import type { Database, DatabaseKind } from './database'
import { openDatabase, type DatabaseOptions } from './openDatabase'

const serverUrl = process.env['TEST_DATABASE_URL']

/** Both kinds where TEST_DATABASE_URL names a server: for what the two may do differently, as locks, concurrency, SQL of its own and types. */
export const testDatabaseKinds: readonly DatabaseKind[] = serverUrl === undefined ? ['pglite'] : ['pglite', 'postgres']
/** For tests that only need a database: the server, which is three times as fast as the embedded one, where there is one. */
export const mainTestDatabaseKind: DatabaseKind = serverUrl === undefined ? 'pglite' : 'postgres'
/** For what stands on that: the server in a whole run, the embedded database in a quick one. */
export const usualTestDatabaseKinds: readonly DatabaseKind[] = [mainTestDatabaseKind]

/** An empty database of the test's own: a schema that nobody else uses and that is dropped on close. */
export async function openTestDatabase(
  kind: DatabaseKind,
  options: Pick<DatabaseOptions, 'logger' | 'statementTimeoutMs'> = {},
): Promise<Database> {
  const schema = `test_${randomBytes(6).toString('hex')}`
  const engine = kind === 'pglite' ? await takeTestEngine() : undefined
  const place = engine ? { directory: 'memory', engine } : { url: serverUrl! }
  const database = await openDatabase({ ...place, ...options, schema })
  await sql`create schema ${sql.id(schema)}`.execute(database.kysely)
  return {
    ...database,
    async close() {
      await sql`drop schema ${sql.id(schema)} cascade`.execute(database.kysely)
      await database.close()
      if (engine) returnTestEngine(engine)
    },
  }
}

/** Starting one takes more than a second of a core, so the next database of this process is given what the one before it has left clean. */
const idleEngines: PgliteEngine[] = []

/** For `openDatabase` with `memory`; to be returned after the database is closed. */
export async function takeTestEngine(): Promise<PgliteEngine> {
  for (let idle = idleEngines.pop(); idle; idle = idleEngines.pop()) {
    // One that a test has lost does not come back.
    const lives = await idle.start().then(
      () => true,
      () => false,
    )
    if (lives) return idle
  }
  const engine = createPgliteEngine({ memoryTemplate: await memoryTemplate() })
  await engine.start()
  return engine
}

export function returnTestEngine(engine: PgliteEngine): void {
  idleEngines.push(engine)
}

/** Empties it for the next test, faster than opening another one. */
export async function clearTestDatabase({ kysely }: Database): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(kysely)
  const schema = sql.id(rows[0]!.schema)
  await sql`drop schema ${schema} cascade`.execute(kysely)
  await sql`create schema ${schema}`.execute(kysely)
}

/** Where tests keep a fresh cluster: creating one takes seconds, loading it under one. */
export async function memoryTemplate(): Promise<string> {
  const modules = new URL('../../../node_modules/', import.meta.url)
  const { version } = JSON.parse(await readFile(new URL('@electric-sql/pglite/package.json', modules), 'utf8')) as { version: string }
  await mkdir(new URL('.cache/', modules), { recursive: true })
  return fileURLToPath(new URL(`.cache/pglite-${version}-fresh.tar`, modules))
}
