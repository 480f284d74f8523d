import { problemWords, type SchemaProblem } from '../spec/problem'
import { say } from './messages'

interface ProblemListProps {
  problems: readonly SchemaProblem[]
  path: string
  onGo: (problem: SchemaProblem) => void
}

/** Of a text that is wrong from end to end the first will do. */
const MAX_SHOWN = 200

/** What the check says, of this file first. */
export function ProblemList({ problems, path, onGo }: ProblemListProps) {
  if (problems.length === 0) return <p className="playground-note">{say('problems.none')}</p>
  const sorted = [...problems.filter(({ file }) => file === path), ...problems.filter(({ file }) => file !== path)]
  return (
    <ul className="playground-problems" aria-label={say('problems.title')}>
      {sorted.slice(0, MAX_SHOWN).map((problem, index) => (
        <li key={index}>
          <button type="button" onClick={() => onGo(problem)}>
            <span className="playground-problem-place">
              {problem.file === path ? '' : `${problem.file}:`}
              {problem.line}:{problem.column}
            </span>
            <span>{problemWords(problem)}</span>
          </button>
        </li>
      ))}
      {sorted.length > MAX_SHOWN && <li className="playground-note">{say('problems.more', { count: sorted.length - MAX_SHOWN })}</li>}
    </ul>
  )
}
