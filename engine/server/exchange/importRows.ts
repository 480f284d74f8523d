import { sql } from 'kysely'
import { problemOf } from '../errorHandler'
import type { WriteContext } from '../write/context'
import { create, type SaveAccess } from '../write/save'
import { duplicateOf } from '../write/transaction'
import type { ImportSheet } from './importSheet'
import { ReferenceReader } from './referenceReader'
import { RowsRefusal, tryRow, type Refused, type RowProblem, type Values } from './sheetRow'

/**
 * Creates a record of each row through the pipeline that forms use. Every row is tried, also after one that is wrong, so that all mistakes
 * are told at once. Answers how many. @throws RowsRefusal when any row is wrong
 */
export async function importRows(context: WriteContext, access: SaveAccess, sheet: ImportSheet): Promise<number> {
  const references = new ReferenceReader(context)
  const problems: RowProblem[] = []
  for (const row of sheet.rows) {
    problems.push(...(await tryRow(context, sheet, row, references, (values) => refusalsOf(context, access, values))))
  }
  if (problems.length > 0) throw new RowsRefusal(problems)
  return sheet.rows.length
}

/** Creates the record, or says why not; then the transaction is as it was before. */
async function refusalsOf(context: WriteContext, access: SaveAccess, values: Values): Promise<readonly Refused[]> {
  const { trx, writing } = context
  await sql`savepoint import_row`.execute(trx)
  try {
    await create(context, access, values)
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
