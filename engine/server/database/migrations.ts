import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { serverError } from '../messages'
import type { AnySchema, Database, Transaction } from './database'
import { checksumOf, migrationFiles, migrationText, newFileName, readMigration, type AppliedMigration } from './migrationFolder'
import { readSnapshot, writeSnapshot } from './snapshot'
import { afterSquash } from './squash'
import { describeChanges } from './tableChanges'
import { diffTables, type TableDifference } from './tableDifference'
import type { TableDefinition } from './tables'

/**
 * A folder of reviewed SQL, named by the time it was written, and the tables that stand after all of it (snapshot.ts). A file is generated once
 * from the difference, may be rewritten by hand until it is published, and never changes after it has run. What another branch has brought with
 * an earlier name runs when it comes.
 */

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
  now = new Date(),
}: {
  folder: string
  /** Lower case, digits and underscores. */
  name: string
  tables: TableDefinition[]
  now?: Date
}): Promise<CreatedMigration | undefined> {
  await mkdir(folder, { recursive: true })
  const difference = diffTables(await readSnapshot(folder), tables)
  if (isNothing(difference)) return undefined

  const file = newFileName(name, now)
  await writeFile(join(folder, file), migrationText(difference), { flag: 'wx' })
  await writeSnapshot(folder, tables)
  return { file, ...difference }
}

/**
 * Whether the files lead to these tables; false means that a migration has to be created.
 * @throws EngineError `database.migration-name` when a file is named otherwise, `database.snapshot-twice` when two branches changed one column
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
 * The files that the database has not seen yet, in order. Throws when an applied one reads differently now, or the database is older than the
 * files that were written as one (squash.ts).
 */
export async function pendingMigrations(database: Database, folder: string): Promise<string[]> {
  return pendingOf(folder, await migrationFiles(folder), await afterSquash(folder, await appliedIn(database.kysely)))
}

/** The files that made the database what it is, in order. */
export async function appliedMigrations(database: Pick<Database, 'kysely'>): Promise<string[]> {
  return (await appliedIn(database.kysely)).map(({ name }) => name)
}

/**
 * Brings the database up to the last file, or runs `only` some; answers what it ran. Each file is one transaction with the record that it
 * ran: a server that stops in between leaves whole files. Servers that start together take turns.
 */
export async function applyMigrations(database: Database, folder: string, { only }: { only?: readonly string[] } = {}): Promise<string[]> {
  const files = await migrationFiles(folder)
  const unknown = only?.find((name) => !files.includes(name))
  if (unknown !== undefined) throw serverError('database.migration-unknown', { name: unknown })
  return allOf(() => database.transaction((trx) => applyNext(trx, folder, only ? files.filter((name) => only.includes(name)) : files)))
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

  const [next] = await pendingOf(folder, files, await recordSquash(trx, folder, await appliedIn(trx)))
  if (next === undefined) return undefined
  const text = await readMigration(folder, next)
  await sql.raw(text).execute(trx)
  await trx
    .insertInto('schema_migration')
    .values({ name: next, checksum: checksumOf(text) })
    .execute()
  return next
}

/** Records the file that took the place of others which the database has run. The database is as old as it was. */
async function recordSquash(trx: Transaction, folder: string, applied: AppliedMigration[]): Promise<AppliedMigration[]> {
  const current = await afterSquash(folder, applied)
  const [added] = current.filter(({ checksum }) => !applied.some((each) => each.checksum === checksum))
  if (!added) return applied
  const gone = applied.filter(({ checksum }) => !current.some((each) => each.checksum === checksum)).map(({ name }) => name)
  const { rows } = await sql<{ at: unknown }>`select min(applied_at) as at from schema_migration`.execute(trx)
  await trx.deleteFrom('schema_migration').where('name', 'in', gone).execute()
  await trx
    .insertInto('schema_migration')
    .values({ ...added, applied_at: rows[0]?.at })
    .execute()
  return current
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
  return files.filter((file) => !names.has(file))
}

const isNothing = ({ statements, destructive }: TableDifference): boolean => statements.length + destructive.length === 0
