import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import pg from 'pg'
import { backupDatabase, restoreDatabase } from '../../../engine/server/database/backup'
import type { DatabaseKind } from '../../../engine/server/database/database'
import { applyMigrations } from '../../../engine/server/database/migrations'
import { openDatabase, type DatabaseOptions } from '../../../engine/server/database/openDatabase'
import { start } from '../../../src/server/start'
import { hashPassword } from '../../../src/server/session/password'
import { demoPassword, testConfig, testRoot } from './config'

/** What the demo data are made of and by; another hash means other data. */
const sources = [
  'tests/api/support/demoData.ts',
  'schemas',
  'engine/core',
  'engine/server',
  'engine/spec',
  'src/rules',
  'src/server',
  'package-lock.json',
]
const cache = join(testRoot, 'node_modules/.cache/demo-data')

/** A database of a test's own that holds the demo data; `databaseUrl` for a server, `dataDirectory` for both. */
export interface DemoDatabase {
  dataDirectory: string
  databaseUrl?: string
  drop(): Promise<void>
}

/**
 * A copy of the demo data. A first start makes them once for these sources, on an embedded database as `npm start` does. That is kept for copies
 * of the embedded kind, and its backup fills those of a server. Both kinds make the same (demo.test.ts).
 */
export async function copyDemoData(kind: DatabaseKind): Promise<DemoDatabase> {
  const hash = await hashOfSources()
  // Made first: when that fails, nothing is left over.
  const demoData = await madeOnce(hash)
  const template = kind === 'pglite' ? undefined : await filledDatabase(demoData, hash)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'api-'))
  const copy = (part: string): Promise<void> => cp(join(demoData, part), join(dataDirectory, part), { recursive: true })
  const dropDirectory = (): Promise<void> => rm(dataDirectory, { recursive: true, force: true })
  await copy('files')
  if (template === undefined) {
    await copy('database')
    return { dataDirectory, drop: dropDirectory }
  }
  const name = `api_${randomBytes(6).toString('hex')}`
  await withServer((server) => server.query(`create database ${name} template ${template} strategy file_copy`))
  return {
    dataDirectory,
    databaseUrl: urlOf(name),
    drop: async () => {
      await withServer((server) => server.query(`drop database ${name} with (force)`))
      await dropDirectory()
    },
  }
}

/** The name of a database of the server that is filled. */
async function filledDatabase(demoData: string, hash: string): Promise<string> {
  const template = `demo_${hash}`
  await alone(async (server) => {
    const { rows } = await server.query('select from pg_database where datname = $1', [template])
    if (rows.length > 0) return
    const fresh = await newDatabase(server)
    await restore(join(demoData, 'backup.jsonl'), { url: urlOf(fresh) })
    await server.query(`alter database ${fresh} rename to ${template}`)
  })
  return template
}

/** The folder with `database`, its `files` and its `backup.jsonl`, which is there when it is whole. */
async function madeOnce(hash: string): Promise<string> {
  const folder = join(cache, hash)
  const make = async (): Promise<void> => {
    if (!existsSync(folder)) await makeDemoData(folder)
  }
  if (process.env['TEST_DATABASE_URL'] === undefined) await make()
  else if (!existsSync(folder)) await alone(make)
  return folder
}

/** Those of older sources are of no use any more. */
async function makeDemoData(folder: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, 'new-'))
  try {
    await firstStart(fresh)
    const database = await openDatabase({ directory: join(fresh, 'database') })
    await backupDatabase(database, join(fresh, 'backup.jsonl'))
    await database.close()
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
  for (const old of await readdir(cache)) if (!old.startsWith('new-')) await rm(join(cache, old), { recursive: true, force: true })
  // Whoever comes second has made the same.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }))
}

async function newDatabase(server: pg.Client): Promise<string> {
  const name = `fresh_${randomBytes(6).toString('hex')}`
  await server.query(`create database ${name}`)
  return name
}

async function restore(backup: string, into: DatabaseOptions): Promise<void> {
  const database = await openDatabase(into)
  try {
    await applyMigrations(database, join(testRoot, 'src/server/migrations'))
    await restoreDatabase(database, backup)
  } finally {
    await database.close()
  }
}

async function firstStart(dataDirectory: string): Promise<void> {
  const { app, database } = await start(testConfig({ dataDirectory }), testRoot)
  // Signing in costs a core 0.1 s on purpose, and tests do it hundreds of times.
  const password = await hashPassword(demoPassword, 2 ** 4)
  await database.kysely.updateTable('app_user').set({ password_hash: password }).where('password_hash', 'is not', null).execute()
  await app.close()
}

function urlOf(database: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${database}`
  return url.href
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined) throw new Error('TEST_DATABASE_URL names no server')
  return url
}

async function withServer<Result>(work: (server: pg.Client) => Promise<Result>): Promise<Result> {
  const server = new pg.Client(serverUrl())
  await server.connect()
  try {
    return await work(server)
  } finally {
    await server.end()
  }
}

/** Does the work under a lock of the database server, so that test processes make the demo data once and wait for each other. */
async function alone(work: (server: pg.Client) => Promise<void>): Promise<void> {
  await withServer(async (server) => {
    await server.query('select pg_advisory_lock(1)')
    await work(server)
  })
}

let hashing: Promise<string> | undefined

function hashOfSources(): Promise<string> {
  return (hashing ??= readSources())
}

async function readSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(testRoot, source)
    const files = /\.(json|ts)$/.test(source) ? [path] : await filesOf(path)
    // By its place in the repository: another clone has the same data.
    for (const file of files) hash.update(relative(testRoot, file)).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}
