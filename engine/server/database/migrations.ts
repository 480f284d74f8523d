import { serverError } from '../messages'
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import type { AnySchema, Database, Transaction } from './database'
import { describeChanges } from './tableChanges'
import { diffTables, type TableDifference } from './tableDifference'
import type { TableDefinition } from './tables'

/**
 * A folder of reviewed SQL: `NNNN_name.sql`, run in the order of their numbers, and `snapshot.json`, the tables that stand after the last
 * one. A file is generated once from the difference, may be rewritten by hand until it is published, and never changes after it has run.
 */
const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/
const snapshotName = 'snapshot.json'
/** The one lock of all servers that start at the same moment; the number means nothing. */
const lockKey = 4_120_907_318

export interface CreatedMigration extends TableDifference {
  /** Its name in the folder. */
  file: string
}

/**
 * Writes the next file from the difference between snapshot and tables, and the new snapshot. Undefined, and nothing written, when there is
 * none. What would lose data stands in the file as comments, for the reviewer to decide.
 */
export async function createMigration({
  folder,
  name,
  tables,
}: {
  folder: string
  /** Lower case, digits and underscores. */
  name: string
  tables: TableDefinition[]
}): Promise<CreatedMigration | undefined> {
  await mkdir(folder, { recursive: true })
  const difference = diffTables(await readSnapshot(folder), tables)
  if (isNothing(difference)) return undefined

  const last = (await migrationFiles(folder)).at(-1)
  const file = `${String(Number(last?.slice(0, 4) ?? 0) + 1).padStart(4, '0')}_${name}.sql`
  if (!fileName.test(file)) throw serverError('database.migration-name', { name: file })
  await writeFile(join(folder, file), migrationText(difference), { flag: 'wx' })
  await writeSnapshot(folder, tables)
  return { file, ...difference }
}

/**
 * Whether the files lead to these tables; false means that a migration has to be created.
 * @throws EngineError `database.migration-name` when two files have the same number
 */
export async function snapshotMatches(folder: string, tables: TableDefinition[]): Promise<boolean> {
  await migrationFiles(folder)
  return isNothing(diffTables(await readSnapshot(folder), tables))
}

/**
 * Refuses what the files do not lead to: a server that went on would ask for tables and columns that are not there.
 * @throws EngineError `database.migration-missing` with what differs and what to do
 */
export async function refuseMissingMigration(folder: string, tables: TableDefinition[]): Promise<void> {
  const before = await readSnapshot(folder)
  if (!isNothing(diffTables(before, tables))) throw serverError('database.migration-missing', { changes: describeChanges(before, tables) })
}

/**
 * The files that the database has not seen yet, in order. Throws when an applied one reads differently now, or a new one comes before an
 * applied one.
 */
export async function pendingMigrations(database: Database, folder: string): Promise<string[]> {
  return pendingOf(folder, await migrationFiles(folder), await appliedIn(database.kysely))
}

/** The files that made the database what it is, in order. */
export async function appliedMigrations(database: Pick<Database, 'kysely'>): Promise<string[]> {
  return (await appliedIn(database.kysely)).map(({ name }) => name)
}

/**
 * Brings the database up to the last file, or up to and including `through`; answers what it ran. Each file is one transaction with the
 * record that it ran: a server that stops in between leaves whole files. Servers that start together take turns.
 */
export async function applyMigrations(database: Database, folder: string, { through }: { through?: string } = {}): Promise<string[]> {
  const files = await migrationFiles(folder)
  if (through !== undefined && !files.includes(through)) throw serverError('database.migration-unknown', { name: through })
  const wanted = through === undefined ? files : files.slice(0, files.indexOf(through) + 1)

  return allOf(() => database.transaction((trx) => applyNext(trx, folder, wanted)))
}

/** The same within a transaction, of which all files become a part. */
export async function applyMigrationsWithin(trx: Transaction, folder: string): Promise<string[]> {
  const files = await migrationFiles(folder)
  return allOf(() => applyNext(trx, folder, files))
}

async function allOf(applyOne: () => Promise<string | undefined>): Promise<string[]> {
  const done: string[] = []
  for (;;) {
    const ran = await applyOne()
    if (ran === undefined) return done
    done.push(ran)
  }
}

/** When the first migration was applied: the database is as old as that, or was restored then. */
export async function firstMigratedAt({ kysely }: Pick<Database, 'kysely'>): Promise<Date> {
  const { rows } = await sql<{ at: unknown }>`select min(applied_at) as at from schema_migration`.execute(kysely)
  return new Date(String(rows[0]?.at))
}

async function applyNext(trx: Transaction, folder: string, files: string[]): Promise<string | undefined> {
  // Building an index on a large table takes longer than any request may.
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
  await sql`create table if not exists schema_migration (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`.execute(trx)

  const [next] = await pendingOf(folder, files, await appliedIn(trx))
  if (next === undefined) return undefined
  const text = await readMigration(folder, next)
  await sql.raw(text).execute(trx)
  await trx
    .insertInto('schema_migration')
    .values({ name: next, checksum: checksumOf(text) })
    .execute()
  return next
}

interface AppliedMigration {
  name: string
  checksum: string
}

async function appliedIn(kysely: Kysely<AnySchema>): Promise<AppliedMigration[]> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('schema_migration') is not null as exists`.execute(kysely)
  if (!rows[0]?.exists) return []
  return (await sql<AppliedMigration>`select name, checksum from schema_migration order by name collate "C"`.execute(kysely)).rows
}

/** A database that is ahead of the folder is no fault: while servers are updated one by one, older ones may start again. */
async function pendingOf(folder: string, files: string[], applied: AppliedMigration[]): Promise<string[]> {
  for (const { name, checksum } of applied) {
    if (files.includes(name) && checksumOf(await readMigration(folder, name)) !== checksum)
      throw serverError('database.migration-changed', { name })
  }
  const names = new Set(applied.map(({ name }) => name))
  const pending = files.filter((file) => !names.has(file))
  const last = applied.at(-1)?.name
  const late = pending.find((file) => last !== undefined && file < last)
  if (late !== undefined) throw serverError('database.migration-late', { name: late, applied: last })
  return pending
}

/** By number. Two with one number came from two branches: which goes first is for a person to say. */
async function migrationFiles(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const wrong = files.find((name, at) => !fileName.test(name) || name.slice(0, 4) === files[at - 1]?.slice(0, 4))
  if (wrong !== undefined) throw serverError('database.migration-name', { name: wrong })
  return files
}

/** With plain line ends, whatever git made of them. */
async function readMigration(folder: string, file: string): Promise<string> {
  return (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
}

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const isNothing = ({ statements, destructive }: TableDifference): boolean => statements.length + destructive.length === 0

function migrationText({ statements, destructive }: TableDifference): string {
  const blocks = statements.map((statement) => `${statement};`)
  if (destructive.length > 0)
    blocks.push(['-- Left out, to be decided by hand:', ...destructive.map((statement) => `-- ${statement};`)].join('\n'))
  return `${blocks.join('\n\n')}\n`
}

async function readSnapshot(folder: string): Promise<TableDefinition[]> {
  try {
    return JSON.parse(await readFile(join(folder, snapshotName), 'utf8')) as TableDefinition[]
  } catch (error) {
    // Before the first migration.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** In an order of its own, so that a change shows as itself alone, and laid out as prettier would. */
async function writeSnapshot(folder: string, tables: TableDefinition[]): Promise<void> {
  const sorted = [...tables].sort((a, b) => (a.name < b.name ? -1 : 1))
  const text = JSON.stringify(sorted, undefined, 2).replace(
    /\[\n\s+(".*?)\n\s+\]/gs,
    (_list, names: string) => `[${names.replace(/\n\s+/g, ' ')}]`,
  )
  const temporary = join(folder, `${snapshotName}.new`)
  await writeFile(temporary, `${text}\n`)
  await rename(temporary, join(folder, snapshotName))
}
