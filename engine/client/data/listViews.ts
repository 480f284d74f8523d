/**
 * A saved view in the address: `view` is its id, or empty where the user wants the list without one. What the list asks for stands beside it, so
 * that a view may be narrowed further; an address with nothing but `view` opens the view as it was saved.
 */
import { pageSizes } from '../../core/pageSizes'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import { sortBy, sortsOf } from '../../core/sorts'
import type { Density, ListView, ViewColumns, ViewContent } from '../../core/wire'
import { defaultListState, filtersOfPage, fixedNames, parametersOf, readListState, VIEW, writeListState, type Filters, type ListState } from './listState'

/** Id of the view that a query names; empty: none is wanted, also not the usual one. */
export function viewIn(search: string): string | undefined {
  return new URLSearchParams(search).get(VIEW) ?? undefined
}

/** The preference that has the id of the view that a list opens with. */
export function usualViewKey(screen: Pick<BrowserScreenPlan, 'id'>, page: Pick<ListPagePlan, 'name'>): string {
  return `list:${screen.id}:${page.name}:view`
}

/** @param id undefined: the query says nothing of views */
export function withView(search: string, id: string | undefined): string {
  const query = new URLSearchParams(search)
  query.delete(VIEW)
  if (id !== undefined) query.set(VIEW, id)
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** Whether a query says no more of a list than which view is wanted. */
export function isBareView(page: ListPagePlan, search: string): boolean {
  return readListState(page, search) === undefined
}

interface Shown {
  state: ListState
  columns: ViewColumns | undefined
  density: Density
}

/** The content of a saved view, taken from the list as it is shown now. */
export function contentOf(page: ListPagePlan, { state, columns, density }: Shown): ViewContent {
  const filters = titledFilters(page)
  const titles = [...page.columns.map(({ key, title }) => [key, title] as const), ...filters]
  const used = new Set([...Object.keys(state.filters), ...sortsOf(state.sort).map(({ field }) => field), ...(columns?.order ?? [])])
  return {
    filters: { ...state.filters },
    sort: [...sortsOf(state.sort)],
    ...(columns ? { columns } : {}),
    density,
    pageSize: state.pageSize,
    titles: Object.fromEntries(titles.filter(([name]) => used.has(name))),
  }
}

export interface OpenedView {
  state: ListState
  columns: ViewColumns | undefined
  /** Titles of filters, sorts and columns that the view has and the list no longer has. */
  gone: readonly string[]
}

/** A view as the list can show it today. */
export function openedView(page: ListPagePlan, { filters = {}, sort = [], columns, pageSize, titles = {} }: ViewContent): OpenedView {
  const known = takenFilters(page)
  const sorts = new Set(page.columns.map((column) => column.sort))
  const keys = new Set(page.columns.map(({ key }) => key))
  const gone = [
    ...Object.entries(filters).flatMap(([name, value]) => (known.get(name)?.(value) === undefined ? [name] : [])),
    ...sort.flatMap(({ field }) => (sorts.has(field) ? [] : [field])),
    ...(columns ? columns.order.filter((key) => !keys.has(key) && !columns.off.includes(key)) : []),
  ]
  const kept = Object.entries(filters).flatMap(([name, value]) => {
    const taken = known.get(name)?.(value)
    return taken === undefined ? [] : [[name, taken] as const]
  })
  const order = sortBy(sort.filter(({ field }) => sorts.has(field)))
  return {
    state: {
      filters: Object.fromEntries(kept),
      page: 1,
      pageSize: pageSizes.find((size) => size === pageSize) ?? defaultListState(page).pageSize,
      ...(order ? { sort: order } : {}),
    },
    columns: columns && keptColumns(columns, keys),
    gone: [...new Set(gone.map((name) => (Object.hasOwn(titles, name) ? (titles[name] ?? name) : name)))],
  }
}

/** The query of a page that shows a view as it was saved. */
export function searchOfView(page: ListPagePlan, { id, content }: Pick<ListView, 'id' | 'content'>, search: string): string {
  return writeListState(page, openedView(page, content).state, withView(search, id))
}

function keptColumns({ order, off, widths, pinned }: ViewColumns, keys: ReadonlySet<string>): ViewColumns {
  const known = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key)))
  return {
    order: order.filter((key) => keys.has(key)),
    off: off.filter((key) => keys.has(key)),
    ...(widths ? { widths: known(widths) } : {}),
    ...(pinned === undefined ? {} : { pinned }),
  }
}

type Value = Filters[string]

/** By parameter: a value as its filter takes it; undefined where it takes none such. */
function takenFilters(page: ListPagePlan): Map<string, (value: Value) => Value | undefined> {
  const fixed = fixedNames(page)
  return new Map(
    filtersOfPage(page).flatMap((item) =>
      parametersOf(item)
        .filter((name) => !Object.hasOwn(fixed, name))
        .map((name) => [name, (value: Value) => (item.as === 'multiple' ? [value].flat().map(String) : Array.isArray(value) ? undefined : value)] as const),
    ),
  )
}

function titledFilters(page: ListPagePlan): (readonly [string, string])[] {
  return filtersOfPage(page).flatMap((item) => parametersOf(item).map((name) => [name, item.title] as const))
}
