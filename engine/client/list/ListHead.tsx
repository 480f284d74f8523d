import type { ActionPlan, ListPagePlan } from '../../core/plan'
import type { ListQuery, RecordValues, ViewContent } from '../../core/wire'
import { firstPage, parametersOf, type Filters } from '../data/listState'
import type { ListViews } from '../data/useListViews'
import { CardSort } from '../table/CardSort'
import type { TableColumn } from '../table/tableColumn'
import { rowCountText } from '../ui/Pager'
import { useNarrow } from '../ui/useNarrow'
import { useWide } from '../ui/useWide'
import { Figures } from './listParts'
import { SearchForm } from './SearchForm'
import type { ShownList } from './ShownList'
import { StateTabs } from './StateTabs'
import { Toolbar } from './Toolbar'
import type { ListLook } from './useListLook'
import type { ListSearch } from './useListSearch'
import { ViewTabs } from './ViewTabs'

interface ListHeadProps extends ShownList {
  query: ListQuery
  asking: ListSearch
  look: ListLook
  views: ListViews | undefined
  /** What a view of the list would say now. */
  content: () => ViewContent
  toolbar: readonly ActionPlan[]
  columns: readonly TableColumn<RecordValues>[]
  hasCharts: boolean
  fullscreen: boolean
  onFullscreen: (fullscreen: boolean) => void
}

/** Estimated widths, in px: one state tab, one figure, and what the shell takes of the window. */
const STATE = 80
const FIGURE = 190
const AROUND = 224

/** Above the rows: what they are searched by, what can be done, in which states they are, and their figures. */
export function ListHead(props: ListHeadProps) {
  const { screen, page, query, state, show, list, asking, look, views, content, toolbar, columns, hasCharts } = props
  const { search, reset, filter, refresh, fold } = asking
  const narrow = useNarrow()
  const figures = page.figures && <Figures screen={screen} page={page} query={query} filters={state.filters} onFilter={filter} />
  // Where the buttons need a line of their own, it has room for a few figures.
  const wide = useWide(1200)
  const inToolbar = !narrow && !wide && toolbar.length > 1 && !hasCharts && (page.figures?.length ?? 0) <= 3
  // Decided by how many there are, not by what they say: nothing moves when numbers come or change.
  const isBeside = useWide(AROUND + STATE * (page.states?.length ?? 0) + FIGURE * (page.figures?.length ?? 0))
  const busy = list.isFetching
  const isSearched = page.search.length > 0
  const searchForm = isSearched && (
    <SearchForm
      key="search"
      hidden={narrow && !fold.isOpen}
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
        narrow && isSearched
          ? { open: fold.isOpen, used: usedOf(page, state.filters, screen.statusField), onToggle: fold.toggle, button: fold.button }
          : undefined
      }
      title={page.title}
      count={list.data ? rowCountText(list.data) : ''}
      actions={toolbar}
      refreshing={busy}
      onRefresh={refresh}
      density={look.density}
      onDensity={look.setDensity}
      columns={page.columns}
      settings={look.settings}
      onSettings={look.setSettings}
      views={views && { views, content, onSaved: look.forget }}
      fullscreen={props.fullscreen}
      onFullscreen={props.onFullscreen}
    >
      {inToolbar && figures}
    </Toolbar>
  )
  return (
    <>
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
            <div className="engine-states engine-fading">
              <ViewTabs views={views} />
            </div>
          )
        )}
        {narrow && page.tree === undefined && columns.some(({ card }) => card !== undefined) && (
          <CardSort columns={columns} sort={state.sort ?? page.sort} onSort={(sort) => show(firstPage(state, { sort }))} />
        )}
        {!inToolbar && figures}
      </div>
    </>
  )
}

/** How many items the list is searched by, but for the state, which stands above the rows. */
function usedOf({ search, states }: ListPagePlan, filters: Filters, statusField: string | undefined): number {
  return search.filter((item) => !(states && item.name === statusField) && parametersOf(item).some((name) => filters[name] !== undefined))
    .length
}
