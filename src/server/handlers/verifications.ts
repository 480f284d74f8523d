/** E-27: a distribution of receipts that the clerk may take, change or leave; and how the figures of both sides came about. */
import { compareDecimals, subtractDecimals } from '../../../engine/core/decimal'
import { isDerived } from '../../../engine/core/derivation'
import type { ProductPlan } from '../../../engine/core/plan'
import { optional } from '../../../engine/core/sources/optional'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import { suggest } from '../../rules/matching'
import { receiptParts, verificationParts, type ReceiptSources, type SourcedAmount } from '../../rules/settlementParts'
import type { Receipt } from '../generated/receipt'
import type { EntityName, Found, Handler, HandlerCall, HandlerContext } from '../ruleTypes'
import { answer } from './explain'
import { loadSeen } from './loadSeen'

/** More are not offered at once; those that are due first come first. */
const MOST = 200

export const suggestVerification: Handler<'suggestVerification'> = async (call) => {
  const receipts: Found<'receipt'>[] = []
  for (const id of new Set(call.query.receiptIds)) receipts.push(await loadSeen(call, 'receipt', id))
  const [first] = receipts
  if (!first) throw invalid([fieldProblem('receiptIds', 'check', '请先选择收款单')])
  const other = receipts.find(({ payerId, currency }) => payerId !== first.payerId || currency !== first.currency)
  if (other)
    throw invalid([
      fieldProblem('receiptIds', 'check', `收款单 ${other.receiptNo} 与 ${first.receiptNo} 的付款方或币种不同，不能在一张核销单内核销`),
    ])
  const parties = new Set(receipts.map(({ fundingPartyId }) => fundingPartyId))
  const receivables = await openOf(call, first, parties.size === 1 ? first.fundingPartyId : null)
  const numbers = new Map(receipts.map(({ id, receiptNo }) => [id, receiptNo]))
  const owed = new Map(receivables.map((receivable) => [receivable.id, receivable]))
  return {
    lines: suggest(receipts, receivables).map(({ receiptId, receivableId, verifiedAmount }) => {
      const of = receivableId === null ? undefined : owed.get(receivableId)
      return {
        receiptId,
        receiptNo: numbers.get(receiptId) ?? '',
        verifiedAmount,
        ...optional({
          receivableId: of?.id,
          receivableNo: of?.receivableNo,
          receivableType: of?.receivableType,
          docNo: of?.docNo,
          dueDate: of?.dueDate,
          dueAmount: of?.unverifiedAmount,
        }),
      }
    }),
  }
}

/** Receivables of the payer in that currency that the user may see. Money of one funding party is not offered for what is owed to another. */
async function openOf(
  { kysely, visible, tools }: HandlerCall<'suggestVerification'>,
  { payerId, currency }: Found<'receipt'>,
  fundingPartyId: string | null,
): Promise<Found<'receivable'>[]> {
  const seen = await visible(
    'receivable',
    'r',
    kysely
      .selectFrom('receivable as r')
      .select('r.id')
      .where('r.payer_id', '=', payerId)
      .where('r.currency', '=', currency)
      .where('r.status', 'in', ['OPEN', 'PARTIAL'])
      .$if(fundingPartyId !== null, (query) =>
        query.where((where) => where.or([where('r.funding_party_id', '=', fundingPartyId), where('r.funding_party_id', 'is', null)])),
      )
      .orderBy('r.due_date')
      .orderBy('r.id')
      .limit(MOST),
  ).execute()
  return seen.length === 0 ? [] : tools.find('receivable', { id: seen.map(({ id }) => id) })
}

/** What is left of a receipt, with the documents that have taken of it. */
export function explainReceipt(plan: ProductPlan): Handler<'explainReceipt'> {
  return async (call) => {
    const receipt = await loadSeen(call, 'receipt', call.params.id)
    const { amount, verifiedAmount, depositAmount, refundedAmount } = receipt
    const amounts = {
      amount,
      verifiedAmount: verifiedAmount ?? '0',
      depositAmount: depositAmount ?? '0',
      refundedAmount: refundedAmount ?? '0',
    }
    return answer(call, plan, receiptParts(amounts, await takenOf(call, receipt)))
  }
}

/** By documents in force (domain 50, I-10); what was refunded left by flows of the bank. */
async function takenOf({ kysely, tools: { system } }: HandlerContext, receipt: Receipt): Promise<ReceiptSources> {
  const { id: receiptId, receiptNo, bankFlowId, bankFlowNo } = receipt
  const lines = await kysely
    .selectFrom('verification_lines as l')
    .innerJoin('verification as v', 'v.id', 'l.parent_id')
    .select(['v.id', 'v.verification_no as no', 'l.verify_part as verified', 'l.deposit_part as deposited'])
    .where('l.receipt_id', '=', receiptId)
    .where('v.status', '=', 'DONE')
    .orderBy('v.id')
    .orderBy('l.id')
    .execute()
  const repayments = await system.find('repayment', { receiptId, status: 'CONFIRMED' })
  const deposits = await system.find('advanceDeposit', { receiptId, status: 'CREDITED' })
  const refunds = await system.find('bankFlow', { matchDocType: 'receipt', matchDocNo: receiptNo, flowDirection: 'OUT' })
  const matched = (amount: unknown, { id, no }: { id: unknown; no: unknown }) => taken(amount, 'verification', id, no)
  return {
    ...(bankFlowId === null ? {} : { flow: { entity: 'bankFlow', id: bankFlowId, label: bankFlowNo ?? '' } }),
    verified: [
      ...lines.flatMap((line) => matched(line.verified, line)),
      ...repayments.flatMap(({ id, repaymentNo, receiptAmount, overpaidAmount }) =>
        taken(subtractDecimals(receiptAmount, overpaidAmount ?? '0'), 'repayment', id, repaymentNo),
      ),
    ],
    deposited: [
      ...lines.flatMap((line) => matched(line.deposited, line)),
      ...deposits.flatMap(({ id, depositNo, amount }) => taken(amount, 'advanceDeposit', id, depositNo)),
      ...repayments.flatMap(({ id, repaymentNo, overpaidAmount }) => taken(overpaidAmount, 'repayment', id, repaymentNo)),
    ],
    refunded: refunds.flatMap(({ id, bankFlowNo: no, amount }) => taken(amount, 'bankFlow', id, no)),
  }
}

function taken(value: unknown, entity: EntityName, id: unknown, label: unknown): SourcedAmount[] {
  const amount = String(value ?? '0')
  return compareDecimals(amount, '0') === 0 ? [] : [{ amount, source: { entity, id: String(id), label: String(label) } }]
}

/** While it is a draft its receipts are as they are now. */
export function explainVerification(plan: ProductPlan): Handler<'explainVerification'> {
  return async (call) => {
    const { status, receiptIds, totalPayment, lines } = await loadSeen(call, 'verification', call.params.id)
    const receipts = status === 'DRAFT' ? await call.tools.system.find('receipt', { id: receiptIds }) : []
    const payment =
      status === 'DRAFT'
        ? receipts.map(({ id, receiptNo, unverifiedAmount: amount }) => ({ amount, source: { entity: 'receipt', id, label: receiptNo } }))
        : (totalPayment ?? '0')
    const verified = lines.flatMap(({ receivableId: id, receivableNo, verifiedAmount }) =>
      id === null ? [] : [{ amount: verifiedAmount ?? '0', source: { entity: 'receivable', id, label: receivableNo ?? '' } }],
    )
    const deposited = lines.flatMap(({ receivableId, receiptId: id, receiptNo, verifiedAmount }) =>
      receivableId === null ? [{ amount: verifiedAmount ?? '0', source: { entity: 'receipt', id, label: receiptNo } }] : [],
    )
    const parts = Object.entries(verificationParts({ payment, verified, deposited }))
    return answer(call, plan, Object.fromEntries(parts.flatMap(([name, part]) => (isDerived(part) ? [[name, part] as const] : []))))
  }
}
