/** E-27: a distribution of receipts that the clerk may take, change or leave. */
import { optional } from '../../../engine/core/sources/optional'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import { isDerived, type DerivationInput } from '../../../engine/core/derivation'
import { spoken } from '../../rules/debt/explain'
import { suggest } from '../../rules/matching'
import { receiptParts, verificationParts } from '../../rules/settlementParts'
import type { Receipt } from '../generated/receipt'
import type { Found, Handler, HandlerCall } from '../ruleTypes'
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
  const receivables = await openOf(call, first)
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

/** What the payer still owes in that currency, as far as the user may see it. */
async function openOf(
  { kysely, visible, tools }: HandlerCall<'suggestVerification'>,
  { payerId, currency }: Found<'receipt'>,
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
      .orderBy('r.due_date')
      .orderBy('r.id')
      .limit(MOST),
  ).execute()
  return seen.length === 0 ? [] : tools.find('receivable', { id: seen.map(({ id }) => id) })
}

export const explainReceipt: Handler<'explainReceipt'> = async (call) => spokenOf(partsOf(await loadSeen(call, 'receipt', call.params.id)))

/** While it is a draft its receipts are as they are now. */
export const explainVerification: Handler<'explainVerification'> = async (call) => {
  const { status, receiptIds, totalPayment, lines } = await loadSeen(call, 'verification', call.params.id)
  const receipts = status === 'DRAFT' ? await call.tools.find('receipt', { id: receiptIds }) : []
  const amounts = (isMatched: boolean) =>
    lines.filter(({ receivableId }) => (receivableId !== null) === isMatched).map(({ verifiedAmount }) => verifiedAmount)
  const payment = status === 'DRAFT' ? receipts.map(({ unverifiedAmount }) => unverifiedAmount) : (totalPayment ?? '0')
  return spokenOf(verificationParts({ payment, verified: amounts(true), deposited: amounts(false) }))
}

function partsOf({ amount, verifiedAmount, depositAmount, refundedAmount }: Receipt): ReturnType<typeof receiptParts> {
  return receiptParts({
    amount,
    verifiedAmount: verifiedAmount ?? '0',
    depositAmount: depositAmount ?? '0',
    refundedAmount: refundedAmount ?? '0',
  })
}

function spokenOf(parts: Record<string, DerivationInput>): Record<string, ReturnType<typeof spoken>> {
  return Object.fromEntries(Object.entries(parts).flatMap(([name, part]) => (isDerived(part) ? [[name, spoken(part)] as const] : [])))
}
