import type { Column, ColumnGroups } from '../../spec/generated/screen'
import { isUnitApart } from '../fields'
import { schemaTypeOf } from '../fields/schemas'
import { effectiveField } from '../pending'
import { besideOf } from '../record/summary'
import type { CardPart, ColumnPlan, EntityPlan, FieldPlan, TotalsBy } from '../plan'
import { lookUp } from '../sources/lookUp'
import { optional } from '../sources/optional'
import type { ProductSources } from '../sources/sources'
import { compileRowList } from './rowList'
import { compileTone } from './tone'

/** Whose rows a table shows. */
type ColumnOwner = Pick<EntityPlan, 'fields' | 'displays' | 'summary'>

/** What a column name of a schema stands for: a field, or the display value of a reference. */
export interface Named {
  field: FieldPlan
  display: boolean
}

export function resolveName(name: string, fields: Record<string, FieldPlan>, displays: Record<string, string>, where: string): Named {
  if (Object.hasOwn(fields, name)) return { field: lookUp(fields, name, 'field', where), display: false }
  const reference = lookUp(displays, name, 'field', where)
  return { field: lookUp(fields, reference, 'field', where), display: true }
}

/** The columns of a table, each with the title of its group. @param screens those whose lists its cells open */
export function compileColumns(
  { columns, groups = {} }: { columns: Column[]; groups?: ColumnGroups | undefined },
  owner: ColumnOwner,
  where: string,
  screens: ProductSources['screens'] = {},
): ColumnPlan[] {
  const groupOf = new Map(Object.entries(groups).flatMap(([title, names]) => names.map((name) => [name, title] as const)))
  return columns.map((each) => {
    const column = compileColumn(each, owner, where, screens)
    return { ...column, ...optional({ group: groupOf.get(column.key) }) }
  })
}

export function compileColumn(column: Column, owner: ColumnOwner, where: string, screens: ProductSources['screens'] = {}): ColumnPlan {
  const declared = typeof column === 'string' ? { field: column } : column
  const { field, display } = resolveName(declared.field, owner.fields, owner.displays, where)
  const total = declared.total === true
  return {
    key: declared.field,
    field,
    display,
    title: declared.title ?? field.title,
    width: declared.width ?? widthOf(field) + (tellsWaiting(field, owner) ? WAITING_WIDTH : 0) + (declared.tone ? TONE_WIDTH : 0),
    align: schemaTypeOf(field).align,
    total,
    hidden: declared.hidden === true,
    ...optional({
      sort: isSortable(field) ? declared.field : undefined,
      as: declared.as,
      link: typeof declared.link === 'string' ? declared.link : undefined,
      opens: typeof declared.link === 'object' ? compileRowList(declared.link, screens) : undefined,
      tone: compileTone(declared.tone),
      totalBy: total ? unitFieldOf(field, owner) : undefined,
      unitFrom: display ? undefined : besideOf(field),
      unitWhereMixed: display || declared.as !== undefined ? undefined : unitOfAmounts(field, owner),
    }),
  }
}

/** Facts on the card that a row is on a phone. */
const FACTS = 4

/**
 * What a row is judged by stands first on every list, whatever the width of the window: its number and what it is called, its state, whom it
 * is about, its first figure. The rest follows in the screen's own order. On a phone the same and the next few are the row's card.
 */
export function judgedFirst(columns: readonly ColumnPlan[], { label, statusField, summary }: EntityPlan): ColumnPlan[] {
  const [number, ...rest] = columns
  if (!number) return []
  const find = (name: string | undefined): ColumnPlan | undefined => rest.find(({ key, field }) => key === name || field.name === name)
  const heads: [CardPart, ColumnPlan | undefined][] = [
    ['number', number],
    ['name', find(label)],
    ['state', find(statusField)],
    ['about', find(summary?.about.name)],
  ]
  const parts = new Map<ColumnPlan, CardPart>()
  for (const [part, column] of heads) if (column && !parts.has(column)) parts.set(column, part)
  const figure = find(summary?.figures[0]?.name)
  const first = [...parts.keys(), ...(figure ? [figure] : [])]
  const ordered = [...new Set([...first, ...rest])]
  const date = find(summary?.date?.name)
  const facts = [figure, date, ...ordered.filter(({ hidden }) => !hidden)].filter((column) => column && !parts.has(column))
  for (const column of [...new Set(facts)].slice(0, FACTS)) if (column) parts.set(column, 'fact')
  return ordered.map((column) => ({ ...column, ...optional({ card: parts.get(column) }) }))
}

/** The field that says in what a number is counted, where neither its text nor its title does, and rows are not all counted in the same. */
export function unitFieldOf(field: FieldPlan, { fields, summary }: Pick<ColumnOwner, 'fields' | 'summary'>): FieldPlan | undefined {
  if (field.unitFrom !== undefined) return fields[field.unitFrom]
  return isUnitApart(field) && field.unit === undefined ? summary?.unit : undefined
}

/** The name of that field, where its own value is what people read: a code or a word. */
function unitOfAmounts(field: FieldPlan, owner: ColumnOwner): string | undefined {
  const unit = field.unitFrom === undefined ? unitFieldOf(field, owner) : undefined
  return unit?.type === 'text' || unit?.ref?.by !== undefined ? unit.name : undefined
}

/** Names of the values that a column needs of each row: its own, its field's, and in what it and its total are counted. */
export function readByColumn({ key, field, totalBy, unitFrom, unitWhereMixed }: ColumnPlan): string[] {
  return [key, field.name, totalBy?.name, unitFrom, unitWhereMixed].filter((name) => name !== undefined)
}

/** The columns of tables that are added up, and which of them for each unit. */
export function totalsOf(columns: readonly ColumnPlan[]): { totals: string[]; totalsBy?: TotalsBy } {
  const summed = columns.filter(({ total }) => total)
  const apart = summed.filter(({ totalBy }) => totalBy)
  const keys = (of: readonly ColumnPlan[]): string[] => [...new Set(of.map(({ key }) => key))]
  const [first] = apart
  return { totals: keys(summed), ...(first?.totalBy ? { totalsBy: { unit: first.totalBy.name, totals: keys(apart) } } : {}) }
}

/** Rows can be put into an order by it. */
export function isSortable(field: FieldPlan): boolean {
  return field.stored && !field.multiple && !field.secret && !field.mask && !field.internal && schemaTypeOf(field).sortable
}

/**
 * Whether rows can be read on from one of them by a field: an index has it alone, or with the id behind it, and it is never empty. Labels are
 * ordered by a key of their own, references by the label of another row.
 */
export function isOrderedByIndex({ fields, label, indexes, unique }: EntityPlan, name: string): boolean {
  const field = fields[name]
  if (!field || field.required !== true || name === label || field.ref || !isSortable(field)) return false
  const keys = [...indexes, ...unique.flatMap((key) => (key.where ? [] : [key.fields]))]
  return keys.some(([first, second, ...more]) => first === name && more.length === 0 && (second === undefined || second === 'id'))
}

/** In px: the mark before a value that stands out, and what its letters are wider. */
const TONE_WIDTH = 28

/** In px: the tag beside a state that says that a change waits. */
const WAITING_WIDTH = 72

function tellsWaiting({ type, name }: FieldPlan, { fields }: Pick<EntityPlan, 'fields'>): boolean {
  return type === 'status' && name !== effectiveField && Object.hasOwn(fields, effectiveField)
}

function widthOf(field: FieldPlan): number {
  return Math.max(schemaTypeOf(field).width(field), 32 + field.title.length * 15)
}
