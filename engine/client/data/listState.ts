import { defaultPageSize, pageSizes } from '../../core/pageSizes'
import type { ListPagePlan, SearchPlan } from '../../core/plan'
import { sortIn, sortParameters } from '../../core/sorts'
import type { ListQuery, ListSort } from '../../core/wire'
import { isEmpty } from '../../core/endpoint'
import { evaluateExpression, type ExpressionEnvironment } from '../../core/expression'
import { fieldTypeOf } from '../fields'
import { chosenPart } from './chosenRow'
import { drawerPart } from './listDrawer'

/** Names the saved view that is open, see listViews.ts. */
export const VIEW = 'view'

/** A search value: text, a decimal, a day, a code, true or false, or several codes. */
export type FilterValue = string | boolean | string[]
/** By query parameter: the name, or `<name>Start` and `<name>End` of a range. Only what is set. */
export type Filters = Readonly<Record<string, FilterValue>>

/** What a list shows of all there is. It is kept in the address, so that a list can be bookmarked, reloaded and sent to a colleague. */
export interface ListState {
  filters: Filters
  /** From 1. */
  page: number
  /** The place in a list that is paged by cursor, which has no page numbers; absent: the first page. */
  cursor?: string
  pageSize: number
  /** Absent: the list's own order. */
  sort?: ListSort
}

/** The query parameters of a search item. */
export function parametersOf({ name, as }: SearchPlan): string[] {
  return as === 'range' ? [`${name}Start`, `${name}End`] : [name]
}

/** Filters of the search form and of the list beside the rows. */
export function filtersOfPage({ search, side }: ListPagePlan): SearchPlan[] {
  return side ? [...search, side.filter] : search
}

/** The filter that is chosen beside the rows; the search form neither shows nor changes it. */
export function sideFilter({ side }: ListPagePlan, filters: Filters): Filters {
  const value = side && filters[side.filter.name]
  return side && value !== undefined ? { [side.filter.name]: value } : {}
}

export function defaultListState(page: ListPagePlan): ListState {
  const filters = Object.fromEntries(
    filtersOfPage(page).flatMap((item) => {
      const value = defaultOf(item)
      return value === undefined ? [] : [[item.name, value] as const]
    }),
  )
  return { filters, page: 1, pageSize: defaultPageSize }
}

/** Arguments of the read model are never empty where they have a default. */
export function paramDefaults(page: ListPagePlan): Filters {
  const { filters } = defaultListState(page)
  const params = new Set(page.search.flatMap(({ name, as }) => (as === 'param' ? [name] : [])))
  return Object.fromEntries(Object.entries(filters).filter(([name]) => params.has(name)))
}

/** Another view of the list, which begins at its beginning. */
export function firstPage({ cursor: _left, ...state }: ListState, changes: Partial<Omit<ListState, 'page' | 'cursor'>>): ListState {
  return { ...state, ...changes, page: 1 }
}

/** Defaults that are expressions have their values by now (`resolveDefaults`). */
function defaultOf({ default: value }: SearchPlan): string | boolean | undefined {
  return typeof value === 'object' ? undefined : value
}

const resolvedPages = new WeakMap<ListPagePlan, { today: string; page: ListPagePlan }>()

/** The page with the defaults of its search form as values of today; the same object as long as that is the same day. */
export function resolveDefaults(page: ListPagePlan, environment: ExpressionEnvironment): ListPagePlan {
  if (!page.search.some((item) => typeof item.default === 'object')) return page
  const known = resolvedPages.get(page)
  if (known?.today === environment.today) return known.page
  const search = page.search.map((item) => {
    if (typeof item.default !== 'object') return item
    const value = evaluateExpression(item.default.expression, {}, environment)
    return { ...item, default: typeof value === 'boolean' ? value : isEmpty(value) ? undefined : String(value) }
  })
  resolvedPages.set(page, { today: environment.today, page: { ...page, search } })
  return resolveDefaults(page, environment)
}

/** What an address says about the list; undefined when it has no parameter of the list. Invalid values are ignored, because people edit addresses. */
export function readListState(page: ListPagePlan, search: string): ListState | undefined {
  const query = new URLSearchParams(search)
  const known = [...filtersOfPage(page).flatMap(parametersOf), 'page', 'cursor', 'pageSize', 'sortField'].filter((name) => !Object.hasOwn(fixedNames(page), name))
  if (!known.some((name) => query.has(name))) return undefined

  const sorts = new Set(page.columns.map((column) => column.sort))
  const sort = sortIn({ sortField: query.get('sortField'), sortOrder: query.get('sortOrder') }, (field) => sorts.has(field))
  const pageSize = Number(query.get('pageSize'))
  const pageNumber = Number(query.get('page'))
  const cursor = page.paging === 'cursor' ? query.get('cursor') : null
  return {
    filters: readFilters(page, query),
    page: Number.isSafeInteger(pageNumber) && pageNumber > 0 ? pageNumber : 1,
    pageSize: pageSizes.some((size) => size === pageSize) ? pageSize : defaultPageSize,
    ...(cursor === null || cursor === '' ? {} : { cursor }),
    ...(sort ? { sort } : {}),
  }
}

/**
 * The address's query for a state: only what differs from an untouched list, after what belongs to the page itself. Beside a view it says something
 * always, since an address of nothing but the view means the list as the view was saved.
 */
export function writeListState(page: ListPagePlan, state: ListState, currentSearch: string): string {
  const current = new URLSearchParams(currentSearch)
  const query = new URLSearchParams(drawerPart(currentSearch) + (page.split ? `&${chosenPart(currentSearch).slice(1)}` : ''))
  for (const name of [...Object.keys(fixedNames(page)), VIEW]) {
    const value = current.get(name)
    if (value !== null) query.set(name, value)
  }
  const around = query.size
  for (const item of filtersOfPage(page)) {
    for (const name of parametersOf(item)) {
      const value = state.filters[name]
      // The default of an argument is another one tomorrow.
      if (item.as === 'param' && value === item.default) continue
      if (value !== undefined) for (const text of Array.isArray(value) ? value : [value]) query.append(name, String(text))
      // Written as empty, or the default would come back.
      else if (item.default !== undefined) query.set(name, '')
    }
  }
  if (state.page !== 1) query.set('page', String(state.page))
  if (state.cursor !== undefined) query.set('cursor', state.cursor)
  if (state.pageSize !== defaultPageSize) query.set('pageSize', String(state.pageSize))
  for (const [name, value] of Object.entries(sortParameters(state.sort))) query.set(name, value)
  if (query.has(VIEW) && query.size === around) query.set('page', '1')
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** Filters that the page takes from its own address. */
export function fixedFilters(page: ListPagePlan, address: { search: string; params: Readonly<Record<string, string>> }): Record<string, string> {
  const query = new URLSearchParams(address.search)
  return Object.fromEntries(
    Object.entries(page.params).flatMap(([filter, name]) => {
      const value = address.params[name] ?? query.get(name)
      return isEmpty(value) ? [] : [[filter, value] as const]
    }),
  )
}

/** The query of a list request. A tree is loaded whole. */
export function buildListQuery(page: ListPagePlan, state: ListState, fixed: Readonly<Record<string, string>>): ListQuery {
  return {
    ...state.filters,
    ...fixed,
    ...pagingOf(page, state),
    ...sortParameters(state.sort ?? page.sort),
  }
}

function pagingOf({ tree, paging }: ListPagePlan, { page, pageSize, cursor }: ListState): ListQuery {
  if (tree !== undefined) return {}
  return paging === 'cursor' ? { cursor, pageSize } : { page, pageSize }
}

/** The values of a search form without the empty ones. */
export function cleanFilters(typed: Readonly<Record<string, unknown>>): Filters {
  const filters: Record<string, FilterValue> = {}
  for (const [name, value] of Object.entries(typed)) {
    const clean = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : value
    if (isEmpty(clean) || (Array.isArray(clean) && clean.length === 0)) continue
    filters[name] = clean as FilterValue
  }
  return filters
}

export function sameFilters(one: Filters, other: Filters): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => String(one[name]) === String(other[name]))
}

function readFilters(page: ListPagePlan, query: URLSearchParams): Filters {
  const filters: Record<string, FilterValue> = {}
  for (const item of filtersOfPage(page)) {
    for (const name of parametersOf(item)) {
      const texts = query.getAll(name).filter((text) => text !== '')
      const value = valueOf(item, texts) ?? (query.has(name) ? undefined : defaultOf(item))
      if (value !== undefined) filters[name] = value
    }
  }
  return filters
}

function valueOf(item: SearchPlan, texts: string[]): FilterValue | undefined {
  const [text] = texts
  if (text === undefined) return undefined
  return item.as === 'multiple' ? texts : fieldTypeOf(item.field).fromAddress(text)
}

/** Query parameters that belong to the page, not to its list. */
export function fixedNames(page: ListPagePlan): Record<string, true> {
  return Object.fromEntries(Object.values(page.params).map((name) => [name, true]))
}
