import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { defaultPageSize } from '../../../core/pageSizes'
import type { BrowserScreenPlan, PickPlan } from '../../../core/plan'
import type { Read } from '../../../core/record/scope'
import { sortParameters } from '../../../core/sorts'
import type { ListResponse, RecordValues, ListSort } from '../../../core/wire'
import { useServices } from '../../context'
import { bodyOrThrow } from '../../request'

export interface PickState {
  page: number
  pageSize: number
  keyword: string
  sort: ListSort | undefined
}

const none: readonly RecordValues[] = []

/** The rows that a pick offers for what the form holds, page by page and by a keyword. @param enabled the form holds what narrows them */
export function usePickRows(
  screen: BrowserScreenPlan,
  pick: PickPlan,
  read: Read,
  { pageSize: begin = defaultPageSize, enabled = true }: { pageSize?: number; enabled?: boolean } = {},
) {
  const { request } = useServices()
  const [state, show] = useState<PickState>({ page: 1, pageSize: begin, keyword: '', sort: pick.sort })
  const { page, pageSize, keyword, sort } = state
  const { from } = pick
  const form = Object.fromEntries(pick.given.map((name) => [from ? name : `form.${name}`, read(name)]))
  // All rows that an endpoint answers come at once; they are looked through here.
  const queryParams = from ? form : { ...form, keyword, page, pageSize, ...sortParameters(sort) }
  const query = useQuery({
    queryKey: ['pick', screen.base, pick.key, queryParams],
    queryFn: async ({ signal }): Promise<Pick<ListResponse, 'records' | 'total' | 'beyond'>> => {
      const url = from?.url ?? `${screen.base}/pick/${pick.key}`
      const response = await request<unknown>({ method: 'GET', url, values: queryParams, signal, quiet: true })
      return from ? answeredRows(pick, from.rows, bodyOrThrow(response)) : (bodyOrThrow(response) as ListResponse)
    },
    enabled,
    placeholderData: keepPreviousData,
    // What may be chosen changes by what others do.
    staleTime: 0,
  })
  const { records, total, beyond } = (enabled ? query.data : undefined) ?? { records: none, total: 0 }
  const found = from ? records.filter((row) => pick.search.some(({ name }) => contains(row[name], keyword)) || keyword === '') : records
  return {
    rows: from ? found.slice((page - 1) * pageSize, page * pageSize) : records,
    total: from ? found.length : total,
    beyond,
    state,
    show,
    query,
  }
}

/** Rows without ids of their own are known by what the line will refer to. */
function answeredRows({ field }: PickPlan, name: string, body: unknown): Pick<ListResponse, 'records' | 'total'> {
  const rows = (body as Record<string, readonly Record<string, unknown>[] | undefined>)[name] ?? []
  return { records: rows.map((row) => ({ ...row, id: String(row[field]) })), total: rows.length }
}

function contains(value: unknown, keyword: string): boolean {
  return typeof value === 'string' && value.toLowerCase().includes(keyword.toLowerCase())
}
