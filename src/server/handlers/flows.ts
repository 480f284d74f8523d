import type { Handler, HandlerContext } from '../ruleTypes'
import { refuseUnseen } from './loadSeen'

export const quotaFlows: Handler<'quotaFlows'> = async (call) => {
  await refuseUnseen(call, 'quota', call.params.id)
  return flowsOf(call, 'f.quota_id', call.params.id)
}

export const customerLineFlows: Handler<'customerLineFlows'> = async (call) => {
  await refuseUnseen(call, 'customerLine', call.params.id)
  return flowsOf(call, 'f.customer_line_id', call.params.id)
}

/** The ledger of a quota or line, newest first. */
async function flowsOf({ kysely, visible }: HandlerContext, column: 'f.quota_id' | 'f.customer_line_id', id: string) {
  const flows = kysely
    .selectFrom('quota_flow as f')
    .select([
      'f.id',
      'f.flow_no as flowNo',
      'f.flow_type as flowType',
      'f.amount',
      'f.reserved_after as reservedAfter',
      'f.used_after as usedAfter',
      'f.doc_type as docType',
      'f.doc_no as docNo',
      'f.occurred_at as occurredAt',
    ])
    .where(column, '=', id)
    .orderBy('f.id', 'desc')
    .limit(200)
  return { records: await visible('quotaFlow', 'f', flows).execute() }
}
