import { serverError } from '../messages'
import { open, rename, rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { readBackup, type BackupHeader, type BackupLine, type BackupRow, type BackupTable } from './backupFile'
import { describeTables, hasRows, insertRows, readIdentities, readRows, setIdentities, type StoredTable } from './backupTables'
import type { Database, Transaction } from './database'
import { appliedMigrations } from './migrations'

export interface BackupSummary {
  tables: number
  rows: number
}

type Write = (...lines: BackupLine[]) => Promise<void>

const rowsPerInsert = 1_000

/**
 * Writes all rows to the file (backupFile.ts), as of one moment, while others read and write on; with PGlite they wait. The file appears
 * when it is whole, and for its owner's eyes only.
 */
export async function backupDatabase(database: Database, path: string): Promise<BackupSummary> {
  const temporary = `${path}.part`
  const file = await open(temporary, 'w', 0o600)
  try {
    const write: Write = async (...lines) => {
      await file.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    }
    const summary = await database.snapshot((trx) => writeAll(trx, write))
    await file.sync()
    await file.close()
    await rename(temporary, path)
    return summary
  } catch (error) {
    await file.close()
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeAll(trx: Transaction, write: Write): Promise<BackupSummary> {
  await sql`set local statement_timeout = 0`.execute(trx)
  await write({ format: 1, createdAt: new Date().toISOString(), migrations: await appliedMigrations({ kysely: trx }) })
  const tables = await describeTables(trx)
  let rows = 0
  for (const table of tables) {
    await write({ table: table.name, columns: table.columns.map(({ name }) => name), identities: await readIdentities(trx, table) })
    for await (const batch of readRows(trx, table)) {
      await write(...batch)
      rows += batch.length
    }
  }
  await write({ rows })
  return { tables: tables.length, rows }
}

/** The first line of a backup. Its last migration is what an empty database needs before a restore: `applyMigrations(…, { through })`. */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  for await (const { kind, line } of readBackup(path)) if (kind === 'header') return line
  throw serverError('database.backup-incomplete', { path })
}

/**
 * Fills a database that has tables and no rows, in one transaction. Throws `database.not-empty`, `database.backup-mismatch` when other
 * migrations are applied than the backup was made with, `database.backup-incomplete` and `database.backup-unreadable` for a damaged file;
 * nothing is stored then.
 */
export async function restoreDatabase(database: Database, path: string): Promise<BackupSummary> {
  const { migrations } = await readBackupHeader(path)
  const applied = await appliedMigrations(database)
  if (applied.join('\n') !== migrations.join('\n')) {
    throw serverError('database.backup-mismatch', { found: migrations.at(-1) ?? '-', expected: applied.at(-1) ?? '-' })
  }
  return database.transaction((trx) => fillAll(trx, path))
}

async function fillAll(trx: Transaction, path: string): Promise<BackupSummary> {
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
  // A reference that fails now fails before the numbering is set, which no rollback undoes.
  await sql`set constraints all immediate`.execute(trx)
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
