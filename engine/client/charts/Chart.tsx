import { useCallback, useId, useMemo, useState } from 'react'
import type { Titles } from '../../core/fields'
import type { ChartPlan } from '../../core/plan'
import type { ChartData } from '../../core/wire'
import { messages, say } from '../laterMessages'
import { ChartCanvas } from './ChartCanvas'
import { chartOption } from './chartOption'
import { chartTable, isDrawable, leftOut, type ChartTable } from './chartTable'
import { useLook } from './useLook'

/** A group of a chart that a list can be filtered by. */
export interface PressableGroup {
  pressed: boolean
  onPress: () => void
}

interface ChartProps {
  plan: ChartPlan
  /** Undefined while it is being loaded. */
  data: ChartData | undefined
  titles: Titles
  /**
   * Returns, for the value of a group, whether the list below is filtered by it and what a click on it does; undefined for a group that
   * cannot be filtered by. The function is undefined where there is no list to filter.
   */
  groupOf: ((value: unknown) => PressableGroup | undefined) | undefined
}

/** One chart, as a picture or as a table. The table is always there, hidden while the picture is shown, because screen readers need it. */
export function Chart({ plan, data: response, titles, groupOf }: ChartProps) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const [undrawable, setUndrawable] = useState(false)
  const table = useMemo(() => response && chartTable(plan, response, titles), [plan, response, titles])
  const look = useLook(groupOf !== undefined && table?.groups.some(({ value }) => groupOf(value) !== undefined) === true)
  const option = useMemo(() => table && chartOption(plan, table, look), [plan, table, look])
  const giveUp = useCallback(() => setUndrawable(true), [])
  const isEmpty = table !== undefined && !isDrawable(plan, table)
  const isTable = asTable || undrawable
  const left = response && table && leftOut(plan, response, { groups: table.groups.length, lines: table.lines.length })

  return (
    <figure className="engine-chart" aria-labelledby={id}>
      <figcaption>
        <span id={id} className="engine-chart-title">
          {plan.title}
        </span>
        {table && !isEmpty && !undrawable && (
          <button type="button" className="engine-link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {messages['charts.table']}
            <span className="engine-hidden">{plan.title}</span>
          </button>
        )}
      </figcaption>
      {!table && <div className="engine-chart-place engine-skeleton-bar engine-skeleton" role="img" aria-label={messages.loading} />}
      {isEmpty && <p className="engine-chart-place engine-chart-empty">{messages['charts.empty']}</p>}
      {table && option && !isEmpty && (
        <>
          {!isTable && (
            <ChartCanvas option={option} onPress={(group) => groupOf?.(table.groups[group]?.value)?.onPress()} onUndrawable={giveUp} />
          )}
          <div className={isTable ? 'engine-chart-place engine-chart-scroll' : 'engine-hidden'}>
            <TableOf plan={plan} table={table} groupOf={isTable ? groupOf : undefined} />
          </div>
        </>
      )}
      {left !== undefined && <p className="engine-chart-left">{left}</p>}
    </figure>
  )
}

function TableOf({ plan, table, groupOf }: { plan: ChartPlan; table: ChartTable; groupOf: ChartProps['groupOf'] }) {
  return (
    <table className="engine-chart-table">
      <caption className="engine-hidden">{plan.title}</caption>
      <thead>
        <tr>
          <th scope="col">{plan.x.title}</th>
          {table.lines.map(({ key, title, series: { unit } }) => (
            <th key={key} scope="col">
              {unit === undefined ? title : say('charts.counted', { title, unit })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.groups.map(({ title, value }, index) => {
          const group = groupOf?.(value)
          return (
            <tr key={JSON.stringify(value ?? title)}>
              <th scope="row">
                {group ? (
                  <button
                    type="button"
                    className="engine-link"
                    aria-pressed={group.pressed}
                    title={say(group.pressed ? 'figures.unpress' : 'figures.press', { title })}
                    onClick={group.onPress}
                  >
                    {title}
                  </button>
                ) : (
                  title
                )}
              </th>
              {table.cells[index]?.map(({ text }, line) => (
                <td key={table.lines[line]?.key}>{text}</td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
