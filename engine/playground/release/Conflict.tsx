import { useRef } from 'react'
import { Button } from '../../client/ui/Button'
import { formatDateTime } from '../../core/dateTime'
import type { OvertakenRelease } from '../../core/wire'
import { say } from '../messages'
import { TextDifference } from './textPart'

interface ConflictProps {
  overtaken: OvertakenRelease
  draft: string
  /** The text to go on with. */
  onResolved: (text: string) => void
  onClose: () => void
}

/** Somebody else was faster: both texts side by side, to take theirs or to merge. */
export function Conflict({ overtaken, draft, onResolved, onClose }: ConflictProps) {
  const merged = useRef(draft)
  const { version, publishedBy: who, publishedAt, note, text } = overtaken
  const what =
    version === 0
      ? say('release.overtakenBack', { what: say('release.shipped') })
      : say('release.overtaken', { who, at: formatDateTime(publishedAt), version, note })
  return (
    <section className="playground-conflict" aria-label={say('release.merge')}>
      <p role="alert">{what}</p>
      <p className="playground-note">{say('release.merge')}</p>
      <TextDifference before={text} after={draft} onMerged={(now) => (merged.current = now)} />
      <div className="playground-release-bar">
        <Button look="primary" onClick={() => onResolved(merged.current)}>
          {say('release.takeMerged')}
        </Button>
        <Button onClick={() => onResolved(text)}>{say('release.takeTheirs')}</Button>
        <Button look="text" onClick={onClose}>
          {say('release.leaveConflict')}
        </Button>
      </div>
    </section>
  )
}
