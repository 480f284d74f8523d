import {
  columnText,
  createAppendOnlyTrigger,
  createTable,
  dropAppendOnlyTrigger,
  partsOf,
  quote,
  refuseChangeFunction,
  typeText,
  type TablePart,
} from './tableStatements'
import { refuseBrokenTables } from './tableRules'
import type { ColumnDefinition, TableDefinition } from './tables'

export interface TableDifference {
  /** In the order to run them. Nothing in them loses data; one that the rows do not allow (a new check, NOT NULL) fails as a whole. */
  statements: string[]
  /**
   * What was left out because it loses data or protection, or cannot be decided from the definitions: dropping a table or column, narrowing
   * a type, changing a primary key or identity, making an append-only table changeable. For a person to run or to rewrite.
   */
  destructive: string[]
}

/**
 * SQL that leads from one set of tables to the other. The same definitions give the same text, in whatever order they come.
 * A constraint or index that is gone or reads differently is dropped (and made again): that loses no data. A renamed column is one
 * that is gone and one that is new. Throws when `after` could not be built (tableRules.ts).
 */
export function diffTables(before: TableDefinition[], after: TableDefinition[]): TableDifference {
  refuseBrokenTables(after)
  const old = new Map(before.map((table) => [table.name, table]))
  const wanted = [...after].sort(byName)
  const altered = wanted.flatMap((table) => {
    const was = old.get(table.name)
    // Most are as they were, and a start of the server compares all: their text is compared first.
    return was && JSON.stringify(was) !== JSON.stringify(table) ? [{ was, table }] : []
  })
  const created = wanted.filter((table) => !old.has(table.name))
  const dropped = [...before].sort(byName).filter((table) => !after.some(({ name }) => name === table.name))

  const changes = altered.map(({ was, table }) => changeColumns(was, table))
  const goneParts = altered.flatMap(({ was, table }) => without(partsOf(was), partsOf(table)))
  const newParts = [...altered.flatMap(({ was, table }) => without(partsOf(table), partsOf(was))), ...created.flatMap(partsOf)]
  const newlyAppendOnly = wanted.filter((table) => table.appendOnly && !old.get(table.name)?.appendOnly)

  return {
    statements: [
      // References first: a unique constraint cannot go while one rests on it, nor a reference come before what it rests on.
      ...goneParts.filter(isForeignKey).map((part) => part.drop),
      ...goneParts.filter((part) => !isForeignKey(part)).map((part) => part.drop),
      ...created.map(createTable),
      ...changes.flatMap((change) => change.statements),
      ...newParts.filter((part) => !isForeignKey(part)).map((part) => part.create),
      ...newParts.filter(isForeignKey).map((part) => part.create),
      ...(newlyAppendOnly.length > 0 ? [refuseChangeFunction] : []),
      ...newlyAppendOnly.map((table) => createAppendOnlyTrigger(table.name)),
    ],
    destructive: [
      ...changes.flatMap((change) => change.destructive),
      ...altered.filter(({ was, table }) => was.appendOnly && !table.appendOnly).map(({ table }) => dropAppendOnlyTrigger(table.name)),
      ...dropped.map((table) => `drop table ${quote(table.name)}`),
    ],
  }
}

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1)
const isForeignKey = (part: TablePart): boolean => part.kind === 'foreignKey'

/** The parts that the others do not have in the same words. */
function without(parts: TablePart[], others: TablePart[]): TablePart[] {
  const known = new Set(others.map((part) => part.create))
  return parts.filter((part) => !known.has(part.create)).sort(byName)
}

function changeColumns(was: TableDefinition, table: TableDefinition): TableDifference {
  const alter = `alter table ${quote(table.name)}`
  const statements: string[] = []
  const destructive: string[] = []
  const old = new Map(was.columns.map((column) => [column.name, column]))

  for (const column of table.columns) {
    const previous = old.get(column.name)
    if (!previous) {
      statements.push(`${alter} add column ${columnText(column)}`)
      continue
    }
    const change = changeColumn(table.name, previous, column)
    statements.push(...change.statements)
    destructive.push(...change.destructive)
  }
  for (const column of was.columns) {
    if (table.columns.some(({ name }) => name === column.name)) continue
    // It stays until somebody drops it; until then rows must come in without it.
    if (!column.nullable && column.default === undefined && !column.identity && !was.primaryKey.includes(column.name)) {
      statements.push(`${alter} alter column ${quote(column.name)} drop not null`)
    }
    destructive.push(`${alter} drop column ${quote(column.name)}`)
  }
  if (was.primaryKey.join('\n') !== table.primaryKey.join('\n')) {
    const name = quote(`${table.name}_pkey`)
    destructive.push(`${alter} drop constraint ${name}, add constraint ${name} primary key (${table.primaryKey.map(quote).join(', ')})`)
  }
  return { statements, destructive }
}

function changeColumn(table: string, was: ColumnDefinition, column: ColumnDefinition): TableDifference {
  const name = quote(column.name)
  const alter = `alter table ${quote(table)} alter column ${name}`
  const statements: string[] = []
  const destructive: string[] = []
  if (was.type !== column.type) {
    const change = `${alter} type ${typeText(column.type)}`
    if (isWider(column.type, was.type)) statements.push(change)
    else destructive.push(`${change} using ${name}::${column.type}`)
  }
  if (was.default !== column.default)
    statements.push(column.default === undefined ? `${alter} drop default` : `${alter} set default ${column.default}`)
  if (was.nullable !== column.nullable) statements.push(`${alter} ${column.nullable ? 'drop' : 'set'} not null`)
  if (was.generated !== column.generated)
    destructive.push(`${alter} ${column.generated === undefined ? 'drop expression' : `set expression as (${column.generated})`}`)
  if (Boolean(was.identity) !== Boolean(column.identity)) {
    destructive.push(`${alter} ${column.identity ? 'add generated always as identity' : 'drop identity'}`)
  }
  return { statements, destructive }
}

/** Every value of the old type is a value of the new one, unchanged. */
function isWider(type: string, than: string): boolean {
  const from = decimalPlaces(than)
  const to = decimalPlaces(type)
  return from !== undefined && to !== undefined && to.before >= from.before && to.after >= from.after
}

/** Digits before and after the point that a number type holds; 2^63 has 19 digits, 2^31 has 10. */
function decimalPlaces(type: string): { before: number; after: number } | undefined {
  if (type === 'integer') return { before: 10, after: 0 }
  if (type === 'bigint') return { before: 19, after: 0 }
  const numeric = /^numeric\((\d+),(\d+)\)$/.exec(type)
  return numeric ? { before: Number(numeric[1]) - Number(numeric[2]), after: Number(numeric[2]) } : undefined
}
