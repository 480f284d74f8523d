import type { FieldProblem } from '../../../core/wire'
import type { FormModel } from './formModel'

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

/** As many fields stand in a window together, each with what is wrong with it. */
const fieldsInSight = 5

/** The problems listed above a form. A short form lists only those that stand beside none of its fields, so that none is told twice. */
export function listedProblems(model: FormModel, problems: readonly FieldProblem[]): readonly FieldProblem[] {
  if (model.lines.size > 0 || model.items.size > fieldsInSight) return problems
  return problems.filter((problem) => targetOf(model, problem) === undefined)
}
