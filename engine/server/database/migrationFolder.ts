/** The files of a migration folder: how they are named, read and told apart. */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { serverError } from '../messages'
import type { TableDifference } from './tableDifference'

/**
 * `0001_initial.sql`, and by the minute in which it was written (UTC) each later one: `20261123T0915_line_caps.sql`. Names sort as they run; those of
 * older branches, which have numbers, come after the first one.
 */
const fileName = /^(?:\d{4}|\d{8}T\d{4})_[a-z0-9_]+\.sql$/

export interface AppliedMigration {
  name: string
  checksum: string
}

/** The files, in the order to run them. */
export async function migrationFiles(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of files) nameOrThrow(name)
  return files
}

/** Of a file that is written now. @throws EngineError `database.migration-name` */
export function newFileName(name: string, now: Date): string {
  const minute = now.toISOString().slice(0, 16).replaceAll(/[-:]/g, '')
  return nameOrThrow(`${minute}_${name}.sql`)
}

function nameOrThrow(name: string): string {
  if (!fileName.test(name)) throw serverError('database.migration-name', { name })
  return name
}

/** With plain line ends, whatever git made of them. */
export async function readMigration(folder: string, file: string): Promise<string> {
  return (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
}

export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export function migrationText({ statements, destructive }: TableDifference): string {
  const blocks = statements.map((statement) => `${statement};`)
  if (destructive.length > 0)
    blocks.push(['-- Left out, to be decided by hand:', ...destructive.map((statement) => `-- ${statement};`)].join('\n'))
  return `${blocks.join('\n\n')}\n`
}
