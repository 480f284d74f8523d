import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { ClusterTemplate } from './clusterTemplate'
import { createPgliteEngine, type PgliteEngine } from './pgliteEngine'
import type { Database, DatabaseKind } from './database'
import { isRunning } from './isRunning'
import { openDatabase, type DatabaseOptions } from './openDatabase'

const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))
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
  const place = engine ? { engine } : { url: serverUrl! }
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

/** For `openDatabase`; to be returned after the database is closed. */
export async function takeTestEngine(): Promise<PgliteEngine> {
  const engine = idleEngines.pop() ?? (await newTestEngine())
  await engine.start()
  return engine
}

/**
 * One over a folder of its own that holds an empty cluster. A cluster in memory is no faster, and far slower where much is written: its files
 * are copied whenever they grow.
 */
export async function newTestEngine(limitMs?: number): Promise<PgliteEngine> {
  await (leftOvers ??= removeLeftOvers())
  const folder = await mkdtemp(join(tmpdir(), `engine-database-${process.pid}-`))
  const cluster = join(folder, 'cluster')
  // Opening a new folder creates a cluster and keeps it in the cache, where the next test engine finds it.
  if (!(await new ClusterTemplate(cache).copyTo(cluster))) await (await openDatabase({ directory: folder, cache })).close()
  return createPgliteEngine({ folder: cluster }, limitMs)
}

let leftOvers: Promise<void> | undefined

/** Processes of tests are ended without a word; the next one removes what they have left. */
async function removeLeftOvers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^engine-database-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
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
