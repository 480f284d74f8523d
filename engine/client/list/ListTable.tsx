import { useCallback, useMemo, useRef } from 'react'
import { lastOf } from '../../core/sorts'
import type { ActionPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { ActionButton } from '../actions/ActionButton'
import { ActionMenu } from '../actions/ActionMenu'
import { nameOf } from '../actions/actionRequest'
import { useActionScope } from '../actions/ActionScope'
import { actionsWidth } from '../actions/actionsWidth'
import { firstPage, parametersOf } from '../data/listState'
import { linkedMode } from '../linkedMode'
import { say } from '../messages'
import { LinkedRecord } from '../record/LinkedRecord'
import { DataTable } from '../table/DataTable'
import { toneOf } from '../table/tone'
import type { OnMenu } from '../table/useTableEvents'
import { ListNotice } from '../ui/ListNotice'
import { isNarrow } from '../ui/useNarrow'
import { filterOfCell, filterOfColumn } from './cellFilters'
import { CellMenu, type CellMenuHandle } from './CellMenu'
import { withMoved, withWidth } from './columnSettings'
import { HeadFilter, type HeadFilterHandle } from './HeadFilter'
import type { ShownList } from './ShownList'
import type { Choice } from './useChoice'
import { useExpandedRows } from './useExpandedRows'
import type { ListColumns } from './useListColumns'
import type { ListLook } from './useListLook'
import type { ListSearch } from './useListSearch'
import { useOpenRow } from './useOpenRow'
import type { useScrollMemory } from './useScrollMemory'
import type { useSelection } from './useSelection'

interface ListTableProps extends ShownList {
  table: ListColumns
  asking: ListSearch
  look: ListLook
  selection: ReturnType<typeof useSelection>
  scroll: ReturnType<typeof useScrollMemory>
  choice: Choice | undefined
  /** Id of the row that is decided on beside the list. */
  deciding: string | undefined
  toolbar: readonly ActionPlan[]
  inRows: readonly ActionPlan[]
  isSelectable: boolean
}

/** The rows of a list, with what is asked of them where they stand: order, filters of a column or a cell, and what opens. */
export function ListTable(props: ListTableProps) {
  const { screen, page, state, show, list, table, asking, look, selection, scroll, choice, deciding, toolbar, inRows } = props
  const { records, plans, context, columns, summary, widths, openList } = table
  const { beside, refresh, filter } = asking
  const cellMenu = useRef<CellMenuHandle>(null)
  const headFilter = useRef<HeadFilterHandle>(null)
  const openRow = useOpenRow(screen, page)
  const { openPage } = useActionScope()
  const { tree, ...expanding } = useExpandedRows(screen, page, records, state.filters)
  const tone = useMemo(() => toneOf<RecordValues>(page.tone, context.environment), [page, context])
  const rowActions = useCallback((record: RecordValues) => <ActionMenu actions={inRows} record={record} />, [inRows])
  const isKeyed = page.paging === 'cursor'
  const { page: number = 1, pageSize = state.pageSize } = list.data ?? {}

  /** 只看: of the cell that was pressed, or of all of the row. */
  const onMenu: OnMenu<RecordValues> = (record, { x, y, row, cell }) => {
    const cells = [...row.cells]
    const first = cells.length - plans.length - (inRows.length > 0 ? 1 : 0)
    const choices = plans.flatMap((column, index) => {
      const own = cells[first + index]
      const only = cell === undefined || cell === own ? filterOfCell(page, column, record) : undefined
      return only ? [{ title: say('table.only', { title: column.title, text: own?.textContent ?? '' }), filter: only }] : []
    })
    if (choices.length > 0) cellMenu.current?.open({ x, y, row, choices })
    return choices.length > 0
  }

  const headFilters = new Map(
    plans.flatMap((column) => {
      const item = filterOfColumn(page, column)
      return item ? [[column.key, parametersOf(item).some((name) => state.filters[name] !== undefined)] as const] : []
    }),
  )

  const notice = list.error ? (
    <ListNotice kind="failed" message={list.error.message} onRetry={refresh} />
  ) : Object.keys(state.filters).length > 0 ? (
    <ListNotice kind="nothingFound" onClear={() => show(firstPage(state, { filters: beside }))} />
  ) : (
    <ListNotice kind="empty">
      {toolbar
        .filter(({ does }) => does.kind === 'add')
        .map((action) => (
          <ActionButton key={action.name} action={action} look="primary" />
        ))}
    </ListNotice>
  )
  return (
    <>
      <DataTable
        label={page.title}
        columns={columns}
        widths={widths}
        onResize={(column, width) => look.setSettings(withWidth(look.settings, column, width))}
        onMove={(move) => look.setSettings(withMoved(page.columns, look.settings, move))}
        rows={tree?.rows ?? records}
        nameOf={(record) => nameOf(screen, record)}
        density={look.density}
        firstNumber={tree || isKeyed ? undefined : (number - 1) * pageSize + 1}
        filters={headFilters}
        onFilter={(column, button) => headFilter.current?.toggle(column, button)}
        sort={state.sort ?? page.sort}
        ownCardSort={false}
        onSort={(sort) => show(firstPage(state, { sort: isKeyed ? lastOf(sort) : sort }))}
        selected={selection.ids}
        onSelect={props.isSelectable ? selection.select : undefined}
        tone={tone}
        rowActions={inRows.length > 0 ? rowActions : undefined}
        actionsWidth={actionsWidth(inRows)}
        {...expanding}
        tree={tree}
        current={deciding ?? choice?.chosen?.id}
        onCurrent={choice?.choose}
        onOpen={choice ? (record) => (isNarrow() ? choice.choose(record) : openRow?.(record)) : openRow}
        onList={openList}
        onMenu={onMenu}
        onPage={(name, record) => openPage(name, linkedMode(screen, screen.pages[name], record, context), record)}
        summary={summary?.total ? { total: summary.total } : summary}
        loading={list.isPending}
        notice={notice}
        card={LinkedRecord}
        scroller={scroll.ref}
        onScroll={scroll.remember}
      />
      <HeadFilter ref={headFilter} screen={screen} page={page} filters={state.filters} onFilter={filter} />
      <CellMenu ref={cellMenu} onChoose={(only) => filter({ ...state.filters, ...only })} />
    </>
  )
}
