/** Requests derived from the query of a list: for its charts, for what belongs to a row, for an export. */
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { ListQuery } from '../../core/wire'
import type { ChartsProps } from '../charts/Charts'
import type { Filters } from '../data/listState'
import { listKey } from '../data/useList'

/** Charts are about all rows that the list is filtered to, so they are not loaded again for another page or order of the list. */
export function chartsQuery(
  screen: BrowserScreenPlan,
  { name }: ListPagePlan,
  { page: _page, pageSize: _pageSize, sortField: _field, sortOrder: _order, ...values }: ListQuery,
): ChartsProps['query'] {
  return { url: `${screen.base}/charts/${name}`, values, key: [...listKey(screen), 'charts', name, values] }
}

/** Whether a filter of a request names exactly one value; several are a list, or one text with commas. */
export function isOneValue(value: unknown): boolean {
  const values = [value].flat()
  return values.length === 1 && typeof values[0] === 'string' && values[0] !== '' && !values[0].includes(',')
}

/** The query of an export, which has all matching rows instead of one page. */
export function exportQuery({
  page: _page,
  cursor: _cursor,
  pageSize: _pageSize,
  ...query
}: Record<string, unknown>): Record<string, unknown> {
  return query
}

/** Arguments with which a read model computed the rows; what belongs to a row is computed with the same ones. */
export function paramsOf({ search }: ListPagePlan, filters: Filters): Filters | undefined {
  const names = search.flatMap(({ name, as }) => (as === 'param' && filters[name] !== undefined ? [name] : []))
  return names.length === 0
    ? undefined
    : Object.fromEntries(names.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]] as const])))
}

/** The filters without the one that the side panel sets. */
export function withoutSide({ side }: ListPagePlan, filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => name !== side?.filter.name))
}
