import type { ActionPlan, ColumnPlan } from '../../core/plan'
import type { ListResponse } from '../../core/wire'
import { firstPage } from '../data/listState'
import type { TableSummary } from '../table/SummaryRow'
import { CursorPager, Pager } from '../ui/Pager'
import { BatchBar } from './BatchBar'
import { PageSums } from './PageSums'
import type { ShownList } from './ShownList'
import type { useSelection } from './useSelection'

interface ListFootProps extends Pick<ShownList, 'page' | 'state' | 'show'> {
  data: ListResponse | undefined
  columns: readonly ColumnPlan[]
  summary: TableSummary | undefined
  selection: ReturnType<typeof useSelection>
  batch: readonly ActionPlan[]
  /** Called before other rows come. */
  onOther: () => void
}

/** Below the rows: what can be done with the selected ones, or what those of this page add up to, and the other pages. */
export function ListFoot({ page, state, show, data, columns, summary, selection, batch, onOther }: ListFootProps) {
  const isKeyed = page.paging === 'cursor'
  return (
    <div className="engine-list-foot">
      {selection.records.length > 0 ? (
        <BatchBar actions={batch} selected={selection.records} onUnselect={selection.clear} />
      ) : (
        summary?.total && summary.page && <PageSums columns={columns} sums={summary.page} all={isAll(data)} />
      )}
      {isKeyed && (
        <CursorPager
          list={data}
          pageSize={state.pageSize}
          onChange={(cursor, size) => {
            onOther()
            show({ ...firstPage(state, { pageSize: size }), ...(cursor === undefined ? {} : { cursor }) })
          }}
        />
      )}
      {page.tree === undefined && !isKeyed && (
        <Pager
          total={data?.total}
          beyond={data?.beyond}
          page={state.page}
          pageSize={state.pageSize}
          onChange={(nextPage, nextSize) => {
            onOther()
            show({ ...state, page: nextPage, pageSize: nextSize })
          }}
        />
      )}
    </div>
  )
}

/** Whether the page has all rows that were found. */
function isAll(list: ListResponse | undefined): boolean {
  return list !== undefined && !list.beyond && list.total === list.records.length
}
