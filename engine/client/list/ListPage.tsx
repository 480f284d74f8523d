/**
 * A list page of a plan.
 *
 *   ListPage   in tabs where several lists share a page, with the view that it opens with
 *    └─ ActionScope       carries out actions, draws their dialogs
 *        └─ List          how it looks, what it is asked for; beside it a side panel or the chosen row
 *            ├─ ListHead  search form, where typing renders only that; actions; the states of the rows with their numbers; figures
 *            ├─ ListTable rows
 *            └─ ListFoot  batch bar or sums, pager
 */
import { useEffect, useMemo, useState } from 'react'
import type { BrowserScreenPlan, ListPagePlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { ActionScope } from '../actions/ActionScope'
import { useServices } from '../context'
import { buildListQuery, firstPage, resolveDefaults } from '../data/listState'
import { useEnter } from '../data/useEnter'
import { useList } from '../data/useList'
import { memoryKey, useListState } from '../data/useListState'
import { useListViews, type ListViews } from '../data/useListViews'
import { useStoredSums } from '../data/useStoredSums'
import { List } from './List'
import { ListTabs } from './listParts'
import { exportQuery } from './listQueries'
import { useForgetOnLeave } from './useForgetOnLeave'
import { useSelection } from './useSelection'

export interface ListPageProps {
  screen: BrowserScreenPlan
  page: ListPagePlan
}

const none: readonly RecordValues[] = []

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
        Beside={ListPage}
      />
    </ActionScope>
  )
}
