import type { ProductPlan } from '../../core/plan'
import type { ColumnDefinition, ColumnType, TableDefinition } from '../database/tables'
import { entityTables } from '../entityTables'
import { toColumn } from '../rows'
import { lineFields, lineName, rowFields } from './entityTypes'
import { comment, literal, orNull, pascal, property, shapeTypeName } from '../typeSource'

/** Tables of a product beside those of its entities, and the named shapes of their json columns: `<table>.<column>` → shape. */
export interface OwnTables {
  tables: readonly TableDefinition[]
  shapes: Readonly<Record<string, string>>
}

/** The member of a document's type that says what a column holds. */
interface ColumnMember {
  entity: string
  type: string
  field: string
}

/** What the driver makes of a column, see database/typeParsers.ts. */
const driverTypes: Record<Exclude<ColumnType, `numeric(${string}`>, string> = {
  bigint: 'string',
  integer: 'number',
  text: 'string',
  boolean: 'boolean',
  date: 'string',
  timestamptz: 'string',
  jsonb: 'unknown',
  'text[]': 'string[]',
  'bigint[]': 'string[]',
}

/** The source of `Tables`, which Kysely is given: all tables by their names in the database. */
export function tableTypes(plan: ProductPlan, own: OwnTables): string {
  const submitted = columnMembers(plan)
  const tables = [...entityTables(plan), ...own.tables].map(({ name, columns }) => {
    const members = columns.map((column) => {
      const key = `${name}.${column.name}`
      return property(column.name, columnType(column, submitted.get(key), own.shapes[key]))
    })
    return property(name, `{ ${members.join('\n')} }`)
  })
  const source = `${comment('The tables of the database: columns as they are read, and as they are written.')}export interface Tables { ${tables.join('\n')} }`
  return `${imports(submitted)}\n\n${source}`
}

/** `<table>.<column>` → field; the others are known by their kind of column alone. */
function columnMembers(plan: ProductPlan): Map<string, ColumnMember> {
  const members = new Map<string, ColumnMember>()
  for (const entity of Object.values(plan.entities).filter(({ view }) => view === undefined)) {
    const row = `${pascal(entity.name)}Row`
    for (const { name } of rowFields(entity))
      members.set(`${entity.table}.${toColumn(name)}`, { entity: entity.name, type: row, field: name })
    for (const table of Object.values(entity.lines))
      for (const { name } of lineFields(table))
        members.set(`${table.table}.${toColumn(name)}`, { entity: entity.name, type: lineName(entity, table), field: name })
  }
  return members
}

function columnType(column: ColumnDefinition, members: ColumnMember | undefined, shape: string | undefined): string {
  const { type, nullable, generated } = column
  const read = members
    ? `${members.type}[${literal(members.field)}]`
    : orNull(shape === undefined ? driverType(type) : shapeType(shape), !nullable)
  if (generated !== undefined || column.identity) return `GeneratedAlways<${read}>`
  if (column.default !== undefined) return `Generated<${read}>`
  // A driver would take a list for an SQL array: JSON is written as text.
  if (type === 'jsonb') return nullable ? `Json<${read}, null>` : `Json<${read}>`
  return read
}

function shapeType(shape: string): string {
  return `shapes.${shapeTypeName(shape)}`
}

function driverType(type: ColumnType): string {
  return isNumeric(type) ? 'Decimal' : driverTypes[type]
}

function isNumeric(type: ColumnType): type is Extract<ColumnType, `numeric(${string}`> {
  return type.startsWith('numeric(')
}

function imports(members: Map<string, ColumnMember>): string {
  const types = new Map<string, Set<string>>()
  for (const { entity, type } of members.values()) types.set(entity, (types.get(entity) ?? new Set()).add(type))
  return [
    `import type { ColumnType, Generated, GeneratedAlways } from 'kysely'`,
    ...[...types].map(([entity, names]) => `import type { ${[...names].join(', ')} } from './${entity}'`),
    `\ntype Json<Read, Empty extends null = never> = ColumnType<Read, string | Empty>`,
  ].join('\n')
}
