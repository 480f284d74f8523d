import { useMemo, useRef } from 'react'
import { Button } from '../../client/ui/Button'
import { formatDateTime } from '../../core/dateTime'
import type { OvertakenRelease } from '../../core/wire'
import { say } from '../messages'
import { mergeTexts } from './mergeTexts'
import { TextDifference } from './textPart'

interface ConflictProps {
  overtaken: OvertakenRelease
  /** The text that the draft was made from. */
  base: string
  draft: string
  /** The text to go on with. */
  onResolved: (text: string) => void
  onClose: () => void
}

/** Somebody else was faster: what does not meet is merged already; both texts stand side by side, to take theirs or to merge the rest. */
export function Conflict({ overtaken, base, draft, onResolved, onClose }: ConflictProps) {
  const { version, publishedBy: who, publishedAt, note, text } = overtaken
  const proposed = useMemo(() => mergeTexts(base, draft, text), [base, draft, text])
  const merged = useRef(proposed.text)
  const what =
    version === 0
      ? say('release.overtakenBack', { what: say('release.shipped') })
      : say('release.overtaken', { who, at: formatDateTime(publishedAt), version, note })
  return (
    <section className="playground-conflict" aria-label={say('release.merge')}>
      <p role="alert">{what}</p>
      <p role="status">{proposed.conflicts === 0 ? say('release.mergedAll') : say('release.mergedSome', { count: proposed.conflicts })}</p>
      <p className="playground-note">{say('release.merge')}</p>
      <TextDifference before={text} after={proposed.text} onMerged={(now) => (merged.current = now)} />
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
