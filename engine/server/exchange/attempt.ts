import { sql } from 'kysely'
import { warningKey } from '../../core/record/warnings'
import { problemOf } from '../errorHandler'
import { duplicateOf } from '../record/brokenKey'
import type { WriteContext } from '../record/context'
import { RowsRefusal, RowsWarning, type Refused, type RowProblem } from './sheetRow'

/** Writes, or says why not; then the transaction is as it was before. */
export async function refusalsOf(context: WriteContext, write: () => Promise<unknown>): Promise<readonly Refused[]> {
  const { trx } = context
  await sql`savepoint import_row`.execute(trx)
  try {
    await write()
    await sql`release savepoint import_row`.execute(trx)
    return []
  } catch (error) {
    const refused = refusalOfRow(context, error)
    await sql`rollback to savepoint import_row`.execute(trx)
    return refused
  }
}

/** Why a row is refused. @throws what is not the row's fault: another transaction was in the way, or we are broken */
export function refusalOfRow({ writing }: WriteContext, error: unknown): readonly Refused[] {
  const problem = duplicateOf(writing.services.plan, error) ?? problemOf(error, { method: 'POST' })
  if (problem.status >= 500) throw error
  const { errors = [] } = problem.extras
  return errors.length > 0 ? errors : [{ path: '', detail: problem.message }]
}

/**
 * What is wrong with any row refuses the whole file; what is to be confirmed is confirmed for all of it.
 * @throws RowsRefusal, RowsWarning
 */
export function refuseRows({ flow: { warnings } }: WriteContext, problems: readonly RowProblem[], toConfirm: readonly RowProblem[]): void {
  if (problems.length > 0) throw new RowsRefusal(problems)
  const key = warningKey(JSON.stringify(toConfirm))
  if (toConfirm.length > 0 && !warnings.isConfirmed(key)) throw new RowsWarning(toConfirm, key)
}
