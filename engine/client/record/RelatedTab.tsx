import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { BrowserScreenPlan, RelatedTablePlan } from '../../core/plan'
import type { ListAnswer, RecordValues } from '../../core/wire'
import { useServices } from '../context'
import { defaultPageSize } from '../data/listState'
import { ListNotice } from '../list/ListNotice'
import { Pager } from '../list/Pager'
import { summaryOf } from '../list/summary'
import { bodyOrThrow } from '../request'
import { DataTable } from '../table/DataTable'
import { compileColumns } from '../table/compileColumns'
import { toneOf } from '../table/tone'
import { useColumnsContext } from '../table/useColumnsContext'

interface RelatedTabProps {
  screen: BrowserScreenPlan
  related: RelatedTablePlan & { title: string }
  recordId: string
  onCount: (count: number) => void
}

const none: readonly RecordValues[] = []

/** Rows of another entity that belong to the record, page by page. */
export function RelatedTab({ screen, related, recordId, onCount }: RelatedTabProps) {
  const { request } = useServices()
  const context = useColumnsContext(screen, related.states)
  const columns = useMemo(() => compileColumns(related.columns, context), [related, context])
  const tone = useMemo(() => toneOf<RecordValues>(related.tone, context.environment), [related, context])
  const [{ page, pageSize }, setPage] = useState({ page: 1, pageSize: defaultPageSize })
  const [sort, setSort] = useState(related.sort)
  const question = { page, pageSize, sortField: sort?.field, sortOrder: sort?.order }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['related', screen.base, related.key, recordId, question],
    queryFn: async ({ signal }) =>
      bodyOrThrow(
        await request<ListAnswer>({
          method: 'GET',
          url: `${screen.base}/related/${related.key}/{id}`,
          values: { id: recordId, ...question },
          signal,
          quiet: true,
        }),
      ),
    placeholderData: keepPreviousData,
  })
  const rows = data?.records ?? none
  const total = data?.total
  useEffect(() => {
    if (total !== undefined) onCount(total)
  }, [total, onCount])

  return (
    <>
      <DataTable
        label={related.title}
        columns={columns}
        rows={rows}
        tone={tone}
        nameOf={(row) => row.id}
        density="small"
        firstNumber={(page - 1) * pageSize + 1}
        sort={sort}
        onSort={(next) => {
          setSort(next ?? related.sort)
          setPage({ page: 1, pageSize })
        }}
        summary={summaryOf(related.columns, rows, data?.summary, context)}
        loading={isPending}
        notice={
          error ? (
            <ListNotice kind="failed" message={error.message} onRetry={() => void refetch()} />
          ) : (
            <ListNotice kind="empty">{null}</ListNotice>
          )
        }
      />
      {(total ?? 0) > defaultPageSize && (
        <Pager total={total ?? 0} page={page} pageSize={pageSize} onChange={(next, size) => setPage({ page: next, pageSize: size })} />
      )}
    </>
  )
}
