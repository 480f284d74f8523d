import type { ReactNode } from 'react'
import { Button } from './Button'
import { messages, say } from '../messages'

type ListNoticeProps =
  | { kind: 'failed' | 'stale'; message: string; onRetry: () => void }
  | { kind: 'nothingFound'; onClear: () => void }
  /** The children are the next step: what fills the list. */
  | { kind: 'empty'; children: ReactNode }

/** In place of rows, or above old ones: what is the matter, and what to do. */
export function ListNotice(props: ListNoticeProps) {
  switch (props.kind) {
    case 'failed':
    case 'stale':
      return (
        <div role="alert" className={`engine-notice engine-notice-${props.kind}`}>
          <span>{say('table.failed', { message: props.message })}</span>
          <Button onClick={props.onRetry}>{messages.retry}</Button>
        </div>
      )
    case 'nothingFound':
      return (
        <div className="engine-notice">
          <span>{messages['list.emptyFiltered']}</span>
          <Button onClick={props.onClear}>{messages['list.clearFilters']}</Button>
        </div>
      )
    case 'empty':
      return (
        <div className="engine-notice">
          <span>{messages['table.empty']}</span>
          {props.children}
        </div>
      )
  }
}
