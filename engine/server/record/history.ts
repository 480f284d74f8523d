import type { HistoryEntry, RecordValues } from '../../core/wire'
import type { EntityPlan } from '../../core/plan'
import type { WriteContext } from './context'
import { recordName } from './recordName'
import { writerId } from './store'

/** What a performed action is called that was passed over: nothing has happened, so nothing can be taken back. */
export const SKIPPED = 'skipped'

export interface HistoryLine {
  /** Name of what was done: `create`, `edit`, `delete`, `skipped`, or an action. */
  action: string
  title: string
  /** State codes. */
  from?: string
  to?: string
  opinion?: string
  changes?: NonNullable<HistoryEntry['changes']>
  extra?: Record<string, unknown>
  /** The run that this one takes back. */
  undoes?: string
}

/** Stands for the document of what was done to many at once. */
export const manyDocuments = { entity: '', id: '0' }

/** What was done once: a row of the history, and the one that everything it led to began with. */
export interface Run {
  id: string
  rootId: string
  /** Movements that it has booked so far. */
  booked: number
}

/**
 * Writes into a document's history who did what and when (invariant I-13); it is never changed afterwards. What an action of another
 * document has caused names the run of that action; warnings that the user has confirmed stand in it as `confirmed`.
 */
export async function addHistory(context: WriteContext, entity: EntityPlan, record: RecordValues, line: HistoryLine): Promise<Run> {
  const [id = ''] = await addHistories(context, entity, [{ record, line }])
  return { id, rootId: context.flow.cause?.rootId ?? id, booked: 0 }
}

/** `addHistory` for several documents of one entity, each a line of its own; answers the ids of the lines, in their order. */
export async function addHistories(
  context: WriteContext,
  entity: EntityPlan,
  noted: readonly { record: RecordValues; line: HistoryLine }[],
): Promise<string[]> {
  const { trx, user, environment, flow } = context
  const { cause } = flow
  const confirmed = flow.warnings.toNote()
  const rows = []
  for (const { record, line } of noted) {
    const extra = { ...line.extra, ...(confirmed.length > 0 ? { confirmed } : {}) }
    rows.push({
      entity: entity.name,
      document_id: record.id,
      document_label: (await recordName(context, entity, record)) ?? null,
      action: line.action,
      action_title: line.title,
      from_state: line.from ?? null,
      to_state: line.to ?? null,
      opinion: line.opinion ?? null,
      changes: line.changes && line.changes.length > 0 ? JSON.stringify(line.changes) : null,
      extra: Object.keys(extra).length > 0 ? JSON.stringify(extra) : null,
      operator_id: writerId(user),
      operator_name: user.name === '' ? null : user.name,
      at: environment.now,
      cause_id: cause?.id ?? null,
      root_id: cause?.rootId ?? null,
      undoes_id: line.undoes ?? null,
    })
  }
  const inserted = await trx.insertInto('document_history').values(rows).returning('id').execute()
  if (inserted.length !== rows.length)
    throw new Error(`${entity.name}: ${inserted.length} of ${rows.length} lines of history were inserted`)
  return inserted.map(({ id }) => String(id))
}

/** The run of what is done to many documents at once, which stands in the history of none of them. */
export async function beginRunOfMany({ trx, user, environment }: WriteContext, action: string, title: string): Promise<Run> {
  const { id } = await trx
    .insertInto('document_history')
    .values({
      entity: manyDocuments.entity,
      document_id: manyDocuments.id,
      action,
      action_title: title,
      operator_id: writerId(user),
      operator_name: user.name === '' ? null : user.name,
      at: environment.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: String(id), rootId: String(id), booked: 0 }
}
