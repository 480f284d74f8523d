/**
 * A list page of a plan.
 *
 *   ListPage   state (address, section cache), data, selection; in tabs where several lists share a page
 *    └─ ActionScope      carries out actions, draws their dialogs
 *        ├─ SearchForm   what is asked for; typing renders only this
 *        ├─ Toolbar      actions, batch bar, how the list is shown
 *        ├─ StateTabs    the states of the rows with their numbers
 *        ├─ DataTable    rows
 *        └─ Pager
 */
import { lastOf } from '../../core/sorts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { ListQuery, ListResponse, RecordValues, ViewContent } from '../../core/wire'
import { ActionButton } from '../actions/ActionButton'
import { ActionMenu } from '../actions/ActionMenu'
import { ActionScope, useActionScope } from '../actions/ActionScope'
import { nameOf } from '../actions/actionRequest'
import { actionsWidth } from '../actions/actionsWidth'
import { useShownActions } from '../actions/useShownActions'
import { useServices } from '../context'
import { linkedMode } from '../linkedMode'
import {
  buildListQuery,
  firstPage,
  sameFilters,
  resolveDefaults,
  sideFilter,
  type Filters,
  type ListState,
  parametersOf,
} from '../data/listState'
import { useEnter } from '../data/useEnter'
import { listKey, useList } from '../data/useList'
import { memoryKey, useListState } from '../data/useListState'
import { contentOf } from '../data/listViews'
import { useListViews, type ListViews } from '../data/useListViews'
import { useStoredSums } from '../data/useStoredSums'
import { CardSort } from '../table/CardSort'
import { DataTable } from '../table/DataTable'
import { compileColumns } from '../table/compileColumns'
import { toneOf } from '../table/tone'
import { useMixedUnits } from '../table/useMixedUnits'
import { useColumnsContext } from '../table/useColumnsContext'
import { LinkedRecord } from '../record/LinkedRecord'
import { lazyPart } from '../ui/lazyPart'
import { shownColumns, withMoved, withWidth } from './columnSettings'
import { ListNotice } from '../ui/ListNotice'
import { CursorPager, Pager, rowCountText } from '../ui/Pager'
import { PageSums } from './PageSums'
import { SearchForm } from './SearchForm'
import { StateTabs } from './StateTabs'
import { summaryOf } from '../table/summary'
import { say } from '../messages'
import type { OnMenu } from '../table/useTableEvents'
import { BatchBar } from './BatchBar'
import { filterOfCell, filterOfColumn } from './cellFilters'
import { CellMenu, type CellMenuHandle } from './CellMenu'
import { HeadFilter, type HeadFilterHandle } from './HeadFilter'
import { Toolbar } from './Toolbar'
import { onlyTop, treeRows } from './tree'
import { useColumnLists } from './useColumnLists'
import { useChoice } from './useChoice'
import { useListLook } from './useListLook'
import { ViewNotice } from './ViewNotice'
import { ViewTabs } from './ViewTabs'
import { useAction } from '../useAction'
import { useColumnWidths } from './useColumnWidths'
import { isNarrow, useNarrow } from '../ui/useNarrow'
import { useWide } from '../ui/useWide'
import { ListArea } from './ListArea'
import { chartsQuery, exportQuery, isOneValue, paramsOf, withoutSide } from './listQueries'
import { useForgetOnLeave } from './useForgetOnLeave'
import { useFullscreen } from './useFullscreen'
import { useFirstDecision } from './useFirstDecision'
import { useOpenRow } from './useOpenRow'
import { useScrollMemory } from './useScrollMemory'
import { useSelection } from './useSelection'
import './list.css'

export interface ListPageProps {
  screen: BrowserScreenPlan
  page: ListPagePlan
}

// Few lists have numbers above them.
const Figures = lazyPart(() => import('./Figures').then((module) => module.Figures), <div className="engine-figures-place" />)

// Fewer lists have charts, so those are loaded when they are needed.
const Charts = lazyPart(() => import('../charts/Charts').then((module) => module.Charts))

// Few have rows that open.
const RelatedTab = lazyPart(() => import('../record/RelatedTab').then((module) => module.RelatedTab))

// Fewer share their page.
const ListTabs = lazyPart(() => import('./ListTabs').then((module) => module.ListTabs))

// Few lists have a side panel or are split.
const SidePanel = lazyPart(() => import('./SidePanel').then((module) => module.SidePanel), <div className="engine-side" />)
const SplitPane = lazyPart(() => import('./SplitPane').then((module) => module.SplitPane))

/** Loads the code that a list draws with besides its own. */
export async function loadListParts(page: ListPagePlan): Promise<void> {
  await Promise.all([
    page.figures && Figures.load(),
    page.charts && Charts.load(),
    page.side && SidePanel.load(),
    page.split && SplitPane.load(),
    page.tabs && ListTabs.load(),
  ])
}

/** Estimated widths, in px: one state tab, one figure, and what the shell takes of the window. */
const STATE = 80
const FIGURE = 190
const AROUND = 224

const ignore = (): void => undefined
const none: readonly RecordValues[] = []
const nothing: readonly string[] = []

export function ListPage({ screen, page }: ListPageProps) {
  if (!page.tabs) return <ViewedList screen={screen} page={page} />
  return (
    <ListTabs List={ListPage} tabs={page.tabs} title={page.title} memory={memoryKey(screen, page.name)}>
      <ViewedList screen={screen} page={page} />
    </ListTabs>
  )
}

/** A list that opens with a view waits for it, and for nothing else. */
function ViewedList({ screen, page: given }: ListPageProps) {
  const { environment } = useServices()
  const page = resolveDefaults(given, environment())
  const views = useListViews(screen, page)
  if (views?.opening) return <div className="engine-list" aria-busy="true" />
  return <OneList screen={screen} page={page} views={views} />
}

function OneList({ screen, page, views }: ListPageProps & { views: ListViews | undefined }) {
  const { state, show, fixed, key } = useListState(screen, page)
  const listQuery = useMemo(() => buildListQuery(page, state, fixed), [page, state, fixed])
  const list = useList(screen, page, listQuery)
  const rows = list.data?.records ?? none
  const found = useMemo(
    () => (list.data && !list.isPlaceholderData ? { query: listQuery, rows, total: list.data.total } : undefined),
    [list.data, list.isPlaceholderData, listQuery, rows],
  )
  const selection = useSelection(key, rows, found)
  const [deciding, setDeciding] = useState<string>()
  useEnter(page.onEnter)
  useStoredSums(page.stored, selection.records)
  useForgetOnLeave(screen, page, fixed)

  // The last row of the last page is gone: the page before it is shown, or the first one where pages have no numbers.
  const { data, isPlaceholderData } = list
  useEffect(() => {
    if (!data || isPlaceholderData || data.records.length > 0) return
    if (state.cursor !== undefined) return show(firstPage(state, {}))
    if (data.total === 0 || state.page === 1) return
    show({ ...state, page: Math.max(1, Math.min(state.page - 1, Math.ceil(data.total / state.pageSize))) })
  }, [data, isPlaceholderData, state, show])

  return (
    <ActionScope
      screen={screen}
      query={() => exportQuery(listQuery)}
      rows={rows}
      rowActions={page.rowActions}
      onDeciding={setDeciding}
      onChanged={(_action, { records }) => {
        if (records) selection.select(records, false)
      }}
      onImported={(queryType) => {
        if (queryType === 'first') show(firstPage(state, { filters: {} }))
      }}
    >
      <List
        screen={screen}
        page={page}
        query={listQuery}
        state={state}
        show={show}
        list={list}
        selection={selection}
        deciding={deciding}
        memory={key}
        views={views}
      />
    </ActionScope>
  )
}

interface ListProps extends ListPageProps {
  query: ListQuery
  state: ListState
  show: (state: ListState) => void
  list: ReturnType<typeof useList>
  selection: ReturnType<typeof useSelection>
  /** Id of the row that is decided on beside the list. */
  deciding: string | undefined
  /** Prefix of what the page remembers in its section. */
  memory: string
  views: ListViews | undefined
}

function List({ screen, page, query, state, show, list, selection, deciding, memory, views }: ListProps) {
  const charts = (page.charts ?? []).filter(({ about }) => about === undefined || isOneValue(query[about]))
  const { queries } = useServices()
  const { settings, setSettings, density, setDensity, forget } = useListLook(screen, page, views, memory)
  const [fullscreen, setFullscreen] = useFullscreen()
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const isFixed = page.onEnter.fixedHeader
  const isKeyed = page.paging === 'cursor'
  useEffect(() => (isFixed ? () => setChosen(undefined) : undefined), [isFixed])
  const cellMenu = useRef<CellMenuHandle>(null)
  const headFilter = useRef<HeadFilterHandle>(null)
  const narrow = useNarrow()
  const [searching, setSearching] = useState(false)
  const searchButton = useRef<HTMLButtonElement>(null)
  const scroll = useScrollMemory(`${memory}scroll`, list.isPlaceholderData ? undefined : list.data)

  const toolbar = useShownActions(screen, page.toolbar)
  const [area] = useShownActions(screen, page.area === undefined ? nothing : [page.area])
  const batch = useShownActions(screen, page.batchActions)
  const inRows = useShownActions(screen, page.rowActions)
  const openRow = useOpenRow(screen, page)
  useFirstDecision(screen, inRows, list.isPlaceholderData ? undefined : list.data?.records, () => show(state))
  const choice = useChoice(page)
  const { openPage } = useActionScope()

  const { columns: allowed, openList } = useColumnLists(page)
  const chosenColumns = useMemo(() => shownColumns(allowed, settings), [allowed, settings])
  const records = list.data?.records ?? none
  const plans = useMixedUnits(chosenColumns, records, list.data?.summary)
  const context = useColumnsContext(screen, screen.states, true)
  const columns = useMemo(() => compileColumns(plans, context, settings?.pinned), [plans, context, settings?.pinned])
  const open = useMemo(() => chosen ?? new Set(page.tree === undefined ? [] : onlyTop(records, page.tree)), [chosen, page, records])
  const tree = useMemo(() => (page.tree === undefined ? undefined : treeRows(records, page.tree, open)), [page, records, open])
  const summary = useMemo(() => summaryOf(plans, records, list.data?.summary, context), [plans, records, list.data, context])
  const widths = useColumnWidths(plans, records, settings?.widths, context, summary)

  const tone = useMemo(() => toneOf<RecordValues>(page.tone, context.environment), [page, context])

  const rowActions = useCallback((record: RecordValues) => <ActionMenu actions={inRows} record={record} />, [inRows])
  const params = useMemo(() => paramsOf(page, state.filters), [page, state.filters])
  const expand = useCallback(
    (record: RecordValues) =>
      page.expand && (
        <RelatedTab screen={screen} related={{ ...page.expand, title: page.title }} record={record} params={params} onCount={ignore} />
      ),
    [screen, page, params],
  )
  const refresh = (): void => {
    void list.refetch()
    for (const above of [page.states && 'states', page.figures && 'figures', page.charts && 'charts'])
      if (above) void queries.refetchQueries({ queryKey: [...listKey(screen), above], type: 'active' })
  }
  const beside = sideFilter(page, state.filters)
  const search = (typed: Filters): void => {
    const filters = { ...withoutSide(page, typed), ...beside }
    scroll.reset()
    setSearching(false)
    // The form folds behind its button, and nothing else would have the focus.
    if (narrow) searchButton.current?.focus()
    // 查询 loads again even when no filter has changed.
    if (state.page === 1 && state.cursor === undefined && sameFilters(filters, state.filters)) refresh()
    else show(firstPage(state, { filters }))
  }

  /** Without its filters a list no longer shows the view that it was opened in. */
  const reset = (initial: Filters): void => {
    if (!views?.view) return search(initial)
    scroll.reset()
    views.open(undefined)
  }

  const filter = (filters: Filters): void => {
    scroll.reset()
    show(firstPage(state, { filters }))
  }

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

  const content = (): ViewContent => contentOf(page, { state, columns: settings, density })
  const { run: updateView } = useAction(async () => {
    const view = views?.view
    if (!view) return
    await views.save({ id: view.id, version: view.version, name: view.name, role: view.role, content: content() })
    forget()
  })

  const figures = page.figures && <Figures screen={screen} page={page} query={query} filters={state.filters} onFilter={filter} />
  // Where the buttons need a line of their own, it has room for a few figures.
  const wide = useWide(1200)
  const inToolbar = !narrow && !wide && toolbar.length > 1 && charts.length === 0 && (page.figures?.length ?? 0) <= 3
  // Decided by how many there are, not by what they say: nothing moves when numbers come or change.
  const isBeside = useWide(AROUND + STATE * (page.states?.length ?? 0) + FIGURE * (page.figures?.length ?? 0))
  const busy = list.isFetching
  const { total, page: number = 1, pageSize = state.pageSize } = list.data ?? {}
  const searchForm = page.search.length > 0 && (
    <SearchForm
      key="search"
      hidden={narrow && !searching}
      screen={screen}
      page={page}
      filters={state.filters}
      onQuery={search}
      onReset={reset}
      busy={busy && !list.isLoading}
    />
  )
  const buttons = (
    <Toolbar
      key="toolbar"
      search={
        narrow && page.search.length > 0
          ? {
              open: searching,
              used: usedOf(page, state.filters, screen.statusField),
              onToggle: () => setSearching(!searching),
              button: searchButton,
            }
          : undefined
      }
      title={page.title}
      count={list.data ? rowCountText(list.data) : ''}
      actions={toolbar}
      refreshing={busy}
      onRefresh={refresh}
      density={density}
      onDensity={setDensity}
      columns={page.columns}
      settings={settings}
      onSettings={setSettings}
      views={views && { views, content, onSaved: forget }}
      fullscreen={fullscreen}
      onFullscreen={setFullscreen}
    >
      {inToolbar && figures}
    </Toolbar>
  )
  const shown = (
    <div className={`engine-list${fullscreen ? ' engine-list-fullscreen' : ''}`} data-fixed-header={isFixed || undefined}>
      {area && <ListArea screen={screen} action={area} />}
      <div className="engine-list-card">
        <div className="engine-list-head">
          {/* Opened below its button on a phone. */}
          {narrow ? [buttons, searchForm] : [searchForm, buttons]}
        </div>
        <div className={isBeside ? 'engine-list-line' : 'engine-list-line engine-list-lines'}>
          {page.states ? (
            <StateTabs
              screen={screen}
              page={page}
              query={query}
              filters={state.filters}
              onFilter={filter}
              rows={list.isPlaceholderData ? undefined : list.data}
            >
              {views && <ViewTabs views={views} />}
            </StateTabs>
          ) : (
            views && (
              <div className="engine-states">
                <ViewTabs views={views} />
              </div>
            )
          )}
          {narrow && !tree && columns.some(({ card }) => card !== undefined) && (
            <CardSort columns={columns} sort={state.sort ?? page.sort} onSort={(sort) => show(firstPage(state, { sort }))} />
          )}
          {!inToolbar && figures}
        </div>
        {charts.length > 0 && (
          <Charts
            screen={screen}
            states={screen.states}
            charts={charts}
            query={chartsQuery(screen, page, query)}
            list={{ search: page.search, filters: state.filters, onFilter: filter }}
          />
        )}
        {views && <ViewNotice views={views} onUpdate={updateView} />}
        {list.error && list.data && <ListNotice kind="stale" message={list.error.message} onRetry={refresh} />}
        <DataTable
          label={page.title}
          columns={columns}
          widths={widths}
          onResize={(column, width) => setSettings(withWidth(settings, column, width))}
          onMove={(move) => setSettings(withMoved(page.columns, settings, move))}
          rows={tree?.rows ?? records}
          nameOf={(record) => nameOf(screen, record)}
          density={density}
          firstNumber={tree || isKeyed ? undefined : (number - 1) * pageSize + 1}
          filters={headFilters}
          onFilter={(column, button) => headFilter.current?.toggle(column, button)}
          sort={state.sort ?? page.sort}
          ownCardSort={false}
          onSort={(sort) => show(firstPage(state, { sort: page.paging === 'cursor' ? lastOf(sort) : sort }))}
          selected={selection.ids}
          onSelect={batch.length > 0 ? selection.select : undefined}
          tone={tone}
          rowActions={inRows.length > 0 ? rowActions : undefined}
          actionsWidth={actionsWidth(inRows)}
          expand={page.expand ? expand : undefined}
          expanded={open}
          onExpand={(record, expanded) => setChosen(withOrWithout(open, record.id, expanded))}
          tree={tree}
          current={deciding ?? choice?.chosen?.id}
          onCurrent={choice?.choose}
          onOpen={choice ? (record) => (isNarrow() ? choice.choose(record) : openRow?.(record)) : openRow}
          onList={openList}
          onMenu={onMenu}
          onPage={(name, record) => openPage(name, linkedMode(screen, screen.pages[name], record, context), record)}
          summary={summary?.total ? { total: summary.total } : summary}
          loading={list.isPending}
          notice={
            list.error ? (
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
          }
          card={LinkedRecord}
          scroller={scroll.ref}
          onScroll={scroll.remember}
        />
        <HeadFilter ref={headFilter} screen={screen} page={page} filters={state.filters} onFilter={filter} />
        <CellMenu ref={cellMenu} onChoose={(only) => filter({ ...state.filters, ...only })} />
        <div className="engine-list-foot">
          {selection.records.length > 0 ? (
            <BatchBar actions={batch} selected={selection.records} onUnselect={selection.clear} />
          ) : (
            summary?.total && summary.page && <PageSums columns={plans} sums={summary.page} all={isAll(list.data)} />
          )}
          {isKeyed && (
            <CursorPager
              list={list.data}
              pageSize={state.pageSize}
              onChange={(cursor, size) => {
                scroll.reset()
                show({ ...firstPage(state, { pageSize: size }), ...(cursor === undefined ? {} : { cursor }) })
              }}
            />
          )}
          {!tree && !isKeyed && (
            <Pager
              total={total}
              beyond={list.data?.beyond}
              page={state.page}
              pageSize={state.pageSize}
              onChange={(nextPage, nextSize) => {
                scroll.reset()
                show({ ...state, page: nextPage, pageSize: nextSize })
              }}
            />
          )}
        </div>
      </div>
    </div>
  )
  if (choice) {
    return (
      <div className="engine-split">
        {shown}
        <SplitPane
          List={ListPage}
          screen={screen}
          page={page}
          choice={choice}
          records={list.isPlaceholderData || list.isPending ? undefined : records}
        />
      </div>
    )
  }
  if (!page.side) return shown
  return (
    <div className="engine-beside">
      <SidePanel
        screen={screen}
        side={page.side}
        chosen={beside[page.side.filter.name]}
        onChoose={(chosen) => {
          scroll.reset()
          show(firstPage(state, { filters: { ...withoutSide(page, state.filters), ...chosen } }))
        }}
      />
      {shown}
    </div>
  )
}

/** How many items the list is searched by, but for the state, which stands above the rows. */
function usedOf({ search, states }: ListPagePlan, filters: Filters, statusField: string | undefined): number {
  return search.filter((item) => !(states && item.name === statusField) && parametersOf(item).some((name) => filters[name] !== undefined))
    .length
}

/** Whether the page has all rows that were found. */
function isAll(list: ListResponse | undefined): boolean {
  return list !== undefined && !list.beyond && list.total === list.records.length
}

function withOrWithout(ids: ReadonlySet<string>, id: string, present: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (present) next.add(id)
  else next.delete(id)
  return next
}
