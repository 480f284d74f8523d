import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { textOf } from '../../core/fields'
import type { BrowserScreenPlan, TimelinePlan } from '../../core/plan'
import type { HistoryEntry, TimelinePoint, TimelineResponse } from '../../core/wire'
import { formatDateTime } from '../../core/dateTime'
import { ChartCanvas } from '../charts/ChartCanvas'
import { useLook } from '../charts/useLook'
import { useServices } from '../context'
import { tellsHistory } from '../data/historyQuery'
import { Tag } from '../fields/controls/Tag'
import { messages, say } from '../laterMessages'
import { bodyOrThrow } from '../request'
import { useColumnsContext } from '../table/useColumnsContext'
import { AppLink } from '../ui/AppLink'
import { ListNotice } from '../ui/ListNotice'
import { timelineOption } from './timelineOption'
import { timelineRows, type TimelineRow } from './timelineRows'
import { useHistory } from './useHistory'
import './timeline.css'

interface TimelineProps {
  screen: BrowserScreenPlan
  plan: TimelinePlan
  recordId: string
  onCount: (count: number) => void
}

/** The life of a record: lanes of what happened and a number that changed meanwhile, as a picture and as tables of the same. */
export function Timeline({ screen, plan, recordId, onCount }: TimelineProps) {
  const { request } = useServices()
  const { entity } = screen
  const { data, error, refetch } = useQuery({
    queryKey: ['timeline', entity, recordId],
    queryFn: async ({ signal }) =>
      bodyOrThrow(
        await request<TimelineResponse>({ method: 'GET', url: '/api/timeline', values: { entity, id: recordId }, signal, quiet: true }),
      ),
  })
  const steps = useHistory(screen, recordId, tellsHistory(screen))
  const history = steps.data ?? none
  const rows = useMemo(() => data && timelineRows(plan, data, history, screen), [plan, data, history, screen])
  useEffect(() => {
    if (rows) onCount(rows.length)
  }, [rows, onCount])

  if (error) return <ListNotice kind="failed" message={error.message} onRetry={() => void refetch()} />
  if (!rows) return <div className="engine-record-loading">{say('loading')}</div>
  if (rows.length === 0) return <p className="engine-record-empty">{messages['timeline.empty']}</p>
  return <Picture screen={screen} plan={plan} rows={rows} line={data?.line ?? noPoints} beyond={data?.beyond === true} />
}

const none: readonly HistoryEntry[] = []
const noPoints: readonly TimelinePoint[] = []

interface PictureProps {
  screen: BrowserScreenPlan
  plan: TimelinePlan
  rows: readonly TimelineRow[]
  line: readonly TimelinePoint[]
  beyond: boolean
}

function Picture({ screen, plan, rows, line, beyond }: PictureProps) {
  const titles = useColumnsContext(screen, screen.states)
  const look = useLook(true)
  const [isDrawn, setDrawn] = useState(true)
  const giveUp = useCallback(() => setDrawn(false), [])
  const table = useRef<HTMLTableElement>(null)
  const option = useMemo(() => timelineOption({ plan, rows, line, titles, look }), [plan, rows, line, titles, look])
  const open = (index: number, series: number): void => {
    if (series === 0) table.current?.rows[index + 1]?.querySelector<HTMLElement>('a')?.click()
  }
  return (
    <div className="engine-timeline">
      {isDrawn && (
        <div className={line.length > 0 ? 'engine-timeline-picture' : 'engine-timeline-picture engine-timeline-low'}>
          <ChartCanvas option={option} onPress={open} onUndrawable={giveUp} />
        </div>
      )}
      {beyond && <p className="engine-chart-left">{messages['timeline.beyond']}</p>}
      <div className="engine-timeline-rows">
        <table ref={table}>
          <caption className="engine-hidden">{messages['timeline.events']}</caption>
          <thead>
            <tr>
              <th scope="col">{messages['timeline.at']}</th>
              <th scope="col">{messages['timeline.lane']}</th>
              <th scope="col">{messages['timeline.what']}</th>
              <th scope="col">{messages['timeline.state']}</th>
              <th scope="col">{messages['timeline.about']}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.lane} ${row.at} ${row.title} ${row.label}`} row={row} lane={plan.lanes[row.lane]?.title ?? ''} />
            ))}
          </tbody>
        </table>
      </div>
      {plan.line && line.length > 0 && <LineTable fields={plan.line.values} line={line} titles={titles} />}
    </div>
  )
}

function Row({ row: { at, title, label, about, state, address }, lane }: { row: TimelineRow; lane: string }) {
  return (
    <tr>
      <td>
        <time dateTime={at}>{at.length === 10 ? at : formatDateTime(at)}</time>
      </td>
      <td>{lane}</td>
      <td>
        {title} {address === undefined ? <strong>{label}</strong> : <AppLink href={address}>{label}</AppLink>}
      </td>
      <td>{state && <Tag text={state.title} color={state.color} />}</td>
      <td>{about}</td>
    </tr>
  )
}

interface LineTableProps {
  fields: NonNullable<TimelinePlan['line']>['values']
  line: readonly TimelinePoint[]
  titles: Parameters<typeof textOf>[1]
}

/** The numbers of the line, the latest first. */
function LineTable({ fields, line, titles }: LineTableProps) {
  return (
    <details className="engine-disclosure">
      <summary>{say('timeline.numbers', { title: fields[0]?.title ?? '', count: line.length })}</summary>
      <div className="engine-timeline-rows">
        <table>
          <thead>
            <tr>
              <th scope="col">{messages['timeline.at']}</th>
              {fields.map(({ name, title }) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {line.toReversed().map(({ at, values }) => (
              <tr key={at}>
                <td>{at.slice(0, 10)}</td>
                {fields.map((field, index) => (
                  <td key={field.name}>{textOf(field, titles)(values[index])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
