import type { HistoryEntry, RecordValues } from '../../core/wire'
import type { EntityPlan } from '../../core/plan'
import type { WriteContext } from './context'
import { writerId } from './store'

export interface HistoryLine {
  /** Name of what was done: `create`, `edit`, `delete`, or an action. */
  action: string
  title: string
  /** State codes. */
  from?: string
  to?: string
  opinion?: string
  changes?: NonNullable<HistoryEntry['changes']>
  extra?: Record<string, unknown>
}

/** Writes into a document's history who did what and when (invariant I-13); it is never changed afterwards. */
export async function addHistory(
  { trx, user, environment }: WriteContext,
  entity: EntityPlan,
  record: RecordValues,
  line: HistoryLine,
): Promise<void> {
  const label = record[entity.label]
  await trx
    .insertInto('document_history')
    .values({
      entity: entity.name,
      document_id: record.id,
      document_label: label === null || label === undefined ? null : String(label),
      action: line.action,
      action_title: line.title,
      from_state: line.from ?? null,
      to_state: line.to ?? null,
      opinion: line.opinion ?? null,
      changes: line.changes && line.changes.length > 0 ? JSON.stringify(line.changes) : null,
      extra: line.extra && Object.keys(line.extra).length > 0 ? JSON.stringify(line.extra) : null,
      operator_id: writerId(user),
      operator_name: user.name === '' ? null : user.name,
      at: environment.now,
    })
    .execute()
}
