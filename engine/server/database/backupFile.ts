import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { serverError } from '../messages'

/**
 * A backup is a text file of JSON lines: a header; for each table a line that names it and its columns, followed by a line for each row; a line
 * for each uploaded file, whose content is kept elsewhere; an end that counts. Between them stand sums: SHA-256 over everything that stands
 * before, so that what was changed, lost, moved or taken from another backup is found, and where. The end has the last of them.
 *
 * Values are PostgreSQL's own text for them, so they come back exactly, on either kind of database and in a later major version. It holds the
 * rows only: tables come from the migrations, whose names the header has.
 */
export type BackupLine = BackupHeader | BackupTable | BackupRow | BackupFile | BackupSum | BackupEnd

export interface BackupHeader {
  format: 2
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

/** Content that belongs to the rows. */
export interface BackupFile {
  file: string
  /** As its uploader called it. */
  name: string
  size: number
  /** Hexadecimal; null: its content was not to be found. */
  content: string | null
}

export interface BackupSum {
  /** Hexadecimal. */
  sha256: string
}

export interface BackupEnd extends BackupSum {
  rows: number
  files: number
}

export type ReadBackupLine =
  | { kind: 'header'; line: BackupHeader }
  | { kind: 'table'; line: BackupTable }
  | { kind: 'row'; line: BackupRow }
  | { kind: 'file'; line: BackupFile }
type AnyBackupLine = ReadBackupLine | { kind: 'sum'; line: BackupSum } | { kind: 'end'; line: BackupEnd }

/** Writes the lines of a backup with their sums. `keep` writes text. */
export class BackupWriter {
  readonly #hash = createHash('sha256')
  readonly #keep: (text: string) => Promise<unknown>

  constructor(keep: (text: string) => Promise<unknown>) {
    this.#keep = keep
  }

  /** Lines that one sum covers. */
  async write(...lines: (BackupHeader | BackupTable | BackupRow | BackupFile)[]): Promise<void> {
    await this.#put(lines)
    await this.#put([{ sha256: this.#sum() }])
  }

  async end(counted: Omit<BackupEnd, 'sha256'>): Promise<void> {
    await this.#put([{ ...counted, sha256: this.#sum() }])
  }

  #sum(): string {
    return this.#hash.copy().digest('hex')
  }

  async #put(lines: BackupLine[]): Promise<void> {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    this.#hash.update(text)
    await this.#keep(text)
  }
}

/**
 * Reads line by line; what a sum covers is answered before the sum is seen, so whoever acts on it reads the whole first. Throws
 * `database.backup-unreadable` for what is none, `database.backup-changed` where a sum does not fit, and `database.backup-incomplete` when the
 * end is missing.
 */
export async function* readBackup(path: string): AsyncGenerator<ReadBackupLine> {
  const hash = createHash('sha256')
  let number = 0
  let summed = 0
  let ended = false
  let place = '-'
  for await (const { text, whole } of readLines(path)) {
    number += 1
    if (!whole) throw serverError('database.backup-incomplete', { path, line: number })
    const read = parseLine(text)
    if (read === undefined || ended || (read.kind === 'header') !== (number === 1)) {
      throw serverError('database.backup-unreadable', { path, line: number })
    }
    if (read.kind === 'sum' || read.kind === 'end') {
      const { sha256 } = read.line
      if (hash.copy().digest('hex') !== sha256) throw serverError('database.backup-changed', { path, from: summed + 1, to: number, place })
      summed = number
      ended = read.kind === 'end'
    } else {
      if (read.kind === 'table') place = read.line.table
      if (read.kind === 'file') place = read.line.name
      yield read
    }
    hash.update(`${text}\n`)
  }
  if (!ended) throw serverError('database.backup-incomplete', { path, line: number })
}

/** By line feeds alone, as they are written; what follows the last of them is not whole. */
async function* readLines(path: string): AsyncGenerator<{ text: string; whole: boolean }> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) yield { text, whole: true }
  }
  if (rest !== '') yield { text: rest, whole: false }
}

function parseLine(text: string): AnyBackupLine | undefined {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    return undefined
  }
  if (Array.isArray(line)) return { kind: 'row', line: line as BackupRow }
  if (typeof line !== 'object' || line === null) return undefined
  if ('format' in line) return line.format === 2 ? { kind: 'header', line: line as BackupHeader } : undefined
  if ('table' in line) return { kind: 'table', line: line as BackupTable }
  if ('file' in line) return { kind: 'file', line: line as BackupFile }
  if ('rows' in line) return { kind: 'end', line: line as BackupEnd }
  return 'sha256' in line ? { kind: 'sum', line: line as BackupSum } : undefined
}
