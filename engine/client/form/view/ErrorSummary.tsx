import { Fragment, useLayoutEffect, useMemo, useRef } from 'react'
import type { FieldProblem } from '../../../core/wire'
import { say } from '../../laterMessages'
import { observer } from '../model/formily'
import type { FormModel } from '../model/formModel'
import { watchProblem } from '../model/openProblems'
import { targetOf } from '../model/problemTarget'

/** Users do not read a longer list; the rest is shown after the next try. */
const MAX_SHOWN = 8

interface ErrorSummaryProps {
  model: FormModel
  problems: readonly FieldProblem[]
  onSelect: (problem: FieldProblem) => void
}

/**
 * What keeps a form from being saved, each leading to its place; fields that are empty are named in one line. Read out when it appears; what is
 * mended is taken out, which is not read out again, and its room stays until the next try, so that nothing moves under the pointer. Its subscription
 * is to the marks alone, so that a keystroke that mends nothing does not draw it.
 */
export const ErrorSummary = observer(function ErrorSummary({ model, problems, onSelect }: ErrorSummaryProps) {
  const watches = useMemo(() => problems.map((problem) => watchProblem(model, problem)), [model, problems])
  const open = watches.flatMap((watch) => watch() ?? [])
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!box.current) return
    box.current.style.minHeight = ''
    box.current.style.minHeight = `${box.current.offsetHeight}px`
  }, [problems])
  if (problems.length === 0) return null
  const empty = open.flatMap((problem) => emptyField(model, problem) ?? [])
  const others = open.filter((problem) => emptyField(model, problem) === undefined)
  const hidden = others.length - MAX_SHOWN
  return (
    <div
      ref={box}
      role="alert"
      aria-atomic="false"
      aria-relevant="additions"
      className={open.length > 0 ? 'engine-form-problems' : 'engine-form-problems engine-form-mended'}
    >
      <strong>{open.length > 0 ? say('form.problems', { count: open.length }) : say('form.mended')}</strong>
      <ul>
        {empty.length > 0 && (
          <li>
            {say('form.empty')}
            {empty.map(({ problem, title }, index) => (
              <Fragment key={problem.path}>
                {index > 0 && say('enumerate')}
                <button type="button" className="engine-link engine-link-danger" onClick={() => onSelect(problem)}>
                  {title}
                </button>
              </Fragment>
            ))}
          </li>
        )}
        {others.slice(0, MAX_SHOWN).map((problem, index) => (
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
})

/** A field of the form that has only to be filled. */
function emptyField(model: FormModel, problem: FieldProblem): { problem: FieldProblem; title: string } | undefined {
  const { lines, name } = targetOf(model, problem) ?? {}
  const field = lines === undefined && name !== undefined && problem.rule === 'required' ? model.items.get(name) : undefined
  return field && { problem, title: field.plan.field.title }
}
