import type { FieldProblem } from '../../core/wire'
import { say } from '../messages'
import type { FormModel } from './model'

/** Where in a form a problem is: a field, or a table, a row of it, a cell of that. */
export interface ProblemTarget {
  /** Line table. */
  lines?: string
  /** Index of the row. */
  row?: number
  name?: string
}

/** Undefined when it belongs to nothing that this form shows. Addresses come from outside: only names that the form has are taken. */
export function targetOf(model: FormModel, { path }: FieldProblem): ProblemTarget | undefined {
  const [root = '', index, name] = path.split('.')
  const table = model.lines.get(root)
  if (!table) return model.items.get(root)?.field.visible ? { name: root } : undefined
  const row = Number(index)
  if (index === undefined || !table.rows()[row]) return { lines: root }
  return { lines: root, row, ...(name !== undefined && Object.hasOwn(table.plan.fields, name) ? { name } : {}) }
}

/** The text of a problem away from its place, so that a row is named. */
export function problemText(model: FormModel, problem: FieldProblem): string {
  const target = targetOf(model, problem)
  const table = target?.lines === undefined ? undefined : model.lines.get(target.lines)
  if (!table || target?.row === undefined) return problem.detail
  return say('check.row', { table: table.plan.title, row: target.row + 1, text: problem.detail })
}
