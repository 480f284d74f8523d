/**
 * Until the first release all migrations are now and then written anew as one. `squashed.json` says which files it takes the place of: a database that
 * has run exactly these is what the one file makes, and goes on as if that had run. One that has stopped before the last of them is refused, because
 * what the later ones did to its rows is not in the one file.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serverError } from '../messages'
import { checksumOf, migrationFiles, migrationText, readMigration, type AppliedMigration } from './migrationFolder'
import { diffTables } from './tableDifference'
import type { TableDefinition } from './tables'

const recordName = 'squashed.json'
const squashedFile = '0001_initial.sql'

interface SquashRecord {
  file: string
  /** Name → checksum. */
  replaces: Record<string, string>
}

/** Blocks of a file that begin so say what the definitions of the tables cannot: they are taken over, up to the next empty line. */
const kept = /^-- Kept: .*(?:\n.+)*/gm

/** Writes all files as one. Undefined, and nothing written, when there is one already. The snapshot must match. */
export async function squash(folder: string, tables: TableDefinition[]): Promise<string | undefined> {
  const files = await migrationFiles(folder)
  if (files.length <= 1) return undefined
  const texts = await Promise.all(files.map((file) => readMigration(folder, file)))
  const blocks = texts.flatMap((text) => text.match(kept) ?? [])
  const record: SquashRecord = {
    file: squashedFile,
    replaces: Object.fromEntries(files.map((file, index) => [file, checksumOf(texts[index] ?? '')])),
  }
  for (const file of files) await rm(join(folder, file))
  // The first line makes it another file than one of the same tables that was written before.
  const parts = [
    `-- In the place of all migrations up to ${files.at(-1)}.\n`,
    migrationText(diffTables([], tables)),
    ...blocks.map((block) => `${block}\n`),
  ]
  await writeFile(join(folder, squashedFile), parts.join('\n'))
  await writeFile(join(folder, recordName), `${JSON.stringify(record, undefined, 2)}\n`)
  return squashedFile
}

/**
 * What has been applied, with the one file in the place of those that it replaces.
 * @throws EngineError `database.migration-before-squash` when not all of them were
 */
export async function afterSquash(folder: string, applied: readonly AppliedMigration[]): Promise<AppliedMigration[]> {
  const record = await readRecord(folder)
  if (!record || applied.length === 0) return [...applied]
  const one = { name: record.file, checksum: checksumOf(await readMigration(folder, record.file)) }
  if (applied.some(({ name, checksum }) => name === one.name && checksum === one.checksum)) return [...applied]
  const names = Object.keys(record.replaces)
  const replaced = applied.filter(({ name, checksum }) => record.replaces[name] === checksum)
  if (replaced.length < names.length)
    throw serverError('database.migration-before-squash', { found: applied.at(-1)?.name, needed: names.at(-1) })
  return [one, ...applied.filter((each) => !replaced.includes(each))]
}

/** The same for names alone, as a backup has them. */
export async function namesAfterSquash(folder: string, names: readonly string[]): Promise<string[]> {
  const record = await readRecord(folder)
  const replaced = Object.keys(record?.replaces ?? {})
  // Of one file alone nobody can tell whether it is the old or the new one; the old one was never alone in use.
  if (!record || !names.some((name) => name !== record.file && replaced.includes(name))) return [...names]
  const missing = replaced.filter((name) => !names.includes(name))
  if (missing.length > 0) throw serverError('database.migration-before-squash', { found: names.at(-1), needed: replaced.at(-1) })
  return [record.file, ...names.filter((name) => !replaced.includes(name))]
}

async function readRecord(folder: string): Promise<SquashRecord | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, recordName), 'utf8')) as SquashRecord
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
