import { notFound } from '../../../engine/server/problem'
import type { Handler, HandlerCall } from '../rules/types'

export const quotaFlows: Handler<'quotaFlows'> = (call) => flowsOf(call, { entity: 'quota', table: 'quota', column: 'f.quota_id' })
export const customerLineFlows: Handler<'customerLineFlows'> = (call) =>
  flowsOf(call, { entity: 'customerLine', table: 'customer_line', column: 'f.customer_line_id' })

/** The ledger of a quota or line, newest first; 404 when the user does not see what it belongs to. */
async function flowsOf(
  { kysely, visible, params }: HandlerCall<'quotaFlows' | 'customerLineFlows'>,
  { entity, table, column }: { entity: 'quota' | 'customerLine'; table: string; column: 'f.quota_id' | 'f.customer_line_id' },
) {
  const holders = kysely.selectFrom(`${table} as h`).select('h.id').where('h.id', '=', params.id)
  if (!(await visible(entity, 'h', holders).executeTakeFirst())) throw notFound()
  const rows = await visible(
    'quotaFlow',
    'f',
    kysely
      .selectFrom('quota_flow as f')
      .select([
        'f.id',
        'f.flow_no',
        'f.flow_type',
        'f.amount',
        'f.reserved_after',
        'f.used_after',
        'f.doc_type',
        'f.doc_no',
        'f.occurred_at',
      ])
      .where(column, '=', params.id)
      .orderBy('f.id', 'desc')
      .limit(200),
  ).execute()
  return {
    records: rows.map((row) => ({
      id: String(row['id']),
      flowNo: row['flow_no'],
      flowType: row['flow_type'],
      amount: row['amount'],
      reservedAfter: row['reserved_after'],
      usedAfter: row['used_after'],
      docType: row['doc_type'],
      docNo: row['doc_no'],
      occurredAt: row['occurred_at'],
    })),
  }
}
