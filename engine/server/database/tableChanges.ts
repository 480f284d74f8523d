import { messageText } from '../messages'
import type { TableDefinition } from './tables'

/** More tables than this are not read in a sentence. */
const MAX_LISTED_NAMES = 5

/** What differs between two sets of tables, for a person: tables and columns by name, everything else as a change of its table. */
export function describeChanges(before: TableDefinition[], after: TableDefinition[]): string {
  const old = byName(before)
  const wanted = byName(after)
  const changes = [
    ...after.filter(({ name }) => !old.has(name)).map(({ name }) => messageText('tables.added', { table: name })),
    ...after.flatMap((table) => {
      const was = old.get(table.name)
      return was ? changesOf(was, table) : []
    }),
    ...before.filter(({ name }) => !wanted.has(name)).map(({ name }) => messageText('tables.removed', { table: name })),
  ]
  const listed = changes.slice(0, MAX_LISTED_NAMES).join(messageText('tables.and'))
  return changes.length > MAX_LISTED_NAMES ? messageText('tables.more', { named: listed, count: changes.length }) : listed
}

function changesOf(was: TableDefinition, table: TableDefinition): string[] {
  const old = byName(was.columns)
  const wanted = byName(table.columns)
  const columns = (names: string[], code: 'tables.columnsAdded' | 'tables.columnsRemoved' | 'tables.columnsChanged'): string[] =>
    names.length === 0 ? [] : [messageText(code, { table: table.name, columns: names.join(messageText('tables.list')) })]
  const kept = table.columns.filter(({ name }) => old.has(name))
  const found = [
    ...columns(namesOf(table.columns.filter(({ name }) => !old.has(name))), 'tables.columnsAdded'),
    ...columns(namesOf(was.columns.filter(({ name }) => !wanted.has(name))), 'tables.columnsRemoved'),
    ...columns(namesOf(kept.filter((column) => !isSame(column, old.get(column.name)))), 'tables.columnsChanged'),
  ]
  if (found.length > 0) return found
  return isSame({ ...was, columns: [] }, { ...table, columns: [] }) ? [] : [messageText('tables.changed', { table: table.name })]
}

function byName<Named extends { name: string }>(items: readonly Named[]): Map<string, Named> {
  return new Map(items.map((each) => [each.name, each]))
}

function namesOf(items: readonly { name: string }[]): string[] {
  return items.map(({ name }) => name)
}

/** Keys, and parts of a table, come in any order; what is not said is absent. */
function isSame(one: object, other: object | undefined): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder).sort(byText)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return entries.map(([key, each]) => [key, key === 'columns' ? each : inOrder(each)]).sort(byText)
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
}
