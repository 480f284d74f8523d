/**
 * A list page of a plan.
 *
 *   ListPage   state (address, section cache), data, selection
 *    └─ ActionScope      carries out actions, draws their dialogs
 *        ├─ SearchForm   what is asked for; typing renders only this
 *        ├─ Toolbar      actions, batch bar, how the list is shown
 *        ├─ DataTable    rows
 *        └─ Pager
 */
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { BrowserScreenPlan, ListPagePlan, PagePlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { ActionButton } from '../actions/ActionButton'
import { ActionMenu } from '../actions/ActionMenu'
import { ActionScope, useActionScope } from '../actions/ActionScope'
import { nameOf } from '../actions/actionRequest'
import { actionsWidth } from '../actions/actionsWidth'
import { isShown, refusalOf } from '../actions/refusal'
import { useShownActions } from '../actions/useShownActions'
import { useDictionaries, useRights, useServices } from '../context'
import { listQuestion, sameFilters, type Filters, type ListState } from '../data/listState'
import { useList } from '../data/useList'
import { useListState } from '../data/useListState'
import { usePreference } from '../data/usePreference'
import { DataTable } from '../table/DataTable'
import { compileColumns } from '../table/compileColumns'
import type { Density } from '../table/tableColumn'
import { shownColumns, type ColumnSettings } from './columnSettings'
import { ListNotice } from './ListNotice'
import { Pager } from './Pager'
import { SearchForm } from './SearchForm'
import { summaryOf } from './summary'
import { Toolbar } from './Toolbar'
import { treeRows } from './tree'
import { useScrollMemory } from './useScrollMemory'
import { useSelection } from './useSelection'
import './list.css'

export interface ListPageProps {
  screen: BrowserScreenPlan
  page: ListPagePlan
}

// Few lists have rows that open.
const RelatedTab = lazy(() => import('../record/RelatedTab').then((module) => ({ default: module.RelatedTab })))

const ignore = (): void => undefined
const none: readonly RecordValues[] = []

export function ListPage({ screen, page }: ListPageProps) {
  const { state, show, fixed, key } = useListState(screen, page)
  const question = useMemo(() => listQuestion(page, state, fixed), [page, state, fixed])
  const list = useList(screen, question)
  const rows = list.data?.records ?? none
  const selection = useSelection(key, rows)
  useForgetOnLeave(screen, page)

  // The last row of the last page is gone: the page before it is shown.
  const { data, isPlaceholderData } = list
  useEffect(() => {
    if (!data || isPlaceholderData || data.records.length > 0 || data.total === 0 || state.page === 1) return
    show({ ...state, page: Math.max(1, Math.min(state.page - 1, Math.ceil(data.total / state.pageSize))) })
  }, [data, isPlaceholderData, state, show])

  return (
    <ActionScope
      screen={screen}
      question={() => exportQuestion(question)}
      onChanged={(_action, { records }) => {
        if (records) selection.clear()
      }}
    >
      <List screen={screen} page={page} state={state} show={show} list={list} selection={selection} memory={key} />
    </ActionScope>
  )
}

interface ListProps extends ListPageProps {
  state: ListState
  show: (state: ListState) => void
  list: ReturnType<typeof useList>
  selection: ReturnType<typeof useSelection>
  /** Prefix of what the page remembers in its section. */
  memory: string
}

function List({ screen, page, state, show, list, selection, memory }: ListProps) {
  const { fields, extensions } = useServices()
  const dictionaries = useDictionaries()
  const [settings, setSettings] = usePreference<ColumnSettings | undefined>(`list:${screen.id}:${page.name}:columns`, undefined)
  const [density, setDensity] = usePreference<Density>('list:density', 'middle')
  const [fullscreen, setFullscreen] = useFullscreen()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const scroll = useScrollMemory(`${memory}scroll`, list.isPlaceholderData ? undefined : list.data)

  const toolbar = useShownActions(screen, page.toolbar)
  const batch = useShownActions(screen, page.batchActions)
  const inRows = useShownActions(screen, page.rowActions)
  const openRow = useOpenRow(screen, page)
  const { openPage } = useActionScope()

  const plans = useMemo(() => shownColumns(page.columns, settings), [page, settings])
  const context = useMemo(
    () => ({ dictionaries, states: screen.states, screen, fields, cells: extensions.cells }),
    [dictionaries, screen, fields, extensions],
  )
  const columns = useMemo(() => compileColumns(plans, context), [plans, context])
  const records = list.data?.records ?? none
  const tree = useMemo(() => (page.tree === undefined ? undefined : treeRows(records, page.tree, open)), [page, records, open])
  const summary = useMemo(() => summaryOf(plans, records, list.data?.summary, context), [plans, records, list.data, context])

  const rowActions = useCallback((record: RecordValues) => <ActionMenu actions={inRows} record={record} />, [inRows])
  const expand = useCallback(
    (record: RecordValues) =>
      page.expand && (
        <Suspense fallback={null}>
          <RelatedTab screen={screen} related={{ ...page.expand, title: page.title }} recordId={record.id} onCount={ignore} />
        </Suspense>
      ),
    [screen, page],
  )
  const query = (filters: Filters): void => {
    scroll.reset()
    // 查询 asks anew even when nothing has changed.
    if (state.page === 1 && sameFilters(filters, state.filters)) void list.refetch()
    else show({ ...state, filters, page: 1 })
  }

  const busy = list.isFetching
  const { total = 0, page: number = 1, pageSize = state.pageSize } = list.data ?? {}
  return (
    <div className={`engine-list${fullscreen ? ' engine-list-fullscreen' : ''}`}>
      {page.search.length > 0 && (
        <SearchForm screen={screen} page={page} filters={state.filters} onQuery={query} busy={busy && !list.isLoading} />
      )}
      <div className="engine-list-card">
        <Toolbar
          title={page.title}
          actions={toolbar}
          batchActions={batch}
          selected={selection.records}
          onUnselect={selection.clear}
          refreshing={busy}
          onRefresh={() => void list.refetch()}
          density={density}
          onDensity={setDensity}
          columns={page.columns}
          settings={settings}
          onSettings={setSettings}
          fullscreen={fullscreen}
          onFullscreen={setFullscreen}
        />
        {list.error && list.data && <ListNotice kind="stale" message={list.error.message} onRetry={() => void list.refetch()} />}
        <DataTable
          label={page.title}
          columns={columns}
          rows={tree?.rows ?? records}
          nameOf={(record) => nameOf(screen, record)}
          density={density}
          firstNumber={tree ? undefined : (number - 1) * pageSize + 1}
          sort={state.sort ?? page.sort}
          onSort={(sort) => show({ ...state, sort, page: 1 })}
          selected={selection.ids}
          onSelect={batch.length > 0 ? selection.select : undefined}
          rowActions={inRows.length > 0 ? rowActions : undefined}
          actionsWidth={actionsWidth(inRows)}
          expand={page.expand ? expand : undefined}
          expanded={open}
          onExpand={(record, expanded) => setOpen((now) => withOrWithout(now, record.id, expanded))}
          tree={tree}
          onOpen={openRow}
          onPage={(name, record) => openPage(name, ownMode(screen.pages[name]), record)}
          summary={summary}
          loading={list.isPending}
          notice={
            list.error ? (
              <ListNotice kind="failed" message={list.error.message} onRetry={() => void list.refetch()} />
            ) : Object.keys(state.filters).length > 0 ? (
              <ListNotice kind="nothingFound" onClear={() => show({ ...state, filters: {}, page: 1 })} />
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
          scroller={scroll.ref}
          onScroll={scroll.remember}
        />
        {!tree && (
          <Pager
            total={total}
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
  )
}

/** The list over the whole window; Esc ends it. */
function useFullscreen(): [boolean, (fullscreen: boolean) => void] {
  const [fullscreen, setFullscreen] = useState(false)
  useEffect(() => {
    if (!fullscreen) return undefined
    const end = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) setFullscreen(false)
    }
    document.addEventListener('keydown', end)
    return () => document.removeEventListener('keydown', end)
  }, [fullscreen])
  return [fullscreen, setFullscreen]
}

/** Enter or a double click on a row: looks at the record, or edits it where it cannot be looked at. */
function useOpenRow(screen: BrowserScreenPlan, page: ListPagePlan): ((record: RecordValues) => void) | undefined {
  const { userId } = useRights()
  const { environment } = useServices()
  const { perform } = useActionScope()
  const opening = useShownActions(screen, page.rowActions).filter(({ does }) => does.kind === 'view' || does.kind === 'edit')
  if (opening.length === 0) return undefined
  return (record) => {
    const facts = { screen, userId, environment: environment() }
    const possible = opening.filter((action) => isShown(action, record, facts) && refusalOf(action, record, facts) === undefined)
    const action = possible.find(({ does }) => does.kind === 'view') ?? possible[0]
    if (action) void perform(action, { record })
  }
}

/** Acceptance R9: such a list keeps nothing of its rows when it is left. */
function useForgetOnLeave(screen: BrowserScreenPlan, page: ListPagePlan): void {
  const { queries } = useServices()
  const forgets = page.onEnter.fixedHeader
  useEffect(() => {
    if (!forgets) return undefined
    return () => queries.removeQueries({ queryKey: ['list', screen.base] })
  }, [forgets, queries, screen])
}

function ownMode(page: PagePlan | undefined): 'view' | 'edit' {
  return page?.kind === 'record' ? page.mode : 'view'
}

/** All matching rows, not one page of them. */
function exportQuestion({ page: _page, pageSize: _pageSize, ...question }: Record<string, unknown>): Record<string, unknown> {
  return question
}

function withOrWithout(ids: ReadonlySet<string>, id: string, present: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  if (present) next.add(id)
  else next.delete(id)
  return next
}
