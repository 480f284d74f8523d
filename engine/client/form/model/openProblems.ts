import type { FieldProblem } from '../../../core/wire'
import type { LinesModel } from './linesModel'
import type { FormModel } from './formModel'
import { movedTo } from './problemText'
import { targetOf } from './problemTarget'

/** What a problem has become; undefined once it is mended. What it reads is tracked. */
export type ProblemWatch = () => FieldProblem | undefined

/**
 * Follows a problem that has just been marked while its form is filled further: it is mended when its field or cell is no longer marked,
 * or is gone. What could not be marked stays until the next try.
 */
export function watchProblem(model: FormModel, problem: FieldProblem): ProblemWatch {
  const { lines, row, name } = targetOf(model, problem) ?? {}
  const table = lines === undefined ? undefined : model.lines.get(lines)
  const field = name === undefined ? undefined : model.items.get(name)?.field
  let watch: ProblemWatch | undefined
  if (table) watch = watchLines(table, problem, row, name)
  else if (field) watch = () => (field.visible && field.selfErrors.length > 0 ? problem : undefined)
  return watch?.() ? watch : () => problem
}

function watchLines(table: LinesModel, problem: FieldProblem, row = -1, name?: string): ProblemWatch {
  const marked = table.rows()[row]
  if (!marked) return () => (table.field.selfErrors.length > 0 ? problem : undefined)
  return () => {
    const index = table.indexOf(marked)
    if (index < 0) return undefined
    if (name === undefined) return problem
    if (table.problemOf(marked, name) === undefined) return undefined
    return index === row ? problem : movedTo(problem, table.plan.fields[name]?.title ?? name, { lines: table.plan, index })
  }
}
