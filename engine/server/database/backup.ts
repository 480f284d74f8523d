import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { serverError } from '../messages'
import { BackupWriter, readBackup, type BackupFile, type BackupHeader, type BackupRow, type BackupTable } from './backupFile'
import { describeTables, hasRows, insertRows, readIdentities, readRows, setIdentities, type StoredTable } from './backupTables'
import type { Database, Transaction } from './database'
import { appliedMigrations } from './migrations'

export interface BackupSummary {
  tables: number
  rows: number
}

export interface BackupDone extends BackupSummary {
  /** Uploaded files whose content is not as it was stored, or gone. */
  damaged: string[]
}

/** Where the contents of uploaded files are kept. */
export interface BackupContents {
  read(id: string): Promise<Readable | undefined>
}

export interface RestoreOptions {
  /** They must exist as they were when the backup was made; without this option they are not checked. */
  contents?: BackupContents
  /** In the same transaction, when all rows are there; what it throws takes everything back. */
  finish?: (trx: Transaction) => Promise<void>
  /** What the migrations of the backup are called now (squash.ts); absent: as it says. */
  migrations?: readonly string[]
}

const rowsPerInsert = 1_000
const fileTable = 'stored_file'

/**
 * Writes all rows to the file (backupFile.ts), as of one moment, while others read and write on; with PGlite they wait. The file appears
 * when it is whole, and for its owner's eyes only. Of uploaded files it has the sums; their contents are copied as files.
 */
export async function backupDatabase(database: Database, path: string, contents?: BackupContents): Promise<BackupDone> {
  const temporary = `${path}.part`
  const file = await open(temporary, 'w', 0o600)
  try {
    const writer = new BackupWriter((text) => file.write(text))
    const done = await database.snapshot((trx) => writeAll(trx, writer, contents))
    await file.sync()
    await file.close()
    await rename(temporary, path)
    return done
  } catch (error) {
    await file.close()
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeAll(trx: Transaction, writer: BackupWriter, contents: BackupContents | undefined): Promise<BackupDone> {
  await sql`set local statement_timeout = 0`.execute(trx)
  await writer.write({ format: 2, createdAt: new Date().toISOString(), migrations: await appliedMigrations({ kysely: trx }) })
  const tables = await describeTables(trx)
  let rows = 0
  for (const table of tables) {
    await writer.write({ table: table.name, columns: table.columns.map(({ name }) => name), identities: await readIdentities(trx, table) })
    for await (const batch of readRows(trx, table)) {
      await writer.write(...batch)
      rows += batch.length
    }
  }
  const kept = contents && tables.some(({ name }) => name === fileTable) ? await contentsOf(trx, contents) : []
  for (const { line } of kept) await writer.write(line)
  await writer.end({ rows, files: kept.length })
  return { tables: tables.length, rows, damaged: kept.filter(({ whole }) => !whole).map(({ line }) => line.name) }
}

/** Each uploaded file as its content is now; not whole: other than its row says. */
async function contentsOf(trx: Transaction, contents: BackupContents): Promise<{ line: BackupFile; whole: boolean }[]> {
  const { rows } = await sql<{
    id: string
    name: string
    size: string
    sha256: string
  }>`select id, name, size::text as size, sha256 from ${sql.table(fileTable)} order by id`.execute(trx)
  const found: { line: BackupFile; whole: boolean }[] = []
  for (const { id, name, size, sha256 } of rows) {
    const content = await sumOf(contents, id)
    found.push({ line: { file: id, name, size: Number(size), content }, whole: content === sha256 })
  }
  return found
}

async function sumOf(contents: BackupContents, id: string): Promise<string | null> {
  const content = await contents.read(id)
  if (!content) return null
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** The first line of a backup. Its migrations are what an empty database needs before a restore: `applyMigrations(…, { only })`. */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  for await (const { kind, line } of readBackup(path)) if (kind === 'header') return line
  throw serverError('database.backup-incomplete', { path, line: 0 })
}

/**
 * Reads a backup to its end and the contents that belong to it. Returns its header. @throws EngineError `database.backup-unreadable`,
 * `-changed` or `-incomplete` for a damaged file, `database.backup-content` for a content that is missing or another one
 */
export async function verifyBackup(path: string, contents?: BackupContents): Promise<BackupHeader> {
  const files: BackupFile[] = []
  let header: BackupHeader | undefined
  for await (const { kind, line } of readBackup(path)) {
    if (kind === 'header') header = line
    if (kind === 'file') files.push(line)
  }
  if (!header) throw serverError('database.backup-incomplete', { path, line: 0 })
  for (const { file, name, content } of contents ? files : []) {
    if (contents && content !== null && (await sumOf(contents, file)) !== content)
      throw serverError('database.backup-content', { name, file })
  }
  return header
}

/**
 * Fills a database that has tables and no rows, in one transaction, after it has looked at the whole file (`verifyBackup`). Throws
 * `database.not-empty`, `database.backup-mismatch` when other migrations are applied than the backup was made with, and what `verifyBackup` and
 * `settle` throw; nothing is stored then.
 */
export async function restoreDatabase(
  database: Database,
  path: string,
  { contents, finish, migrations: renamed }: RestoreOptions = {},
): Promise<BackupSummary> {
  const header = await verifyBackup(path, contents)
  const migrations = renamed ?? header.migrations
  const applied = await appliedMigrations(database)
  if (applied.join('\n') !== migrations.join('\n')) {
    throw serverError('database.backup-mismatch', { found: migrations.at(-1) ?? '-', expected: applied.at(-1) ?? '-' })
  }
  const empty: BackupTable[] = []
  try {
    return await database.transaction(async (trx) => {
      const summary = await fillAll(trx, path, empty)
      await finish?.(trx)
      return summary
    })
  } catch (error) {
    // No rollback takes numbering back.
    await database.transaction(async (trx) => {
      for (const table of empty) await setIdentities(trx, table)
    })
    throw error
  }
}

/** @param empty is told where the numbering of each table stood, before it is set */
async function fillAll(trx: Transaction, path: string, empty: BackupTable[]): Promise<BackupSummary> {
  await sql`set local statement_timeout = 0`.execute(trx)
  // Tables come in the order of their names; references are looked at when all are there.
  await sql`set constraints all deferred`.execute(trx)
  const stored = new Map((await describeTables(trx)).map((table) => [table.name, table]))
  for (const name of stored.keys()) if (await hasRows(trx, name)) throw serverError('database.not-empty', { table: name })

  const tables: BackupTable[] = []
  let batch: BackupRow[] = []
  let rows = 0
  async function insertBatch(): Promise<void> {
    const table = tables.at(-1)
    if (table && batch.length > 0) await insertRows(trx, table.table, columnsOf(stored, table), batch)
    batch = []
  }
  for await (const { kind, line } of readBackup(path)) {
    if (kind === 'table') {
      await insertBatch()
      tables.push(line)
    } else if (kind === 'row') {
      rows += 1
      if (batch.push(line) === rowsPerInsert) await insertBatch()
    }
  }
  await insertBatch()
  await sql`set constraints all immediate`.execute(trx)
  for (const table of stored.values()) empty.push({ table: table.name, columns: [], identities: await readIdentities(trx, table) })
  for (const table of tables) await setIdentities(trx, table)
  return { tables: tables.length, rows }
}

/** The same migrations made both databases; one that differs all the same was changed by hand. */
function columnsOf(stored: Map<string, StoredTable>, { table, columns }: BackupTable): StoredTable['columns'] {
  return columns.map((name) => {
    const column = stored.get(table)?.columns.find((candidate) => candidate.name === name)
    if (!column) throw serverError('database.unknown-column', { name: 'backup', table, column: name })
    return column
  })
}
