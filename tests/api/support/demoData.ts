import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseKind } from '../../../engine/server/database/database'
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

/** A copy of the demo data, which are made once for all tests, by a first start. */
export async function copyDemoData(kind: DatabaseKind): Promise<DemoDatabase> {
  const hash = await hashOfSources()
  // Made first: when that fails, nothing is left over.
  const seeded = kind === 'pglite' ? await seededDirectory(hash) : await seededDatabase(hash)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'api-'))
  const dropDirectory = (): Promise<void> => rm(dataDirectory, { recursive: true, force: true })
  if (kind === 'pglite') {
    await cp(seeded, dataDirectory, { recursive: true })
    return { dataDirectory, drop: dropDirectory }
  }
  const name = `api_${randomBytes(6).toString('hex')}`
  await withServer((server) => server.query(`create database ${name} template ${seeded}`))
  return {
    dataDirectory,
    databaseUrl: urlOf(name),
    drop: async () => {
      await withServer((server) => server.query(`drop database ${name} with (force)`))
      await dropDirectory()
    },
  }
}

async function seededDirectory(hash: string): Promise<string> {
  const folder = join(cache, hash)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, 'new-'))
  try {
    await firstStart({ dataDirectory: fresh })
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
  // Those of older sources are of no use any more; those of these sources may be in use, by a file that was faster.
  for (const old of await readdir(cache))
    if (!old.startsWith('new-') && old !== hash) await rm(join(cache, old), { recursive: true, force: true })
  // Whoever comes second has made the same.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }))
  return folder
}

async function seededDatabase(hash: string): Promise<string> {
  const template = `demo_${hash}`
  await withServer(async (server) => {
    // Whoever comes second waits for the first, and finds it made.
    await server.query('select pg_advisory_lock(1)')
    const { rows } = await server.query('select from pg_database where datname = $1', [template])
    if (rows.length > 0) return
    const fresh = `fresh_${randomBytes(6).toString('hex')}`
    await server.query(`create database ${fresh}`)
    const dataDirectory = await mkdtemp(join(tmpdir(), 'api-'))
    try {
      await firstStart({ dataDirectory, databaseUrl: urlOf(fresh) })
    } finally {
      await rm(dataDirectory, { recursive: true, force: true })
    }
    await server.query(`alter database ${fresh} rename to ${template}`)
  })
  return template
}

async function firstStart(place: { dataDirectory: string; databaseUrl?: string }): Promise<void> {
  const { app, database } = await start(testConfig(place), testRoot)
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

async function withServer(work: (server: pg.Client) => Promise<unknown>): Promise<void> {
  const server = new pg.Client(serverUrl())
  await server.connect()
  try {
    await work(server)
  } finally {
    await server.end()
  }
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
    for (const file of files) hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}
