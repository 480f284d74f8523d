import { serverError } from '../messages'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/**
 * A backup is a text file of JSON lines: a header; for each table a line that names it and its columns, followed by a line for each row; an
 * end that counts the rows. Values are PostgreSQL's own text for them, so they come back exactly, on either kind of database and in a
 * later major version. It holds the rows only: tables come from the migrations, whose names the header has.
 */
export type BackupLine = BackupHeader | BackupTable | BackupRow | BackupEnd

export interface BackupHeader {
  format: 1
  /** ISO 8601. */
  createdAt: string
  /** The files that had been applied, in order. */
  migrations: string[]
}

export interface BackupTable {
  table: string
  columns: string[]
  /** Where the numbering of identity columns stands; `called`: `last` was given out already. */
  identities: { column: string; last: string; called: boolean }[]
}

/** In the order of the table's columns. */
export type BackupRow = (string | null)[]

export interface BackupEnd {
  rows: number
}

export type ReadBackupLine =
  { kind: 'header'; line: BackupHeader } | { kind: 'table'; line: BackupTable } | { kind: 'row'; line: BackupRow }

/**
 * Reads line by line. Throws `database.backup-unreadable` for what is none and `database.backup-incomplete` when the end is missing or
 * counts other rows.
 */
export async function* readBackup(path: string): AsyncGenerator<ReadBackupLine> {
  let number = 0
  let rows = 0
  let counted: number | undefined
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number += 1
    const read = parseLine(text)
    if (read === undefined || counted !== undefined || (read.kind === 'header') !== (number === 1)) {
      throw serverError('database.backup-unreadable', { path, line: number })
    }
    if (read.kind === 'row') rows += 1
    if (read.kind === 'end') counted = read.line.rows
    else yield read
  }
  if (counted !== rows) throw serverError('database.backup-incomplete', { path })
}

function parseLine(text: string): ReadBackupLine | { kind: 'end'; line: BackupEnd } | undefined {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    return undefined
  }
  if (Array.isArray(line)) return { kind: 'row', line: line as BackupRow }
  if (typeof line !== 'object' || line === null) return undefined
  if ('format' in line) return line.format === 1 ? { kind: 'header', line: line as BackupHeader } : undefined
  if ('table' in line) return { kind: 'table', line: line as BackupTable }
  return 'rows' in line ? { kind: 'end', line: line as BackupEnd } : undefined
}
