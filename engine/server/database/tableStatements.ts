import pg from 'pg'
import type { ColumnDefinition, ColumnType, TableDefinition } from './tables'

/** SQL for the parts of a table. Every name is quoted; conditions and defaults come from the entities' compiler, never from a request. */

export const quote = pg.escapeIdentifier
const quoteAll = (names: string[]): string => names.map(quote).join(', ')

export const primaryKeyName = (table: TableDefinition): string => `${table.name}_pkey`

/** The table with its columns and primary key; what else belongs to it follows when all tables are there. */
export function createTable(table: TableDefinition): string {
  const lines = table.columns.map(columnText)
  lines.push(primaryKeyText(table))
  return `create table ${quote(table.name)} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)`
}

export function primaryKeyText(table: TableDefinition): string {
  return `constraint ${quote(primaryKeyName(table))} primary key (${quoteAll(table.primaryKey)})`
}

export function columnText(column: ColumnDefinition): string {
  const parts = [quote(column.name), typeText(column.type)]
  if (column.identity) parts.push('generated always as identity')
  if (column.generated !== undefined) parts.push(`generated always as (${column.generated}) stored`)
  if (!column.nullable) parts.push('not null')
  if (column.default !== undefined) parts.push(`default ${column.default}`)
  return parts.join(' ')
}

/**
 * Text is compared and sorted by code point: PGlite has no language's order, so the two databases would differ, and prefix searches use a
 * plain index. Times have the milliseconds that are read back, so that a value read compares as equal to the stored one.
 */
export function typeText(type: ColumnType): string {
  if (type === 'text' || type === 'text[]') return `${type} collate "C"`
  return type === 'timestamptz' ? 'timestamptz(3)' : type
}

/** Something that hangs on a table under a name of its own. */
export interface TablePart {
  table: string
  name: string
  kind: 'unique' | 'index' | 'check' | 'foreignKey'
  create: string
  drop: string
}

export function partsOf(table: TableDefinition): TablePart[] {
  return [
    ...table.unique.map((unique) =>
      unique.where === undefined
        ? constraint(table, 'unique', unique.name, `unique ${unique.nulls ? 'nulls not distinct ' : ''}(${quoteAll(unique.columns)})`)
        : index(table, 'unique', unique),
    ),
    ...table.indexes.map((plain) => index(table, 'index', plain)),
    ...table.checks.map((check) => constraint(table, 'check', check.name, `check (${check.sql})`)),
    ...table.foreignKeys.map((key) => constraint(table, 'foreignKey', key.name, foreignKeyText(key))),
  ]
}

function foreignKeyText({ columns, references, onDelete }: TableDefinition['foreignKeys'][number]): string {
  const action = onDelete === undefined ? '' : ` on delete ${onDelete}`
  return `foreign key (${quoteAll(columns)}) references ${quote(references.table)} (${quoteAll(references.columns)})${action} deferrable`
}

function constraint(table: TableDefinition, kind: TablePart['kind'], name: string, text: string): TablePart {
  const alter = `alter table ${quote(table.name)}`
  return {
    table: table.name,
    name,
    kind,
    create: `${alter} add constraint ${quote(name)} ${text}`,
    drop: `${alter} drop constraint ${quote(name)}`,
  }
}

function index(
  table: TableDefinition,
  kind: 'unique' | 'index',
  { name, columns, where, using, descending, nulls }: TableDefinition['indexes'][number] & TableDefinition['unique'][number],
): TablePart {
  const method = using === undefined ? '' : `using ${using} `
  const condition = where === undefined ? '' : ` where ${where}`
  const keys = descending
    ? columns.map((column, at) => `${quote(column)} desc${at === 0 ? ' nulls last' : ''}`).join(', ')
    : quoteAll(columns)
  const create = `create ${kind === 'unique' ? 'unique index' : 'index'} ${quote(name)} on ${quote(table.name)} ${method}(${keys})${nulls ? ' nulls not distinct' : ''}${condition}`
  return { table: table.name, name, kind, create, drop: `drop index ${quote(name)}` }
}

/** Shared by the triggers of all append-only tables. 55000: object not in prerequisite state, a mistake of the program. */
export const refuseChangeFunction = `create or replace function "refuse_change"() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = '55000', table = tg_table_name;
end
$$`

export const createAppendOnlyTrigger = (table: string): string =>
  `create trigger "append_only" before update or delete or truncate on ${quote(table)} for each statement execute function "refuse_change"()`
export const dropAppendOnlyTrigger = (table: string): string => `drop trigger "append_only" on ${quote(table)}`
