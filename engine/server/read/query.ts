/**
 * The list query: each screen says which parameters it understands, everything else is refused by name. An unknown filter, sort or
 * parameter never means "all rows".
 */
import { sql, type RawBuilder } from 'kysely'
import { messageText } from '../messages'
import type { ScreenAccess } from '../../core/plan'
import { defaultPageSize, maxPageSize } from '../../core/pageSizes'
import { maxSorts, type FieldProblem, type SortOrder } from '../../core/wire'
import { isNeverEmpty } from '../entityTables'
import { namesUsers } from '../outside'
import { fieldProblem, invalid } from '../problem'
import { sortColumn } from '../sortKey'
import { quote, sourceOf, type Source, type SourceContext } from '../source'
import { filtersOf, type Condition, type Filter } from './conditions'
import { displayColumn, labelColumn, rowAlias, type Column, type ShapeContext } from './shape'

/** Rows of a list that is wanted as a whole; more are no choice that anybody makes. */
export const maxWholeRows = 5_000
/** Beyond it an offset costs more than any list is worth; such a place is found by filters. */
const lastPage = 1_000_000

export interface Sort {
  field: string
  order: SortOrder
}

/** A query as SQL over the alias `t`. */
export interface ReadQuery {
  page: number
  pageSize: number
  conditions: Condition[]
  orderBy: RawBuilder<unknown>
  /** What `orderBy` says first; absent: newest first. */
  sort?: Sort
  /** As it came, of a list that is paged so. */
  cursor?: unknown
}

export interface QueryReader {
  /** Replaces what filters of few values are asked by the values that it means. Before `read`, which without it looks into each row. */
  lookUp(input: Record<string, unknown>, context: SourceContext): Promise<Record<string, unknown>>
  /** Reads query parameters (texts) or a JSON body alike. @throws HttpProblem 422 that names each parameter that is wrong */
  read(input: Record<string, unknown>, context: SourceContext): ReadQuery
}

/**
 * @param access allowed filters and sorts @param sort the order without a `sortField`; newest first when there is none @param usually rows of a page
 * that does not say how many
 */
export function queryReader(
  context: ShapeContext,
  source: Source,
  access: Pick<ScreenAccess, 'filters' | 'sorts' | 'cursor'>,
  sort?: Sort,
  usually = defaultPageSize,
): QueryReader {
  const filters = new Map<string, Filter>()
  for (const [name, as] of Object.entries(access.filters)) {
    for (const filter of filtersOf(context, source, name, as)) for (const parameter of filter.parameters) filters.set(parameter, filter)
  }
  const sorts = new Map(access.sorts.map((field) => [field, sortExpression(context, source, field)]))
  const order = orderReader(context, source, sorts, sort, access.cursor === true)

  return {
    async lookUp(input, sourceContext) {
      const found = { ...input }
      for (const [name, value] of Object.entries(input)) {
        const filter = reserved.has(name) || isEmpty(value) ? undefined : filters.get(name)
        if (filter?.lookUp) found[name] = await filter.lookUp(value, sourceContext)
      }
      return found
    },
    read(input, sourceContext) {
      const errors: FieldProblem[] = []
      const conditions: Condition[] = []
      for (const [name, value] of Object.entries(input)) {
        if (reserved.has(name) || (name === 'cursor' && access.cursor) || isEmpty(value)) continue
        const filter = filters.get(name)
        if (!filter) {
          errors.push(fieldProblem(name, 'unknown', messageText('query.unknown-filter', { name })))
          continue
        }
        const condition = filter.condition(value, rowAlias, sourceContext)
        if (condition) conditions.push(condition)
        else errors.push(fieldProblem(name, 'type', messageText('query.wrong-value', { name })))
      }
      const page = readInteger('page', input['page'], 1, access.cursor ? 1 : lastPage, 1, errors)
      const pageSize = readInteger('pageSize', input['pageSize'], 1, maxPageSize, usually, errors)
      const asked = order(input['sortField'], input['sortOrder'], sourceContext, errors)
      if (errors.length > 0) throw invalid(errors)
      return { page, pageSize, conditions, ...asked, ...(access.cursor ? { cursor: input['cursor'] } : {}) }
    },
  }
}

const reserved = new Set(['page', 'pageSize', 'sortField', 'sortOrder'])

/** @returns the ORDER BY of a `sortField` and `sortOrder`; equal rows keep one order by id, so that no row is on two pages */
function orderReader(
  context: ShapeContext,
  source: Source,
  sorts: ReadonlyMap<string, Column>,
  usual: Sort | undefined,
  isSingle: boolean,
) {
  const keyOf = ({ field, order }: Sort, column: Column): OrderKey => ({ column, order, isNeverEmpty: isNeverEmptyIn(source, field) })
  const usually = orderBy(source, ...(usual ? [keyOf(usual, sortExpression(context, source, usual.field))] : []))
  type Order = Pick<ReadQuery, 'orderBy' | 'sort'>
  return (field: unknown, order: unknown, sourceContext: SourceContext, errors: FieldProblem[]): Order => {
    const byDefault = { orderBy: usually(sourceContext), ...(usual ? { sort: usual } : {}) }
    const orders = ordersIn(order)
    if (!orders) errors.push(fieldProblem('sortOrder', 'type', messageText('query.wrong-value', { name: 'sortOrder' })))
    if (isEmpty(field)) return byDefault
    const names = typeof field === 'string' ? field.split(',') : []
    const columns = names.map((name) => sorts.get(name))
    const unknown = columns.indexOf(undefined)
    const isTooMany = names.length > (isSingle ? 1 : maxSorts) || new Set(names).size < names.length
    if (names.length === 0 || unknown >= 0 || isTooMany) {
      const name = (names[Math.max(unknown, 0)] ?? 'sortField').slice(0, 40)
      errors.push(
        unknown >= 0 || !isTooMany
          ? fieldProblem('sortField', 'unknown', messageText('query.unknown-sort', { name }))
          : fieldProblem('sortField', 'type', messageText('query.wrong-value', { name: 'sortField' })),
      )
      return byDefault
    }
    const keys = names.map((name, index): Sort => ({ field: name, order: orders?.[index] ?? 'ascend' }))
    const by = keys.flatMap((sort, index) => {
      const column = columns[index]
      return column ? [keyOf(sort, column)] : []
    })
    return { orderBy: orderBy(source, ...by)(sourceContext), ...(keys[0] ? { sort: keys[0] } : {}) }
  }
}

/** Undefined where it is no list of them. */
function ordersIn(order: unknown): SortOrder[] | undefined {
  if (isEmpty(order)) return []
  const orders = typeof order === 'string' ? order.split(',') : []
  return orders.length > 0 && orders.every((each) => each === 'ascend' || each === 'descend') ? orders : undefined
}

interface OrderKey {
  column: Column
  order: SortOrder
  isNeverEmpty?: boolean
}

/** Newest first without `by`; ids are given in the order of creation. */
export function orderBy(source: Source, ...by: readonly OrderKey[]): (context: SourceContext) => RawBuilder<unknown> {
  const id = source.column(rowAlias, 'id')
  const [first] = by
  if (!first) return () => sql.raw(`${id} desc`)
  // Empty values last in both directions, because users do not look for them. Where there are none, an index serves both.
  const directions = by.map(({ order, isNeverEmpty }) => sql.raw(order === 'ascend' ? 'asc' : isNeverEmpty ? 'desc' : 'desc nulls last'))
  const last = sql.raw(`${id} ${first.order === 'descend' ? 'desc' : 'asc'}`)
  return (context) => sql`${sql.join(by.map(({ column }, index) => sql`${column(rowAlias, context)} ${directions[index]}`))}, ${last}`
}

/** The table refuses rows without it; of a read model nobody knows. */
function isNeverEmptyIn({ entity }: Source, name: string): boolean {
  return entity.view === undefined && isNeverEmpty(entity, name)
}

/** Labels are ordered by their pinyin key, references by the label of their row, everything else by its value. */
export function sortExpression(context: Pick<ShapeContext, 'plan' | 'extensions'>, source: Source, name: string): Column {
  const reference = source.entity.fields[source.entity.displays[name] ?? '']
  if ((reference ?? source.entity.fields[name])?.internal)
    throw new TypeError(`${source.entity.name} cannot be sorted by ${name}: it is internal`)
  if (reference?.mixed) return displayColumn(context, source, reference)
  if (reference?.ref) {
    const target = sourceOf(context.plan, context.extensions.views, reference.ref.entity)
    const key = labelSort(context, target)
    const by = reference.ref.by ?? 'id'
    // Names that are not read outside give no order there.
    const shown = namesUsers(context.plan, reference) ? displayColumn(context, source, reference) : undefined
    return (alias, sourceContext) =>
      shown && sourceContext.outside !== undefined
        ? shown(alias, sourceContext)
        : sql`(select ${key('sorted', sourceContext)} from ${target.from(sourceContext)} as sorted where ${sql.raw(`${target.column('sorted', by)} = ${source.column(alias, reference.name)}`)})`
  }
  if (name === source.entity.label) return labelSort(context, source)
  if (!source.entity.fields[name]) throw new TypeError(`${source.entity.name} has no field ${name}`)
  return (alias) => sql.raw(source.column(alias, name))
}

function labelSort(context: Pick<ShapeContext, 'plan' | 'extensions'>, source: Source): Column {
  const key = sortColumn(source.entity)
  return key === undefined ? labelColumnOrValue(context, source) : (alias) => sql.raw(`${alias}.${quote(key)}`)
}

function labelColumnOrValue(context: Pick<ShapeContext, 'plan' | 'extensions'>, source: Source): Column {
  const label = source.entity.fields[source.entity.label]
  return label?.ref ? labelColumn(context, source.entity.name) : (alias) => sql.raw(source.column(alias, source.entity.label))
}

function readInteger(name: string, value: unknown, min: number, max: number, usual: number, errors: FieldProblem[]): number {
  if (isEmpty(value)) return usual
  const number = typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (Number.isInteger(number) && number >= min && number <= max) return number
  errors.push(fieldProblem(name, 'range', messageText('query.out-of-range', { name, min, max }), { min, max }))
  return usual
}

/** A cleared search box means "any" (acceptance C2). */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
