import { Button } from '../ui/Button'
import { say } from '../laterMessages'
import { RequestError } from '../request'
import './record.css'

interface RecordStateProps {
  error: Error
  onRetry: () => void
  onBack: () => void
}

const NOT_FOUND = 404
const FORBIDDEN = 403

/** In place of a record that cannot be shown: what is the matter, and what to do. */
export function RecordState({ error, onRetry, onBack }: RecordStateProps) {
  const status = error instanceof RequestError ? error.failure.status : undefined
  const isFinal = status === NOT_FOUND || status === FORBIDDEN
  const text =
    status === NOT_FOUND
      ? say('record.notFound')
      : status === FORBIDDEN
        ? say('record.forbidden')
        : `${say('record.failed')}${say('colon')}${error.message}`
  return (
    <div role="alert" className="engine-record-state">
      <p>{text}</p>
      <p>
        {!isFinal && (
          <Button look="primary" onClick={onRetry}>
            {say('retry')}
          </Button>
        )}
        <Button onClick={onBack}>{say('record.back')}</Button>
      </p>
    </div>
  )
}

/** In place of a page that shows a record and whose address names none. */
export function NoRecord({ onBack }: Pick<RecordStateProps, 'onBack'>) {
  return <OnlyBack text={say('record.unnamed')} onBack={onBack} />
}

/** In place of a page that the user may not open. */
export function NotAllowed({ onBack }: Pick<RecordStateProps, 'onBack'>) {
  return <OnlyBack text={say('record.forbidden')} onBack={onBack} />
}

function OnlyBack({ text, onBack }: { text: string; onBack: () => void }) {
  return (
    <div role="alert" className="engine-record-state">
      <p>{text}</p>
      <p>
        <Button onClick={onBack}>{say('record.back')}</Button>
      </p>
    </div>
  )
}

/** Grey lines while the record is on its way; they appear only when it takes longer than a blink (record.css). */
export function RecordSkeleton({ atOnce = false }: { atOnce?: boolean }) {
  return (
    <div
      className={`engine-record-skeleton${atOnce ? '' : ' engine-record-skeleton-later'}`}
      role="status"
      aria-label={say('record.loading')}
    >
      {Array.from({ length: 12 }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  )
}
