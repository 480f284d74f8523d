import type { FieldProblem } from '../../core/wire'
import { say } from '../messages'
import type { FormModel } from './model'
import { targetOf } from './problemTarget'

/** A longer list is not read; what is left is told again after the next try. */
const MOST_SHOWN = 8

interface ErrorSummaryProps {
  model: FormModel
  problems: readonly FieldProblem[]
  onSelect: (problem: FieldProblem) => void
}

/** What keeps a form from being saved, at its top, each leading to its place. Read out when it appears. */
export function ErrorSummary({ model, problems, onSelect }: ErrorSummaryProps) {
  if (problems.length === 0) return null
  const hidden = problems.length - MOST_SHOWN
  return (
    <div role="alert" className="engine-form-problems">
      <strong>{say('form.problems', { count: problems.length })}</strong>
      <ul>
        {problems.slice(0, MOST_SHOWN).map((problem, index) => (
          <li key={`${problem.path} ${index}`}>
            {targetOf(model, problem) ? (
              <button type="button" className="engine-link engine-link-danger" onClick={() => onSelect(problem)}>
                {problem.detail}
              </button>
            ) : (
              problem.detail
            )}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{say('form.moreProblems', { count: hidden })}</p>}
    </div>
  )
}
