/** What the workbench and the bell ask the server for. Under keys of their own, so that each act of the user, which makes all data stale, asks again. */
import { queryOptions } from '@tanstack/react-query'
import { withDecision } from '../../../engine/client/data/firstDecision'
import { withTab } from '../../../engine/client/data/listTab'
import { bodyOrThrow, type Request } from '../../../engine/client/request'
import type { ListPlace, WaitingItem, WorkResponse } from '../../../engine/core/wire'

export function workQuery(request: Request) {
  return queryOptions({
    queryKey: ['work', 'all'],
    queryFn: async ({ signal }) => bodyOrThrow(await request<WorkResponse>({ method: 'GET', url: '/api/work', signal, quiet: true })),
  })
}

export function waitingQuery(request: Request) {
  return queryOptions({
    queryKey: ['work', 'waiting'],
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<Pick<WorkResponse, 'waiting'>>({ method: 'GET', url: '/api/work/waiting', signal, quiet: true })),
  })
}

/** Where the rows of a line are: the first decision about them is opened at once. */
export function addressOfPlace({ route, tab, query }: ListPlace): string {
  const search = withDecision(query)
  return tab === undefined ? route + search : route + withTab('', { title: tab, search })
}

/** `7`, or `99+` where there are more than are counted. */
export function countText(count: number, beyond: boolean): string {
  return beyond ? `${count}+` : String(count)
}

const most = 99

/** All that waits, in two figures. */
export function totalText(waiting: readonly Pick<WaitingItem, 'count' | 'beyond'>[]): string {
  const total = waiting.reduce((sum, { count }) => sum + count, 0)
  return countText(Math.min(total, most), total > most || waiting.some(({ beyond }) => beyond))
}
