import { useEffect } from 'react'
import { formatDateTime } from '../../core/dateTime'
import type { BrowserScreenPlan } from '../../core/plan'
import type { HistoryEntry } from '../../core/wire'
import { formatText } from '../fields/formatText'
import { Tag } from '../fields/controls/Tag'
import { ListNotice } from '../ui/ListNotice'
import { say } from '../laterMessages'
import { useHistory } from './useHistory'
import './record.css'

interface HistoryProps {
  screen: BrowserScreenPlan
  recordId: string
  onCount?: (count: number) => void
}

/** What has happened to a record, newest first: the step, who, when, in what words, and which fields. */
export function History({ screen, recordId, onCount }: HistoryProps) {
  const { data, error, isPending, refetch } = useHistory(screen, recordId)
  useEffect(() => {
    if (data) onCount?.(data.length)
  }, [data, onCount])

  if (error) return <ListNotice kind="failed" message={error.message} onRetry={() => void refetch()} />
  if (isPending) return <div className="engine-record-loading">{say('loading')}</div>
  if (data.length === 0) return <p className="engine-record-empty">{say('history.empty')}</p>
  return (
    <ol className="engine-history">
      {data.toReversed().map((entry) => (
        <li key={entry.id}>
          <p className="engine-history-head">
            <strong>{entry.actionTitle}</strong>
            <StateChange screen={screen} entry={entry} />
            {entry.operator && (
              <span>
                {say('history.operator')} {entry.operator}
              </span>
            )}
            <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          </p>
          {entry.opinion && <p className="engine-history-opinion">{say('history.opinion', { opinion: entry.opinion })}</p>}
          {entry.changes && entry.changes.length > 0 && (
            <details className="engine-disclosure">
              <summary>
                {say('history.changes')} ({entry.changes.length})
              </summary>
              <ul>
                {entry.changes.map(({ field, title, before, after }) => (
                  <li key={field}>{say('history.change', { title, before: formatText(before), after: formatText(after) })}</li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}

function StateChange({ screen: { states = {} }, entry: { from, to } }: { screen: BrowserScreenPlan; entry: HistoryEntry }) {
  if (to === undefined || from === to) return null
  return (
    <span>
      {from !== undefined && (
        <>
          <Tag text={states[from]?.title ?? from} color={states[from]?.color} /> →{' '}
        </>
      )}
      <Tag text={states[to]?.title ?? to} color={states[to]?.color} />
    </span>
  )
}
