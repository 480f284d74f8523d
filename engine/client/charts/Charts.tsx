/**
 * Charts above a table. The table is there without them: they come by themselves and may fail by themselves.
 *
 *   Charts        asks for all of them at once
 *    └─ Chart     one of them, as a picture or as a table
 *        └─ ChartCanvas   loads what draws
 */
import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query'
import type { BrowserScreenPlan, ChartPlan, SearchPlan } from '../../core/plan'
import type { ChartsAnswer } from '../../core/wire'
import { useServices } from '../context'
import type { Filters } from '../data/listState'
import { usePreference } from '../data/usePreference'
import { asksFor, pressedFilters } from '../list/pressedFilters'
import { messages } from '../laterMessages'
import { bodyOrThrow } from '../request'
import { useColumnsContext } from '../table/useColumnsContext'
import { Chart } from './Chart'
import { groupFilter } from './groupFilter'
import './charts.css'

export interface ChartsProps {
  /** Whose pages and states the table has. */
  screen: BrowserScreenPlan
  states: BrowserScreenPlan['states']
  charts: readonly ChartPlan[]
  /** Where they are asked for, and what is said with the question. */
  question: { url: string; values: Record<string, unknown>; key: QueryKey }
  /** Absent where nothing can be filtered. */
  list?: ChartedList
}

/** The list below, which shows the rows of a group that is pressed. */
export interface ChartedList {
  search: readonly SearchPlan[]
  filters: Filters
  onFilter: (filters: Filters) => void
}

export function Charts({ screen, states, charts, question, list }: ChartsProps) {
  const { request } = useServices()
  const titles = useColumnsContext(screen, states)
  const [folded, setFolded] = usePreference<boolean>(`charts:${question.url}:folded`, false)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: question.key,
    queryFn: async ({ signal }) =>
      bodyOrThrow(await request<ChartsAnswer>({ method: 'GET', url: question.url, values: question.values, signal, quiet: true })),
    placeholderData: keepPreviousData,
    enabled: !folded,
  })

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
              answer={data?.charts[chart.name]}
              titles={titles}
              groupOf={list && ((value) => groupIn(list, chart, value))}
            />
          ))}
        </div>
      )}
    </section>
  )
}

/** What pressing a group of this value does to the list; undefined where the list cannot be asked for it. */
function groupIn({ search, filters, onFilter }: ChartedList, chart: ChartPlan, value: unknown): PressableGroup | undefined {
  const filter = groupFilter(chart, value, search)
  return filter && { pressed: asksFor(filter, filters), onPress: () => onFilter(pressedFilters(filter, filters)) }
}

export interface PressableGroup {
  pressed: boolean
  onPress: () => void
}
