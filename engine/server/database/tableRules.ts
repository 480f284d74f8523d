import { serverError } from '../messages'
import { primaryKeyName } from './tableStatements'
import type { TableDefinition } from './tables'

/** PostgreSQL cuts longer names off without an error, and two may become one. */
const maxNameLength = 63

/**
 * Throws `database.…` for definitions that PostgreSQL would refuse or quietly change: in a generated set, the place is what one needs to
 * know.
 */
export function refuseBrokenTables(tables: TableDefinition[]): void {
  refuseDuplicates(tables.flatMap(relationNames))
  const columnsOf = new Map(tables.map((table) => [table.name, new Set(table.columns.map(({ name }) => name))]))

  function refuseUnknownColumns(user: string, table: string, columns: string[]): void {
    const known = columnsOf.get(table)
    if (!known) throw serverError('database.unknown-table', { name: user, table })
    const unknown = columns.find((column) => !known.has(column))
    if (unknown !== undefined) throw serverError('database.unknown-column', { name: user, table, column: unknown })
  }

  for (const table of tables) {
    refuseDuplicates(table.columns.map(({ name }) => name))
    refuseDuplicates(constraintNames(table))
    refuseLongNames([...relationNames(table), ...table.columns.map(({ name }) => name), ...constraintNames(table)])
    refuseUnknownColumns(primaryKeyName(table), table.name, table.primaryKey)
    for (const part of [...table.unique, ...table.indexes, ...table.foreignKeys]) refuseUnknownColumns(part.name, table.name, part.columns)
    for (const { name, references } of table.foreignKeys) refuseUnknownColumns(name, references.table, references.columns)
  }
}

/** Tables and indexes share one space of names in a schema. */
function relationNames(table: TableDefinition): string[] {
  return [table.name, primaryKeyName(table), ...[...table.unique, ...table.indexes].map(({ name }) => name)]
}

/** Constraints share one within their table. */
function constraintNames(table: TableDefinition): string[] {
  return [primaryKeyName(table), ...[...table.unique, ...table.checks, ...table.foreignKeys].map(({ name }) => name)]
}

function refuseDuplicates(names: string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw serverError('database.duplicate-name', { name })
    seen.add(name)
  }
}

function refuseLongNames(names: string[]): void {
  const long = names.find((name) => Buffer.byteLength(name) > maxNameLength)
  if (long !== undefined) throw serverError('database.name-too-long', { name: long })
}
