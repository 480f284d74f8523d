import type { ListQuery } from '../../core/wire'
import { useShownActions } from '../actions/useShownActions'
import { firstPage } from '../data/listState'
import type { ListViews } from '../data/useListViews'
import { ListNotice } from '../ui/ListNotice'
import { ListArea } from './ListArea'
import { ListFoot } from './ListFoot'
import { ListHead } from './ListHead'
import { Charts, SidePanel, SplitPane } from './listParts'
import { chartsQuery, isOneValue, withoutSide } from './listQueries'
import { ListTable } from './ListTable'
import type { ListComponent } from './RowList'
import type { ShownList } from './ShownList'
import { useChoice } from './useChoice'
import { useFirstDecision } from './useFirstDecision'
import { useFullscreen } from './useFullscreen'
import { useListColumns } from './useListColumns'
import { useListLook } from './useListLook'
import { useListSearch } from './useListSearch'
import { useScrollMemory } from './useScrollMemory'
import type { useSelection } from './useSelection'
import { useViewContent } from './useViewContent'
import { ViewNotice } from './ViewNotice'
import './list.css'

interface ListProps extends ShownList {
  query: ListQuery
  selection: ReturnType<typeof useSelection>
  /** Id of the row that is decided on beside the list. */
  deciding: string | undefined
  /** Prefix of what the page remembers in its section. */
  memory: string
  views: ListViews | undefined
  /** What draws a list beside this one. */
  Beside: ListComponent
}

const nothing: readonly string[] = []

/** A list with all around its rows, given what it is asked for and what was found. */
export function List({ screen, page, query, state, show, list, selection, deciding, memory, views, Beside }: ListProps) {
  const charts = (page.charts ?? []).filter(({ about }) => about === undefined || isOneValue(query[about]))
  const look = useListLook(screen, page, views, memory)
  const [fullscreen, setFullscreen] = useFullscreen()
  const current = list.isPlaceholderData ? undefined : list.data
  const scroll = useScrollMemory(`${memory}scroll`, current)
  const asking = useListSearch({ screen, page, state, show, list, views, onOther: scroll.reset })
  const table = useListColumns(screen, page, list.data, look.settings)
  const { content, update } = useViewContent(page, state, look, views)
  const { beside, filter, refresh } = asking

  const toolbar = useShownActions(screen, page.toolbar)
  const [area] = useShownActions(screen, page.area === undefined ? nothing : [page.area])
  const batch = useShownActions(screen, page.batchActions)
  const inRows = useShownActions(screen, page.rowActions)
  useFirstDecision(screen, inRows, current?.records, () => show(state))
  const choice = useChoice(page)

  const shown = (
    <div className={`engine-list${fullscreen ? ' engine-list-fullscreen' : ''}`} data-fixed-header={page.onEnter.fixedHeader || undefined}>
      {area && <ListArea screen={screen} action={area} />}
      <div className="engine-list-card">
        <ListHead
          {...{ screen, page, query, state, show, list, asking, look, views, content, toolbar, fullscreen }}
          columns={table.columns}
          hasCharts={charts.length > 0}
          onFullscreen={setFullscreen}
        />
        {charts.length > 0 && (
          <Charts
            screen={screen}
            states={screen.states}
            charts={charts}
            query={chartsQuery(screen, page, query)}
            list={{ search: page.search, filters: state.filters, onFilter: filter }}
          />
        )}
        {views && <ViewNotice views={views} onUpdate={update} />}
        {list.error && list.data && <ListNotice kind="stale" message={list.error.message} onRetry={refresh} />}
        <ListTable
          {...{ screen, page, state, show, list, table, asking, look, selection, scroll, choice, deciding, toolbar, inRows }}
          isSelectable={batch.length > 0}
        />
        <ListFoot
          {...{ page, state, show, selection, batch }}
          data={list.data}
          columns={table.plans}
          summary={table.summary}
          onOther={scroll.reset}
        />
      </div>
    </div>
  )
  if (choice) {
    return (
      <div className="engine-split">
        {shown}
        <SplitPane
          List={Beside}
          screen={screen}
          page={page}
          choice={choice}
          records={list.isPlaceholderData || list.isPending ? undefined : table.records}
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
