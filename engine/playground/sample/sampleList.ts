/** What a list answers over rows in memory: which of them are meant, in which order, which page, and what they add up to. */
import { orderOf } from '../../core/expression/compare'
import { displayOf, isInteger } from '../../core/fields'
import { defaultPageSize } from '../../core/pageSizes'
import type { EntityPlan, FieldPlan, FilterAs, ScreenPlan, TotalsBy } from '../../core/plan'
import { totalOf } from '../../core/record/summary'
import { fixedValues, matches, testsOf, type Where } from '../../core/where'
import type { ListResponse, RecordValues } from '../../core/wire'

export type Query = Readonly<Record<string, unknown>>

/** What narrows and orders the rows of one request. */
export interface ListRequest {
  query: Query
  today: string
  /** In place of the newest first. */
  sort?: { field: string; order: 'ascend' | 'descend' }
}

/**
 * The rows that a screen is about. What its `where` fixes every row of it has; where that leaves none, because no row of the samples is so, they
 * are shown as they are.
 */
export function rowsOfScreen(
  { where }: Pick<ScreenPlan, 'where'>,
  entity: EntityPlan,
  rows: readonly RecordValues[],
  today: string,
): readonly RecordValues[] {
  if (testsOf(where).length === 0) return rows
  const { [entity.statusField ?? '']: _state, ...fixed } = fixedValues(where)
  const fitted = rows.map((row) => ({ ...row, ...fixed }))
  const meant = fitted.filter((row) => matches(where, row, { fields: entity.fields, today }))
  return meant.length > 0 ? meant : fitted
}

/** The rows that filters of a query leave. A parameter that is no filter, as an argument of a read model, leaves them all. */
export function filteredRows(
  rows: readonly RecordValues[],
  filters: Readonly<Record<string, FilterAs>>,
  entity: EntityPlan,
  { query, today }: Omit<ListRequest, 'sort'>,
): RecordValues[] {
  const wheres: Where[] = []
  const texts: { name: string; text: string; begins: boolean }[] = []
  for (const [name, as] of Object.entries(filters)) {
    const field = entity.fields[name] ?? entity.fields[entity.displays[name] ?? '']
    const value = query[name]
    if (as === 'range') {
      const bounds = { ...boundOf('atLeast', query[`${name}Start`]), ...boundOf('atMost', query[`${name}End`]) }
      if (Object.keys(bounds).length > 0) wheres.push({ [name]: bounds })
    } else if (isGiven(value) && field) {
      if (as === 'contains' || as === 'few' || as === 'begins') texts.push({ name, text: String(value), begins: as === 'begins' })
      else wheres.push({ [name]: [value].flat().flatMap((one) => ofField(field, one)) as string[] })
    }
  }
  return rows.filter(
    (row) =>
      wheres.every((where) => matches(where, row, { fields: entity.fields, today })) &&
      texts.every(({ name, text, begins }) => [row[name], row[displayName(entity.fields[name])]].some((value) => has(value, text, begins))),
  )
}

function has(value: unknown, text: string, begins: boolean): boolean {
  return typeof value === 'string' && (begins ? value.startsWith(text) : value.includes(text))
}

function displayName(field: FieldPlan | undefined): string {
  return (field && displayOf(field)) ?? ''
}

function boundOf(bound: 'atLeast' | 'atMost', value: unknown): Record<string, string> {
  return isGiven(value) ? { [bound]: String(value) } : {}
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** A text of an address as the values that it may stand for. */
function ofField(field: FieldPlan, value: unknown): unknown[] {
  if (value === 'true' || value === 'false') return [value, value === 'true']
  return [isInteger(field) && typeof value === 'string' ? Number(value) : value]
}

/** Empty values last in both directions, equal rows in their order. */
export function sortedRows(rows: readonly RecordValues[], sort: ListRequest['sort'], entity: EntityPlan): RecordValues[] {
  if (!sort) return [...rows]
  const { field: name, order } = sort
  const key = displayName(entity.fields[name]) || name
  const sign = order === 'descend' ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [one[key], other[key]]
    const missing = Number(!isGiven(a)) - Number(!isGiven(b))
    return missing === 0 ? sign * (orderOf(a, b) ?? 0) : missing
  })
}

/** A page of rows, with the sums of the columns that are added up. */
export function pageOf(
  rows: readonly RecordValues[],
  query: Query,
  {
    totals,
    totalsBy,
    cursor,
    whole = false,
  }: { totals: readonly string[]; totalsBy?: TotalsBy | undefined; cursor?: true; whole?: boolean },
): ListResponse {
  const pageSize = whole && !isGiven(query['pageSize']) ? Math.max(rows.length, 1) : (positive(query['pageSize']) ?? defaultPageSize)
  // A cursor of the samples is the number of its page.
  const page = positive(cursor ? query['cursor'] : query['page']) ?? 1
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  const unitOf = (key: string): string | undefined => (totalsBy?.totals.includes(key) ? totalsBy.unit : undefined)
  const summary = Object.fromEntries(totals.map((key) => [key, totalOf(rows, key, unitOf(key))]))
  return {
    records: rows.slice((page - 1) * pageSize, page * pageSize),
    total: rows.length,
    page: cursor ? 1 : page,
    pageSize,
    ...(totals.length > 0 ? { summary } : {}),
    ...(cursor && page < last ? { next: String(page + 1), last: String(last) } : {}),
    ...(cursor && page > 1 ? { previous: String(page - 1) } : {}),
  }
}

function positive(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** How the query wants its rows ordered, as far as the screen lets it. */
export function sortOf({ access }: Pick<ScreenPlan, 'access'>, query: Query, usual: ListRequest['sort']): ListRequest['sort'] {
  const { sortField, sortOrder } = query
  if (typeof sortField !== 'string' || !access.sorts.includes(sortField)) return usual
  return { field: sortField, order: sortOrder === 'descend' ? 'descend' : 'ascend' }
}

/** What is left of a row where only some of its values are answered. */
export function answered(row: RecordValues, names: readonly string[]): RecordValues {
  const kept = new Set(['id', 'version', ...names])
  return Object.fromEntries(Object.entries(row).filter(([name]) => kept.has(name))) as RecordValues
}
