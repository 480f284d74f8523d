import { sql } from 'kysely'
import { writerId } from '../../../engine/server/record/store'
import type { WriteContext } from '../../../engine/server/record/context'
import type { PastStep } from '../seed/insertRows'

/** Takes many rows of master data through one step at once, with its history; the rules of the action are not run. */
export async function advanceRows(context: WriteContext, entityName: string, ids: readonly string[], step: PastStep): Promise<void> {
  if (ids.length === 0) return
  const entity = context.writing.entity(entityName)
  const { trx, environment } = context
  const operatorId = step.operator?.id ?? writerId(context.user)
  await trx
    .updateTable(entity.table)
    .set({ status: step.to, version: sql`version + 1`, updated_by_id: operatorId, updated_at: environment.now })
    .where('id', 'in', ids)
    .where('status', '=', step.from)
    .execute()
  await trx
    .insertInto('document_history')
    .values(
      ids.map((id) => ({
        entity: entity.name,
        document_id: id,
        action: step.action,
        action_title: step.title,
        from_state: step.from,
        to_state: step.to,
        opinion: step.opinion ?? null,
        operator_id: operatorId,
        operator_name: step.operator?.name ?? context.user.name,
        at: environment.now,
      })),
    )
    .execute()
}
