/**
 * Charts above a table. They are loaded separately, so the table neither waits for them nor fails with them.
 *
 *   Charts        loads the data of all charts in one request
 *    └─ Chart     one chart, as a picture or as a table
 *        └─ ChartCanvas   loads echarts and draws
 */
import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BrowserScreenPlan, ChartPlan, SearchPlan } from '../../core/plan'
import type { ChartsResponse } from '../../core/wire'
import { useServices } from '../context'
import type { Filters } from '../data/listState'
import { usePreference } from '../data/usePreference'
import { asksFor, pressedFilters } from './pressedFilters'
import { messages } from '../laterMessages'
import { bodyOrThrow } from '../request'
import { useColumnsContext } from '../table/useColumnsContext'
import { Chart, type PressableGroup } from './Chart'
import { groupFilter } from './groupFilter'
import './charts.css'

export interface ChartsProps {
  /** The screen that the table belongs to. */
  screen: BrowserScreenPlan
  states: BrowserScreenPlan['states']
  charts: readonly ChartPlan[]
  /** The request for the data: its address, its values, and the key under which the response is cached. */
  query: { url: string; values: Record<string, unknown>; key: QueryKey }
  /** The list below; undefined where there is none that could be filtered. */
  list?: ChartedList
}

/** The list below the charts. A click on a group of a chart filters it by that group. */
export interface ChartedList {
  search: readonly SearchPlan[]
  filters: Filters
  onFilter: (filters: Filters) => void
}

/** In a window that is lower, in px, charts would leave less than a page of rows: there they are folded until they are asked for. */
const ROOM_FOR_BOTH = 1000

export function Charts({ screen, states, charts, query, list }: ChartsProps) {
  const { request } = useServices()
  const titles = useColumnsContext(screen, states)
  const [folded, setFolded] = usePreference<boolean>(`charts:${query.url}:folded`, list !== undefined && window.innerHeight < ROOM_FOR_BOTH)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: query.key,
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<ChartsResponse>({ method: 'GET', url: query.url, values: query.values, signal, quiet: true })),
    placeholderData: keepPreviousData,
    enabled: !folded,
  })
  // With the data, not after it. What fails here is said when it is drawn.
  useEffect(() => {
    if (!folded) void import('./drawChart').catch(() => undefined)
  }, [folded])

  return (
    <section className={`engine-charts${isPlaceholderData ? ' engine-charts-old' : ''}`} aria-label={messages['charts.label']}>
      <button type="button" className="engine-link engine-charts-fold" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
        {messages[folded ? 'charts.unfold' : 'charts.fold']}
      </button>
      {!folded && error && (
        <p className="engine-charts-failed" role="alert">
          {messages['charts.failed']}
          <button type="button" className="engine-link" onClick={() => void refetch()}>
            {messages.retry}
          </button>
        </p>
      )}
      {!folded && (data || !error) && (
        <div className="engine-charts-all">
          {charts.map((chart) => (
            <Chart
              key={chart.name}
              plan={chart}
              data={data?.charts[chart.name]}
              titles={titles}
              groupOf={list && ((value) => groupIn(list, chart, value))}
            />
          ))}
        </div>
      )}
    </section>
  )
}

/** Whether the list is filtered by the group of this value, and what a click on the group does; undefined when the list has no such filter. */
function groupIn({ search, filters, onFilter }: ChartedList, chart: ChartPlan, value: unknown): PressableGroup | undefined {
  const filter = groupFilter(chart, value, search)
  return filter && { pressed: asksFor(filter, filters), onPress: () => onFilter(pressedFilters(filter, filters)) }
}
