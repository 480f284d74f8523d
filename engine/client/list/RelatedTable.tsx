import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BrowserScreenPlan, RelatedTablePlan } from '../../core/plan'
import type { ListAnswer } from '../../core/wire'
import { useDictionaries, useServices } from '../context'
import { bodyOrThrow } from '../request'
import { DataTable } from '../table/DataTable'
import { compileColumns } from '../table/compileColumns'
import { ListNotice } from './ListNotice'
import { summaryOf } from './summary'

interface RelatedTableProps {
  screen: BrowserScreenPlan
  related: RelatedTablePlan & { title?: string }
  recordId: string
}

/** Rows of another entity that belong to a record, read only. */
export function RelatedTable({ screen, related, recordId }: RelatedTableProps) {
  const { request, fields, extensions } = useServices()
  const dictionaries = useDictionaries()
  const context = useMemo(
    () => ({ dictionaries, states: related.entity === screen.entity ? screen.states : undefined, screen, fields, cells: extensions.cells }),
    [dictionaries, related, screen, fields, extensions],
  )
  const columns = useMemo(() => compileColumns(related.columns, context), [related, context])
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['related', screen.base, related.key, recordId],
    queryFn: async ({ signal }) =>
      bodyOrThrow(
        await request<ListAnswer>({
          method: 'GET',
          url: `${screen.base}/related/${related.key}/{id}`,
          values: { id: recordId },
          signal,
          quiet: true,
        }),
      ),
  })
  const rows = data?.records ?? []
  return (
    <DataTable
      label={related.title ?? related.entity}
      columns={columns}
      rows={rows}
      nameOf={(row) => row.id}
      density="small"
      summary={summaryOf(related.columns, rows, data?.summary, context)}
      loading={isPending}
      notice={error ? <ListNotice kind="failed" message={error.message} onRetry={() => void refetch()} /> : undefined}
    />
  )
}
