import { formatProblem } from '../../spec/problem'
import { say } from '../messages'
import type { Comparison } from './comparison'

interface ChangesProps {
  comparison: Comparison
  sameText: boolean
  /** The text has mistakes: this is about the last one without. */
  isEarlier: boolean
}

/** What a draft changes, in words; whose settings it touches; and what cannot be published of it. */
export function Changes({ comparison: { words, beyond, touched }, sameText, isEarlier }: ChangesProps) {
  return (
    <div className="playground-changes">
      {isEarlier && (
        <p role="status" className="playground-release-remark">
          {say('release.lastGood')}
        </p>
      )}
      {words.length === 0 ? (
        // What the text with its mistakes would change, nobody knows.
        !isEarlier && <p className="playground-note">{say(sameText ? 'release.same' : 'release.sameWords')}</p>
      ) : (
        <ul aria-label={say('release.changes')}>
          {words.map((line, index) => (
            // Two pages may say the same.
            <li key={index}>{line}</li>
          ))}
        </ul>
      )}
      {touched > 0 && <p className="playground-note">{say('release.touched', { count: touched })}</p>}
      {beyond.length > 0 && (
        <div role="alert" className="playground-release-remark">
          <p>{say('release.beyond')}</p>
          <ul>
            {beyond.map((problem) => (
              <li key={formatProblem(problem)}>{formatProblem(problem)}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
