import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ListPagePlan, BrowserScreenPlan } from '../../core/plan'
import { isTrue, readOf } from '../../core/record/scope'
import type { FiguresResponse, ListResponse, ListQuery, StateCountsResponse } from '../../core/wire'
import { useEnvironment, usePageAddress, useServices, type EngineServices } from '../context'
import { bodyOrThrow, type Request } from '../request'
import { fetchedOnce } from './fresh'
import { fixedFilters, buildListQuery, readListState, resolveDefaults } from './listState'
import { usualViewKey, viewIn } from './listViews'
import { initialListState, memoryKey } from './useListState'

/** Prefix of the query keys of everything that is loaded about the rows of a list. */
export function listKey({ base }: Pick<BrowserScreenPlan, 'base'>) {
  return ['list', base] as const
}

/** A page of a list. A request that a newer one replaces is cancelled and its response ignored. */
export function listQueryOptions(request: Request, screen: BrowserScreenPlan, query: ListQuery) {
  return queryOptions({
    queryKey: [...listKey(screen), query] as const,
    queryFn: async ({ signal }): Promise<ListResponse> =>
      bodyOrThrow(await request<ListResponse>({ method: 'GET', url: `${screen.base}/list`, values: query, signal, quiet: true })),
    ...fetchedOnce,
  })
}

/** The figures of all rows that a query matches; its page and order make no difference. */
export function figuresQueryOptions(
  request: Request,
  screen: BrowserScreenPlan,
  { name }: ListPagePlan,
  { page: _page, pageSize: _pageSize, sortField: _field, sortOrder: _order, ...values }: ListQuery,
) {
  return queryOptions({
    queryKey: [...listKey(screen), 'figures', name, values],
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<FiguresResponse>({ method: 'GET', url: `${screen.base}/figures/${name}`, values, signal, quiet: true })),
    ...fetchedOnce,
  })
}

/** How many rows are in each state, whichever a query asks for; its page and order make no difference. */
export function stateCountsQueryOptions(
  request: Request,
  screen: BrowserScreenPlan,
  { page: _page, pageSize: _pageSize, sortField: _field, sortOrder: _order, [screen.statusField ?? '']: _state, ...values }: ListQuery,
) {
  return queryOptions({
    queryKey: [...listKey(screen), 'states', values],
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<StateCountsResponse>({ method: 'GET', url: `${screen.base}/states`, values, signal, quiet: true })),
    ...fetchedOnce,
  })
}

/**
 * The previous rows stay until the next ones are there. Where the page says so, it reloads by itself while it is visible.
 */
export function useList(screen: BrowserScreenPlan, { refresh }: Pick<ListPagePlan, 'refresh'>, query: ListQuery) {
  const { request } = useServices()
  const environment = useEnvironment()
  const { active } = usePageAddress()
  return useQuery({
    ...listQueryOptions(request, screen, query),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (!refresh || !active) return false
      const changing = data?.records.some((record) => isTrue(refresh.while, readOf(record), environment()))
      return changing === true && refresh.seconds * 1_000
    },
  })
}

/**
 * Prefetches the first rows of a list that is about to be opened, and for its figures, with the query that it is going to send. Resolves when
 * the list can be shown: cached rows are shown while they are loaded again.
 */
export async function prefetchList(
  { request, queries, sections, environment, preferences }: EngineServices,
  screen: BrowserScreenPlan,
  given: ListPagePlan,
  address: { search: string; params: Readonly<Record<string, string>> },
): Promise<void> {
  const page = resolveDefaults(given, environment())
  const fixed = fixedFilters(page, address)
  const remembered = page.onEnter.clearCache ? undefined : sections.search(memoryKey(screen, page.name, fixed))
  // What a view asks for is not known yet, and nothing else is going to be asked.
  const isBare = readListState(page, address.search) === undefined
  if (isBare && (viewIn(address.search) ?? (remembered === undefined ? preferences.get(usualViewKey(screen, page)) : undefined))) return
  const state = initialListState(page, address.search, remembered)
  const query = buildListQuery(page, state, fixed)
  const rows = listQueryOptions(request, screen, query)
  const isKnown = queries.getQueryData(rows.queryKey) !== undefined
  const asked = Promise.all([
    queries.prefetchQuery(rows),
    page.figures && queries.prefetchQuery(figuresQueryOptions(request, screen, page, query)),
  ])
  if (!isKnown) await asked
}
