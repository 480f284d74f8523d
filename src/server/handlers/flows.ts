import type { Handler, HandlerCall } from '../../../engine/server/extensions'

export const quotaFlows: Handler = (call) => flowsOf(call, 'f.quota_id')
export const customerLineFlows: Handler = (call) => flowsOf(call, 'f.customer_line_id')

/** The ledger of a quota or line, newest first; rows follow the visibility of what they belong to. */
async function flowsOf({ kysely, visible, params }: HandlerCall, column: 'f.quota_id' | 'f.customer_line_id') {
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
      .where(column, '=', params['id'] ?? '')
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
