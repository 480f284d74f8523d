import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ListPagePlan, BrowserScreenPlan } from '../../core/plan'
import { holds, readOf } from '../../core/record/scope'
import type { FiguresAnswer, ListAnswer, ListQuestion } from '../../core/wire'
import { useEnvironment, usePageAddress, useServices, type EngineServices } from '../context'
import { bodyOrThrow, type Request } from '../request'
import { askedOnce } from './fresh'
import { fixedFilters, listQuestion, settleDefaults } from './listState'
import { initialListState, memoryKey } from './useListState'

/** Begins the key of whatever is asked about the rows of a list. */
export function listKey({ base }: Pick<BrowserScreenPlan, 'base'>) {
  return ['list', base] as const
}

/** A page of a list. An overtaken question is cancelled, and its answer would not be looked at. */
export function listQuery(request: Request, screen: BrowserScreenPlan, question: ListQuestion) {
  return queryOptions({
    queryKey: [...listKey(screen), question] as const,
    queryFn: async ({ signal }): Promise<ListAnswer> =>
      bodyOrThrow(await request<ListAnswer>({ method: 'GET', url: `${screen.base}/list`, values: question, signal, quiet: true })),
    ...askedOnce,
  })
}

/** The figures of all rows that a question means; its page and order make no difference. */
export function figuresQuery(
  request: Request,
  screen: BrowserScreenPlan,
  { name }: ListPagePlan,
  { page: _page, pageSize: _pageSize, sortField: _field, sortOrder: _order, ...values }: ListQuestion,
) {
  return queryOptions({
    queryKey: [...listKey(screen), 'figures', name, values],
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<FiguresAnswer>({ method: 'GET', url: `${screen.base}/figures/${name}`, values, signal, quiet: true })),
    ...askedOnce,
  })
}

/**
 * The rows before stay until the next ones are there. Where the page says so it asks again by itself while it is looked at.
 */
export function useList(screen: BrowserScreenPlan, { refresh }: Pick<ListPagePlan, 'refresh'>, question: ListQuestion) {
  const { request } = useServices()
  const environment = useEnvironment()
  const { active } = usePageAddress()
  return useQuery({
    ...listQuery(request, screen, question),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (!refresh || !active) return false
      const changing = data?.records.some((record) => holds(refresh.while, readOf(record), environment()))
      return changing === true && refresh.seconds * 1_000
    },
  })
}

/**
 * Asks for the first rows of a list that is about to be opened, and for its figures, with the question that it is going to ask. Resolves when
 * the list can be shown: rows that are known already stand there while they are asked for again.
 */
export async function prefetchList(
  { request, queries, sections, environment }: EngineServices,
  screen: BrowserScreenPlan,
  given: ListPagePlan,
  address: { search: string; params: Readonly<Record<string, string>> },
): Promise<void> {
  const page = settleDefaults(given, environment())
  const fixed = fixedFilters(page, address)
  const remembered = page.onEnter.clearCache ? undefined : sections.search(memoryKey(screen, page.name, fixed))
  const state = initialListState(page, address.search, remembered)
  const question = listQuestion(page, state, fixed)
  const rows = listQuery(request, screen, question)
  const isKnown = queries.getQueryData(rows.queryKey) !== undefined
  const asked = Promise.all([
    queries.prefetchQuery(rows),
    page.figures && queries.prefetchQuery(figuresQuery(request, screen, page, question)),
  ])
  if (!isKnown) await asked
}
