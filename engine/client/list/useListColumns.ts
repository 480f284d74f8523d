import { useMemo } from 'react'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { ListResponse, RecordValues } from '../../core/wire'
import { compileColumns } from '../table/compileColumns'
import { summaryOf } from '../table/summary'
import { useColumnsContext } from '../table/useColumnsContext'
import { useMixedUnits } from '../table/useMixedUnits'
import { shownColumns, type ColumnSettings } from './columnSettings'
import { deepestIndent } from './tree'
import { useColumnLists } from './useColumnLists'
import { useColumnWidths } from './useColumnWidths'

const none: readonly RecordValues[] = []

export type ListColumns = ReturnType<typeof useListColumns>

/** The columns of a list as the user has chosen them and as its rows need them: their cells, their widths and what they add up to. */
export function useListColumns(
  screen: BrowserScreenPlan,
  page: ListPagePlan,
  data: ListResponse | undefined,
  settings: ColumnSettings | undefined,
) {
  const { columns: allowed, openList } = useColumnLists(page)
  const chosen = useMemo(() => shownColumns(allowed, settings), [allowed, settings])
  const records = data?.records ?? none
  const plans = useMixedUnits(chosen, records, data?.summary)
  // Where a press on a row chooses it, no name in the row may lead elsewhere.
  const context = useColumnsContext(screen, screen.states, page.split === undefined)
  const columns = useMemo(() => compileColumns(plans, context, settings?.pinned), [plans, context, settings?.pinned])
  const summary = useMemo(() => summaryOf(plans, records, data?.summary, context), [plans, records, data, context])
  const indent = useMemo(() => (page.tree === undefined ? 0 : deepestIndent(records, page.tree)), [page, records])
  const widths = useColumnWidths(plans, records, settings?.widths, context, summary, indent)
  return { records, plans, context, columns, summary, widths, openList }
}
