import type { EntityPlan, FieldPlan, LinesPlan } from '../../core/plan'
import { storedDifference } from '../../core/record/difference'
import { computeFormulas, formulasOver } from '../../core/record/formulas'
import { rowsOf, type Values } from '../../core/record/values'
import type { RecordValues } from '../../core/wire'
import type { WriteContext } from './context'
import { updateComputed, updateLine } from './store'

/**
 * After something else than a save has changed a record: computes the formulas that the change reaches, and writes those that are stored. The
 * version stays.
 * @param stored the record as its formulas were stored @param after with what has changed, completed in place
 * @param changed names; a column is called `<lines>.<name>`
 * @param beside fields of the record that are written together with its formulas
 */
export async function recompute(
  context: WriteContext,
  entity: EntityPlan,
  stored: RecordValues,
  after: RecordValues,
  changed: Iterable<string>,
  beside: Values = {},
): Promise<void> {
  const formulas = formulasOver(entity, changed)
  computeFormulas(entity, after, context.environment, formulas)
  const fieldsOf = (lines?: LinesPlan): FieldPlan[] => formulas.filter((formula) => formula.lines === lines).map(({ field }) => field)
  const ofRecord = { ...beside, ...storedDifference(fieldsOf(), stored, after) }
  if (Object.keys(ofRecord).length > 0) await updateComputed(context, entity, after.id, ofRecord)
  for (const lines of new Set(formulas.flatMap((formula) => formula.lines ?? []))) {
    const columns = fieldsOf(lines)
    const rowsBefore = rowsOf(stored, lines.name)
    for (const [index, row] of rowsOf(after, lines.name).entries())
      await updateLine(context, lines, String(row['id']), storedDifference(columns, rowsBefore[index] ?? {}, row))
  }
}
