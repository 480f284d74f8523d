/** Tables of a person's interest, against those that run. All SQL in it is that of migrations. */
import type { MadeChange, MadeColumn, MadeMigration, MadePart, MadeTable } from '../../core/madeEntity'
import type { EntityPlan, ProductPlan } from '../../core/plan'
import { diffTables } from '../database/tableDifference'
import { columnText, createAppendOnlyTrigger, partsOf, primaryKeyName, primaryKeyText, typeText } from '../database/tableStatements'
import type { ColumnDefinition, TableDefinition } from '../database/tables'
import { entityTables } from '../entityTables'

/** The table of an entity and those of its lines, with what was theirs and is gone. */
export function madeTables(name: string, running: ProductPlan, draft: ProductPlan): MadeTable[] {
  const before = tablesOf(running, running.entities[name])
  const after = tablesOf(draft, draft.entities[name])
  const names = [...new Set([...after, ...before].map((table) => table.name))]
  return names.map((table) => madeTable(named(before, table), named(after, table)))
}

/** The whole migration that the drafts ask for. */
export function madeMigration(running: ProductPlan, draft: ProductPlan, own: TableDefinition[]): MadeMigration {
  return diffTables([...entityTables(running), ...own], [...entityTables(draft), ...own])
}

function tablesOf(plan: ProductPlan, entity: EntityPlan | undefined): TableDefinition[] {
  if (!entity) return []
  const names = [entity, ...Object.values(entity.lines)].map(({ table }) => table)
  const all = entityTables(plan)
  return names.flatMap((name) => named(all, name) ?? [])
}

function madeTable(before: TableDefinition | undefined, after: TableDefinition | undefined): MadeTable {
  const columns = paired(before?.columns, after?.columns).map(([was, column]) => madeColumn(was, column))
  const parts = paired(before && allParts(before), after && allParts(after)).map(([was, part]) =>
    marked<MadePart>((part ?? was) as MadePart, changeOf(was?.sql, part?.sql)),
  )
  return marked({ name: (after ?? before)?.name ?? '', columns, parts }, before && after ? undefined : after ? 'new' : 'gone')
}

function madeColumn(was: ColumnDefinition | undefined, column: ColumnDefinition | undefined): MadeColumn {
  const { name, type, nullable, ...filled } = (column ?? was) as ColumnDefinition
  const change = changeOf(was && columnText(was), column && columnText(column))
  const by = filledBy(filled)
  const shown: MadeColumn = { name, type: typeText(type), nullable, ...(by === undefined ? {} : { filled: by }) }
  return { ...marked(shown, change), ...(change === 'changed' && was ? { was: columnText(was) } : {}) }
}

function filledBy({
  identity,
  generated,
  default: value,
}: Pick<ColumnDefinition, 'identity' | 'generated' | 'default'>): string | undefined {
  if (identity) return 'generated always as identity'
  return generated === undefined ? value : `generated always as (${generated}) stored`
}

function allParts(table: TableDefinition): MadePart[] {
  return [
    { kind: 'primaryKey', name: primaryKeyName(table), sql: primaryKeyText(table) },
    ...partsOf(table).map(({ kind, name, create }) => ({ kind, name, sql: create })),
    ...(table.appendOnly ? [{ kind: 'appendOnly' as const, name: 'append_only', sql: createAppendOnlyTrigger(table.name) }] : []),
  ]
}

function changeOf(was: string | undefined, is: string | undefined): MadeChange | undefined {
  if (was === is) return undefined
  return was === undefined ? 'new' : is === undefined ? 'gone' : 'changed'
}

function marked<Part extends object>(part: Part, change: MadeChange | undefined): Part & { change?: MadeChange } {
  return change === undefined ? part : { ...part, change }
}

/** In the order of what is to be, with what is gone behind it. */
function paired<Named extends { name: string }>(
  before: readonly Named[] = [],
  after: readonly Named[] = [],
): [was: Named | undefined, is: Named | undefined][] {
  return [
    ...after.map((is): [Named | undefined, Named] => [named(before, is.name), is]),
    ...before.filter(({ name }) => !named(after, name)).map((was): [Named, undefined] => [was, undefined]),
  ]
}

function named<Named extends { name: string }>(all: readonly Named[], name: string): Named | undefined {
  return all.find((each) => each.name === name)
}
