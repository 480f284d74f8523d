import { serverError } from '../messages'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { EngineError } from '../../core/error'
import { ClusterTemplate } from './clusterTemplate'
import { lockDataDirectory } from './dataDirectoryLock'
import type { DatabaseConnections, DatabaseLogger } from './database'
import { databaseUnreachable } from './errors'
import { createPgliteEngine, type PgliteEngine } from './pgliteEngine'
import { keepHouse } from './pgliteHousekeeping'
import { pgliteStreams } from './pgliteStream'
import { createPool } from './pool'

interface PgliteConnectionOptions {
  schema?: string
  logger: DatabaseLogger
}

export interface PgliteOptions extends PgliteConnectionOptions {
  directory: string
  cache?: string
  meanwhile?: () => Promise<void> | void
}

/** PostgreSQL's major version in the installed PGlite; a test compares. A folder belongs to one major version. */
export const pgliteMajor = '18'
/** How long one may wait for its turn on the one connection; the longest turns are backups and migrations. */
const turnTimeoutMs = 30_000

/**
 * Opens the embedded database. The folder holds `lock.<n>`, `cluster` (PostgreSQL's data directory) and, while that is being made,
 * `creating`. Its pool is one connection: the pool's queue is first come, first served, and a transaction holds its turn until it ends.
 */
export async function openPglite({ directory, cache, meanwhile, ...options }: PgliteOptions): Promise<DatabaseConnections> {
  const folder = resolve(directory)
  const lock = await lockDataDirectory(folder)
  const engine = createPgliteEngine({ folder: clusterOf(folder) })
  const end = async (): Promise<void> => {
    await engine.stop()
    await lock.release()
  }
  try {
    let work: Promise<void> | undefined
    const start = () => startBeside(engine, () => (work ??= Promise.resolve().then(meanwhile)))
    await startInFolder(folder, engine, start, cache === undefined ? undefined : new ClusterTemplate(cache))
  } catch (error) {
    await end()
    throw isUnavailable(error) ? databaseUnreachable(error.cause) : error
  }
  const connections = connectPglite(engine, options)
  return {
    ...connections,
    async close() {
      await connections.close()
      await end()
    },
  }
}

/** The one connection to an engine that runs, and goes on when this is closed. */
export function connectPglite(engine: PgliteEngine, { schema, logger }: PgliteConnectionOptions): DatabaseConnections {
  const pool = createPool(
    {
      stream: pgliteStreams(engine),
      // What every cluster of PGlite has; said here because pg would look for PGUSER, PGDATABASE and PGSSLMODE.
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: turnTimeoutMs,
    },
    schema,
    logger,
  )
  const stopHousekeeping = keepHouse(pool, logger)
  return {
    kind: 'pglite',
    pool,
    async close() {
      await stopHousekeeping()
      await pool.end()
    },
  }
}

const clusterOf = (folder: string): string => join(folder, 'cluster')
const isUnavailable = (error: unknown): error is EngineError => error instanceof EngineError && error.code === 'database.unavailable'

/** The thread is on its way before the work begins, which may keep this one busy. */
async function startBeside(engine: PgliteEngine, work: () => Promise<void>): Promise<void> {
  const [started, done] = await Promise.allSettled([engine.start(), work()])
  for (const each of [done, started]) if (each.status === 'rejected') throw each.reason
}

async function startInFolder(folder: string, engine: PgliteEngine, start: () => Promise<void>, template?: ClusterTemplate): Promise<void> {
  const cluster = clusterOf(folder)
  const creating = join(folder, 'creating')
  // The process was killed while it was created, so it holds no data yet.
  if (existsSync(creating)) await rm(cluster, { recursive: true, force: true })
  if (existsSync(cluster)) {
    await refuseOtherMajor(folder)
    return start()
  }
  await writeFile(creating, '')
  if (!template || !(await startCopy(cluster, start, template))) {
    await mkdir(cluster, { mode: 0o700 })
    await start()
    if (template) {
      // Closed, so that what is kept is whole and needs no recovery.
      await engine.stop()
      await template.keep(cluster)
      await engine.start()
    }
  }
  await rm(creating)
}

/** False, with nothing left, where no cluster is kept, or what is kept is none any more, as when the power failed while it was written. */
async function startCopy(cluster: string, start: () => Promise<void>, template: ClusterTemplate): Promise<boolean> {
  if (!(await template.copyTo(cluster))) return false
  try {
    await start()
    return true
  } catch (error) {
    if (!isUnavailable(error)) throw error
    await template.discard()
    await rm(cluster, { recursive: true, force: true })
    return false
  }
}

async function refuseOtherMajor(folder: string): Promise<void> {
  const found = (await readFile(join(clusterOf(folder), 'PG_VERSION'), 'utf8').catch(() => '?')).trim()
  if (found !== pgliteMajor) throw serverError('database.wrong-major', { directory: folder, found, expected: pgliteMajor })
}
