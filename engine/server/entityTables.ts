/** Which tables a plan needs: one for each entity and line table, and the engine's own. */
import { createHash } from 'node:crypto'
import { isMultiple } from '../core/fields'
import { effectiveField, pendingField } from '../core/pending'
import type { EntityPlan, FieldPlan, LinesPlan, ListPagePlan, ProductPlan, UniqueKeyPlan } from '../core/plan'
import { constantWhere } from './constantWhere'
import type { ColumnDefinition, TableDefinition } from './database/tables'
import { engineTables } from './engineTables'
import { rowTypeOf } from './fields'
import { toColumn } from './rows'
import { searchedFields } from './searchedFields'
import { sortColumn } from './sortKey'

/** Longest name in PostgreSQL. */
const maxNameLength = 63

/** Read models (`view`) have no table. */
export function entityTables(plan: ProductPlan): TableDefinition[] {
  const entities = Object.values(plan.entities).filter((entity) => entity.view === undefined)
  const orders = listOrders(plan)
  return [
    ...engineTables(plan),
    ...entities.flatMap((entity) => [
      entityTable(plan, entity, orders.get(entity.name) ?? []),
      ...Object.values(entity.lines).map((lines) => linesTable(plan, entity, lines)),
    ]),
  ]
}

type ListOrder = NonNullable<ListPagePlan['sort']>

/** How lists of each entity are ordered until somebody asks for another order: twenty of a million rows are found by an index. */
function listOrders({ screens }: Pick<ProductPlan, 'screens'>): Map<string, ListOrder[]> {
  const orders = new Map<string, ListOrder[]>()
  for (const { entity, pages } of Object.values(screens))
    for (const page of Object.values(pages))
      if (page.kind === 'list' && page.sort && page.tree === undefined) orders.set(entity, [...(orders.get(entity) ?? []), page.sort])
  return orders
}

/** The name of a unique key, index, check or foreign key: the table, its columns and what it is; a hash keeps a long one short and its own. */
export function partName(table: string, columns: readonly string[], kind: 'key' | 'idx' | 'fkey' | 'min' | 'max'): string {
  const name = [table, ...columns, kind].join('_')
  if (name.length <= maxNameLength) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, maxNameLength - hash.length - kind.length - 2)}_${hash}_${kind}`
}

function entityTable(plan: ProductPlan, entity: EntityPlan, orders: readonly ListOrder[]): TableDefinition {
  const { table } = entity
  const fields = Object.values(entity.fields).filter((field) => field.stored && field.name !== 'id')
  const sort = sortColumn(entity)
  const unique = [...entity.unique, ...(entity.serial ? [{ fields: [entity.serial.field] }] : [])]
  const keys = unique.filter(({ where }) => where === undefined).map(({ fields: key }) => key.map(toColumn))
  const ordered = orders.flatMap((order) => orderedColumns(entity, order))
  const asked = [
    ...referenceColumns(fields),
    // The usual query of a list: documents in a state, newest first, which is by id.
    ...(entity.statusField === undefined ? [] : [[toColumn(entity.statusField), 'id']]),
    ...(sort === undefined ? [] : [[sort]]),
    // What a search looks for by its beginning.
    ...searchedFields(entity).map(({ name }) => [toColumn(name)]),
    ...(entity.intervals ?? []).map(({ key, from }) => [...key, from].map(toColumn)),
    ...ordered.filter(({ descending }) => !descending).map(({ columns }) => columns),
    ...entity.indexes.map((key) => key.map(toColumn)),
  ]
  const columns = [
    identity,
    ...fields.map((field) =>
      entity.pending && field.name === effectiveField ? effectiveState(entity) : columnOf(field, !isNeverEmpty(entity, field.name)),
    ),
    ...(sort === undefined ? [] : [{ name: sort, type: 'text', nullable: true } as const]),
  ]
  return {
    name: table,
    columns,
    primaryKey: ['id'],
    unique: [...distinctKeys(unique.map((key) => uniqueKey(entity, key))), ...countedKeys(entity)],
    // A key is an index already, also for the queries that its first columns answer.
    indexes: [
      ...distinct(asked.filter((index) => !keys.some((key) => startsWith(key, index)))).map((index) => indexOf(table, index)),
      ...distinct(ordered.filter(({ descending }) => descending).map(({ columns }) => columns)).map((columns) => ({
        name: partName(table, [...columns, 'desc'], 'idx'),
        columns,
        descending: true as const,
      })),
    ],
    foreignKeys: fields.flatMap((field) => foreignKeyOf(plan, table, field)),
    checks: fields.flatMap((field) => checkOf(table, field)),
    ...(entity.appendOnly ? { appendOnly: true } : {}),
  }
}

/** The columns whose index gives this order; none where it is that of another table, or of a key that the label is sorted by, which has its own. */
function orderedColumns(entity: EntityPlan, { field: name, order }: ListOrder): { columns: string[]; descending: boolean }[] {
  const field = entity.fields[name]
  if (!field?.stored || field.ref || field.mixed || name === 'id' || name === entity.label) return []
  return [{ columns: [toColumn(name), 'id'], descending: order === 'descend' && !isNeverEmpty(entity, name) }]
}

/** Of several columns empty values count as equal (two rates for all goods are two for the same); a single empty one is simply not said. */
function uniqueKey(entity: EntityPlan, { fields, where }: UniqueKeyPlan): TableDefinition['unique'][number] {
  const columns = fields.map(toColumn)
  return {
    name: partName(entity.table, columns, 'key'),
    columns,
    ...(columns.length > 1 ? { nulls: 'equal' } : {}),
    ...(where ? { where: constantWhere(entity, where) } : {}),
  }
}

function distinctKeys(keys: TableDefinition['unique']): TableDefinition['unique'] {
  return [...new Map(keys.map((key) => [key.name, key])).values()]
}

/** No two rows have one number of a count; rows without a number are not counted yet. */
function countedKeys({ table, sequences = {} }: EntityPlan): TableDefinition['unique'] {
  return Object.entries(sequences).map(([name, { per }]) => {
    const columns = [...per, name].map(toColumn)
    return { name: partName(table, columns, 'key'), columns, where: `"${toColumn(name)}" is not null` }
  })
}

function linesTable(plan: ProductPlan, entity: EntityPlan, lines: LinesPlan): TableDefinition {
  const { table } = lines
  const fields = Object.values(lines.fields).filter((field) => field.stored)
  return {
    name: table,
    columns: [
      identity,
      { name: 'parent_id', type: 'bigint', nullable: false },
      { name: 'line_no', type: 'integer', nullable: false },
      ...fields.map((field) => columnOf(field, true)),
    ],
    primaryKey: ['id'],
    unique: [],
    indexes: distinct([['parent_id', 'line_no'], ...referenceColumns(fields)]).map((index) => indexOf(table, index)),
    foreignKeys: [
      {
        name: partName(table, ['parent_id'], 'fkey'),
        columns: ['parent_id'],
        references: { table: entity.table, columns: ['id'] },
      },
      ...fields.flatMap((field) => foreignKeyOf(plan, table, field)),
    ],
    checks: fields.flatMap((field) => checkOf(table, field)),
  }
}

const identity: ColumnDefinition = { name: 'id', type: 'bigint', nullable: false, identity: true }

/** The state that others see: of a record with a change that waits, the one before. */
function effectiveState({ statusField = '' }: EntityPlan): ColumnDefinition {
  const generated = `coalesce("${toColumn(pendingField)}" ->> 'fromStatus', "${toColumn(statusField)}")`
  return { name: toColumn(effectiveField), type: 'text', nullable: true, generated }
}

function columnOf(field: FieldPlan, nullable: boolean): ColumnDefinition {
  return { name: toColumn(field.name), type: rowTypeOf(field).column(field), nullable }
}

/** What every row has from its first moment, whatever a draft leaves open. */
export function isNeverEmpty(entity: EntityPlan, field: string): boolean {
  return ['id', 'version', 'createdAt', 'updatedAt', entity.statusField, entity.serial?.field].includes(field)
}

/**
 * References are what lists are narrowed by and what a delete looks up. Who created or changed a row is asked too seldom to pay for it at
 * each write, and an index of lists (GIN) costs more than the short lists here are worth.
 */
function referenceColumns(fields: FieldPlan[]): string[][] {
  const asked = fields.filter(
    (field) =>
      (field.ref ?? field.mixed) !== undefined && !isMultiple(field) && field.name !== 'createdById' && field.name !== 'updatedById',
  )
  return asked.map((field) => [...(field.mixed ? [field.mixed.kind] : []), field.name].map(toColumn))
}

function indexOf(table: string, columns: string[]): TableDefinition['indexes'][number] {
  return { name: partName(table, columns, 'idx'), columns }
}

/**
 * PostgreSQL has none for lists, for read models, and for a text that is no key; the write pipeline checks those. A view over lines shows the
 * rows of a table, which has one.
 */
function foreignKeyOf(plan: ProductPlan, table: string, field: FieldPlan): TableDefinition['foreignKeys'] {
  const target = plan.entities[field.ref?.entity ?? '']
  if (!field.ref || !target || isMultiple(field)) return []
  const { linesOf } = target
  const shown = linesOf && plan.entities[linesOf.entity]?.lines[linesOf.lines]?.table
  if (target.view !== undefined && shown === undefined) return []
  const { by = 'id' } = field.ref
  const isKey = by === 'id' || by === target.serial?.field || isKeyOf(target, by)
  if (!isKey) return []
  const columns = [toColumn(field.name)]
  return [{ name: partName(table, columns, 'fkey'), columns, references: { table: shown ?? target.table, columns: [toColumn(by)] } }]
}

/** The last line of defence of balances and quantities: no mistake of a program and no race brings one beyond its limits. */
function checkOf(table: string, field: FieldPlan): TableDefinition['checks'] {
  if (field.decimals === undefined) return []
  const column = toColumn(field.name)
  return [
    ...(field.min === undefined ? [] : [{ name: partName(table, [column], 'min'), sql: `"${column}" >= ${field.min}` }]),
    ...(field.max === undefined ? [] : [{ name: partName(table, [column], 'max'), sql: `"${column}" <= ${field.max}` }]),
  ]
}

/** Whether no two rows at all have the same value in this field. */
function isKeyOf({ unique }: EntityPlan, name: string): boolean {
  return unique.some(({ fields, where }) => where === undefined && fields.length === 1 && fields[0] === name)
}

function distinct(keys: string[][]): string[][] {
  return [...new Map(keys.map((key) => [key.join(), key])).values()]
}

function startsWith(key: string[], index: string[]): boolean {
  return index.every((column, at) => key[at] === column)
}
