/**
 * The tables that stand after the last migration, in `snapshot.jsonl`: a line of JSON for each table, column, key, index, reference and check, in an
 * order of its own. Who adds a column adds a line, so that two who do so in the same table are merged by git without a conflict
 * (`merge=union` in .gitattributes).
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serverError } from '../messages'
import type { TableDefinition } from './tables'

export const snapshotName = 'snapshot.jsonl'

/** The parts of a table that are lists, by what their lines say. */
const parts = { column: 'columns', unique: 'unique', index: 'indexes', foreignKey: 'foreignKeys', check: 'checks' } as const
type PartKind = keyof typeof parts
const kinds = Object.keys(parts) as PartKind[]

interface Line {
  table: string
  /** Absent: the table itself. */
  part?: PartKind
  name?: string
  [more: string]: unknown
}

/** None before the first migration. */
export async function readSnapshot(folder: string): Promise<TableDefinition[]> {
  try {
    return tablesOf(await readFile(join(folder, snapshotName), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

export async function writeSnapshot(folder: string, tables: readonly TableDefinition[]): Promise<void> {
  const temporary = join(folder, `${snapshotName}.new`)
  await writeFile(temporary, snapshotLines(tables).join(''))
  await rename(temporary, join(folder, snapshotName))
}

function snapshotLines(tables: readonly TableDefinition[]): string[] {
  const sorted = [...tables].sort((one, other) => (one.name < other.name ? -1 : 1))
  return sorted.flatMap((table) => {
    const { name, columns, unique, indexes, foreignKeys, checks, ...rest } = table
    const lists = { columns, unique, indexes, foreignKeys, checks }
    const ofParts = kinds.flatMap((part) => lists[parts[part]].map((each): Line => ({ table: name, part, ...each })).sort(byName))
    return [{ table: name, ...rest }, ...ofParts].map((line) => `${JSON.stringify(line)}\n`)
  })
}

function byName({ name: one = '' }: Line, { name: other = '' }: Line): number {
  return one < other ? -1 : 1
}

function tablesOf(text: string): TableDefinition[] {
  const tables = new Map<string, TableDefinition>()
  const seen = new Set<string>()
  const all = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line)
  for (const { table, part, ...rest } of [...all].sort(tableFirst)) {
    const key = [table, part, rest.name].join(' ')
    // Two branches have changed the same line, and both lines were kept.
    if (seen.has(key)) throw serverError('database.snapshot-twice', { name: [table, rest.name].filter(Boolean).join('.') })
    seen.add(key)
    if (part === undefined) {
      const empty = { columns: [], unique: [], indexes: [], foreignKeys: [], checks: [] }
      tables.set(table, { name: table, ...empty, ...rest } as unknown as TableDefinition)
    } else {
      const list: unknown[] | undefined = tables.get(table)?.[parts[part]]
      list?.push(rest)
    }
  }
  return [...tables.values()]
}

function tableFirst({ part: one }: Line, { part: other }: Line): number {
  return Number(one !== undefined) - Number(other !== undefined)
}
