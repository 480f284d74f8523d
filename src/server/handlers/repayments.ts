import { formatDecimal, roundDecimal, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { writtenOut } from '../../../engine/core/derivation'
import type { ProductPlan } from '../../../engine/core/plan'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import { figureText } from '../../rules/debt/explain'
import { owedOn } from '../../rules/debt/owed'
import { explainRepayment, owedIn, settlementOf, type RepaymentBasis } from '../../rules/debt/repayment'
import { totalOf } from '../../rules/debt/settlement'
import { repaymentBasis, type Repaid } from '../rules/repaymentBasis'
import { answer } from './explain'
import { loadSeen, refuseUnseen, seenAmong } from './loadSeen'
import type { EntityName, Handler, HandlerContext } from '../ruleTypes'

type Trial = Parameters<Handler<'trialRepayment'>>[0]

/** Which debts a menu repays. */
type Kind = Pick<Repaid, 'overdueOnly' | 'onCredit'>
const cash: Kind = { overdueOnly: false }
const overdue: Kind = { overdueOnly: true }
const onCredit: Kind = { overdueOnly: false, onCredit: true }

/** E-06 for an amount on a day, over what the user may see; nothing is stored. */
async function trial(call: HandlerContext & Pick<Trial, 'body'>, kind: Kind) {
  const { tools, body } = call
  const { borrowerId, valueDate, totalAmount } = body
  if (valueDate > tools.today) throw invalid([fieldProblem('valueDate', 'check', '入账日不能晚于今日')])
  await refuseUnseen(call, 'enterprise', borrowerId)
  const basis = await seenBasis(call, { borrowerId, ...(await businessOf(call)), ...kind })
  const { fees, debts, overpaid } = settlementOf(basis, valueDate, totalAmount)
  const sum = (amounts: readonly Decimal[]): Decimal => roundDecimal(sumDecimals(amounts), 2)
  const yuan = (amount: Decimal): string => `${formatDecimal(amount, 2)} 元`
  const lines = debts.flatMap(({ debt, owed, principalPart, supplement }) => [
    `${debt.debtNo} 利息 ${writtenOut(owed.interest, figureText)} = ${yuan(owed.interest.value)}`,
    `罚息 ${yuan(owed.penalty.value)}，补足 ${yuan(supplement)}，本金 ${yuan(principalPart)}`,
  ])
  return {
    feeAmount: sum(fees.map(({ feePart }) => feePart)),
    penaltyAmount: sum(debts.map(({ penaltyPart }) => penaltyPart)),
    interestAmount: sum(debts.map(({ interestPart }) => interestPart)),
    principalAmount: sum(debts.map(({ principalPart }) => principalPart)),
    overpaidAmount: overpaid,
    owedAmount: owedIn(basis, valueDate).value,
    explanation: lines.join('\n').slice(0, 4000) || '没有未结清的借据',
  }
}

/** Whose money is repaid: the loan says it; without one the form does. */
async function businessOf(call: HandlerContext & Pick<Trial, 'body'>): Promise<Omit<Repaid, 'borrowerId' | keyof Kind>> {
  const { loanId, fundingPartyId, borrowerId } = call.body
  if (loanId !== undefined) {
    const loan = await loadSeen(call, 'loan', loanId)
    if (loan.borrowerId !== borrowerId) throw invalid([fieldProblem('loanId', 'check', '融资单不是该客户的')])
    return { ...loan, loanId }
  }
  if (fundingPartyId === undefined) throw invalid([fieldProblem('fundingPartyId', 'required', '请选择融资单或资金方')])
  return { fundingPartyId, currency: 'CNY', loanId: null }
}

/** Debts and fees that the user does not see are none. */
async function seenBasis(call: HandlerContext, repaid: Repaid): Promise<RepaymentBasis> {
  const { debts, fees } = await repaymentBasis(call.tools, repaid, { lock: false })
  return { debts: await seenRows(call, 'debtNote', debts), fees: await seenRows(call, 'receivable', fees) }
}

async function seenRows<Row extends { id: string }>(call: HandlerContext, entity: EntityName, rows: readonly Row[]): Promise<Row[]> {
  const seen = await seenAmong(
    call,
    entity,
    rows.map(({ id }) => id),
  )
  return rows.filter(({ id }) => seen.has(id))
}

export const trialRepayment: Handler<'trialRepayment'> = (call) => trial(call, cash)
export const trialOverdueRepayment: Handler<'trialOverdueRepayment'> = (call) => trial(call, overdue)
export const trialCreditRepayment: Handler<'trialCreditRepayment'> = (call) => trial(call, onCredit)

/** The open debts of a customer that the user sees, and what each would cost today. */
async function debtsOf(call: HandlerContext, borrowerId: string, kind: Kind) {
  const { kysely, visible, tools } = call
  const notes = kysely
    .selectFrom('debt_note as d')
    .select(['d.id', 'd.funding_party_id as party', 'd.currency'])
    .where('d.borrower_id', '=', borrowerId)
    .where('d.status', 'in', kind.overdueOnly ? ['OVERDUE'] : ['NORMAL', 'GRACE', 'OVERDUE'])
    .orderBy('d.effective_due_date')
    .orderBy('d.debt_no')
  const rows = await visible('debtNote', 'd', notes).execute()
  const seen = new Set(rows.map(({ id }) => String(id)))
  const businesses = new Map(rows.map((row) => [[row.party, row.currency].join(), row]))
  const result = []
  for (const { party, currency } of businesses.values()) {
    const repaid = { borrowerId, fundingPartyId: String(party), currency, loanId: null, ...kind }
    const { debts } = await repaymentBasis(tools, repaid, { lock: false })
    for (const debt of debts.filter(({ id }) => seen.has(id))) {
      const { interest, penalty } = owedOn(debt, tools.today)
      const { id, debtNo, overdue, effectiveDueDate, principal } = debt
      const total = roundDecimal(sumDecimals([principal, interest.value, penalty.value]), 2)
      result.push({ id, debtNo, overdue, effectiveDueDate, principal, interest: interest.value, penalty: penalty.value, total })
    }
  }
  return { debts: result }
}

export const repaymentDebts: Handler<'repaymentDebts'> = (call) => debtsOf(call, call.query.borrowerId, cash)
export const overdueDebts: Handler<'overdueDebts'> = (call) => debtsOf(call, call.query.borrowerId, overdue)
export const creditDebts: Handler<'creditDebts'> = (call) => debtsOf(call, call.query.borrowerId, onCredit)

/** D27: partners find what their own enterprise has paid, which is all that they see of receipts. */
export const repaymentReceipts: Handler<'repaymentReceipts'> = async ({ kysely, visible, query, user }) => {
  let open = kysely
    .selectFrom('receipt as r')
    .select(['r.id', 'r.receipt_no as receiptNo', 'r.received_at as receivedAt', 'r.amount', 'r.unverified_amount as unverifiedAmount'])
    .where('r.borrower_id', '=', query.borrowerId)
    .where('r.status', 'in', ['UNVERIFIED', 'PARTIAL'])
    .orderBy('r.received_at')
    .orderBy('r.id')
  if (user?.outside !== undefined) open = open.where('r.payer_id', '=', user.outside)
  const rows = await visible('receipt', 'r', open).execute()
  return { receipts: rows.map((row) => ({ ...row, id: String(row.id) })) }
}

/** Of what it was computed from when it was saved, submitted or, once it is booked, approved. */
export function explainRepaymentRecord(plan: ProductPlan): Handler<'explainRepaymentRecord'> {
  return async (call) => {
    const { basis, valueDate, ...record } = await loadSeen(call, 'repayment', call.params.id)
    const { receiptAmount, bondOffset, depositOffset, transferAmount, writeOffAmount } = record
    const total = totalOf({
      receiptAmount,
      bondOffset: bondOffset ?? '0.00',
      depositOffset: depositOffset ?? '0.00',
      transferAmount: transferAmount ?? '0.00',
      writeOffAmount: writeOffAmount ?? '0.00',
    })
    const parts = basis === null ? {} : explainRepayment(basis, valueDate, total)
    return answer(call, plan, { totalAmount: total, ...parts })
  }
}
