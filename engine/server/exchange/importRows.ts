import { sql } from 'kysely'
import { isEmptyValue } from '../../core/fields'
import type { ImportPlan } from '../../core/plan'
import { warningKey } from '../../core/record/warnings'
import { problemOf } from '../errorHandler'
import type { WriteContext } from '../record/context'
import { create, type SaveAccess } from '../record/save'
import { duplicateOf } from '../record/brokenKey'
import type { ImportSheet } from './importSheet'
import { ReferenceReader } from './referenceReader'
import { columnOf, rowProblem, RowsRefusal, RowsWarning, tryRow, type Refused, type RowProblem, type Values } from './sheetRow'

/**
 * Creates a record of each row through the pipeline that forms use, completed first where a rule does. Every row is tried, also after one that is wrong, so that all mistakes
 * are told at once, and then all that is to be confirmed. Returns how many.
 * @throws RowsRefusal when any row is wrong, RowsWarning when any is to be confirmed
 */
export async function importRows(
  context: WriteContext,
  access: SaveAccess,
  sheet: ImportSheet,
  complete?: ImportPlan['complete'],
): Promise<number> {
  const references = new ReferenceReader(context)
  const problems: RowProblem[] = []
  const toConfirm: RowProblem[] = []
  const { warnings } = context.flow
  warnings.collect()
  for (const row of sheet.rows) {
    const known = warnings.count
    problems.push(...(await tryRow(context, sheet, row, references, (values) => refusalsOf(context, access, values, complete))))
    for (const { path, detail } of warnings.since(known)) toConfirm.push(rowProblem(row.number, columnOf(sheet, path), detail))
  }
  if (problems.length > 0) throw new RowsRefusal(problems)
  const key = warningKey(JSON.stringify(toConfirm))
  if (toConfirm.length > 0 && !warnings.isConfirmed(key)) throw new RowsWarning(toConfirm, key)
  return sheet.rows.length
}

/** Creates the record, or says why not; then the transaction is as it was before. */
async function refusalsOf(
  context: WriteContext,
  access: SaveAccess,
  values: Values,
  complete: ImportPlan['complete'],
): Promise<readonly Refused[]> {
  const { trx, writing } = context
  await sql`savepoint import_row`.execute(trx)
  try {
    await create(context, access, complete ? await completed(context, values, complete) : values)
    await sql`release savepoint import_row`.execute(trx)
    return []
  } catch (error) {
    const problem = duplicateOf(writing.services.plan, error) ?? problemOf(error, { method: 'POST' })
    // Not the row's fault: another transaction was in the way, or we are broken.
    if (problem.status >= 500) throw error
    await sql`rollback to savepoint import_row`.execute(trx)
    const { errors = [] } = problem.extras
    return errors.length > 0 ? errors : [{ path: '', detail: problem.message }]
  }
}

/** A rule fills what it is there for, and only where the cell is empty. */
async function completed(context: WriteContext, values: Values, { fields, rule }: NonNullable<ImportPlan['complete']>): Promise<Values> {
  const line = { ...values }
  await context.writing.services.extensions.line[rule]?.(context.tools, { line })
  const filled = fields.filter((name) => isEmptyValue(values[name]) && !isEmptyValue(line[name]))
  return { ...values, ...Object.fromEntries(filled.map((name) => [name, line[name]])) }
}
