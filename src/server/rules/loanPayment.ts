/** Money that is paid out of loans (domain 40, paymentStatus; decisions A2, A6, A20, A22, A32, D17). */
import { addDays, dateOf } from '../../../engine/core/dateTime'
import { addDecimals, compareDecimals, roundDecimal, subtractDecimals, sumDecimals } from '../../../engine/core/decimal'
import { financeOfLine } from '../../rules/financing'
import { no } from '../../rules/guards'
import type { LoanPayment, LoanPaymentState } from '../generated/loanPayment'
import type { ActionRule, Found, Past, SaveRule, Tools } from '../ruleTypes'
import { refuseBeyondBalance } from './bankAccount'
import { isBondPaid } from './bond'
import { beginDebt, mostDaysBack } from './debtNote'
import { arrivalOf, refuseWhileTransferring } from './awxTransfer'
import { refuseOtherBusiness } from './loan'
import { effectivePayments } from './loanStates'
import { draftOneOffFees } from './monthFees'
import { flowOfPayment } from './paidFlow'
import { refuseWhilePaying } from './paymentsUnderWay'

/** Loans that money is still paid out of. */
const payableLoans = ['APPROVED', 'DISBURSING']

export type Payment = Pick<
  Past<'loanPayment', 'submit'>,
  'id' | 'loanId' | 'paymentType' | 'financePart' | 'amount' | 'bankAccountId' | 'payeeAccountId' | 'fundingPartyId'
>

export const savePayment: SaveRule<'loanPayment'> = async (tools, { values }) => {
  refuseOtherBusiness(tools, values, await tools.load('loan', values.loanId))
}

export const submitPayment: ActionRule<'loanPayment', 'submit'> = (tools, { record }) => refuseUnlessDue(tools, record)

/** Time has passed since it was submitted: what held then must hold still. */
export const approvePayment: ActionRule<'loanPayment', 'approve'> = (tools, { record }) => refuseUnlessDue(tools, record)

async function refuseUnlessDue(tools: Tools, payment: Payment): Promise<void> {
  const loan = await refuseUnlessPayable(tools, payment)
  await refuseBeyondPledged(tools, loan, payment)
  await refuseOutOfOrder(tools, loan, payment)
}

/** The loan is locked, so that of two payments at once the later one sees the earlier one. */
async function refuseUnlessPayable(tools: Tools, payment: Payment): Promise<Found<'loan'>> {
  const loan = await tools.load('loan', payment.loanId, { lock: true })
  const { loanNo } = loan
  if (!payableLoans.includes(loan.status)) tools.refuseIf(no('payment.loan-not-open', { loanNo }))
  const [bond] = await tools.find('bond', { loanId: loan.id })
  if (bond && !isBondPaid(bond)) {
    const paid = roundDecimal(addDecimals(bond.balanceAmount, bond.usedAmount ?? '0'), 2)
    tools.refuseIf(no('payment.bond-unpaid', { loanNo, bondNo: bond.bondNo, due: bond.dueAmount, paid }))
  }
  const payee = await tools.load('entAccount', payment.payeeAccountId)
  if (payee.status !== 'ENABLED') tools.refuseIf(no('payment.payee-account-closed', { account: payee.accountNo }))
  return loan
}

/** Goods that are pledged must cover what is paid out (domain 40); what is approved the loan's own sum keeps. */
async function refuseBeyondPledged(tools: Tools, loan: Found<'loan'>, { id, financePart }: Payment): Promise<void> {
  if (loan.bizMode !== 'INVENTORY_PLEDGE') return
  const items = await tools.find('pledgeItem', { loanId: loan.id, status: 'EFFECTIVE' })
  const financeable = sumDecimals(
    items.map(
      ({ remainQty: qty, pledgePrice: valuationPrice, pledgeRate }) => financeOfLine({ qty, valuationPrice, pledgeRate }).financeAmount,
    ),
  )
  const others = await tools.find(
    'loanPayment',
    { loanId: loan.id, status: ['AUDITING', 'APPROVED', 'PAYING', 'FAILED'] },
    { past: 'submit' },
  )
  const used = sumDecimals([loan.paidAmount ?? '0', ...others.flatMap((other) => (other.id === id ? [] : [other.financePart]))])
  const available = subtractDecimals(financeable, used)
  if (compareDecimals(financePart, available) > 0)
    tools.refuseIf(no('payment.beyond-pledged', { amount: financePart, available: roundDecimal(available, 2) }))
}

/** What is paid in advance comes before the balance, and all at once only once. */
async function refuseOutOfOrder(tools: Tools, { loanNo }: Found<'loan'>, payment: Payment): Promise<void> {
  const { id, paymentType } = payment
  if (paymentType === 'FINANCING_LOAN_BALANCE') await refuseWithoutAdvance(tools, payment, loanNo, effectivePayments, '提交')
  if (paymentType !== 'FINANCING_LOAN_ALL') return
  const same = await tools.find('loanPayment', { loanId: payment.loanId, paymentType, status: [...effectivePayments] })
  const other = same.find((candidate) => candidate.id !== id)
  if (other) tools.refuseIf(no('payment.all-once', { loanNo, paymentNo: other.paymentNo }))
}

async function refuseWithoutAdvance(
  tools: Tools,
  { loanId }: Payment,
  loanNo: string,
  states: readonly LoanPaymentState[],
  step: string,
): Promise<void> {
  const advance = { loanId, paymentType: 'FINANCING_LOAN_ADVANCE', status: [...states] } as const
  if ((await tools.find('loanPayment', advance, { limit: 1 })).length === 0) tools.refuseIf(no('payment.no-advance', { loanNo, step }))
}

/** Its loan is open, the goods that are to cover it are pledged still, and what comes before it is paid or on its way. */
export async function refuseUnlessTurn(tools: Tools, record: Payment): Promise<void> {
  const loan = await refuseUnlessPayable(tools, record)
  await refuseBeyondPledged(tools, loan, record)
  if (record.paymentType === 'FINANCING_LOAN_BALANCE') await refuseWithoutAdvance(tools, record, loan.loanNo, ['PAYING', 'PAID'], '付款')
}

/** What a person has paid at the bank: nothing is booked before somebody else confirms it (decision A32). */
export const registerPayment: ActionRule<'loanPayment', 'pay'> = async (tools, { record, form: { paidAt } }) => {
  await refuseUnlessTurn(tools, record)
  const earliest = addDays(tools.today, -mostDaysBack)
  if (Date.parse(paidAt) > Date.parse(tools.now) || dateOf(paidAt) < earliest)
    tools.refuseIf(no('payment.paid-at', { paidAt: dateOf(paidAt), earliest }))
  await refuseShortAccount(tools, record)
}

/** The account is in use, of the funding party or of all, and has the money. */
export async function refuseShortAccount(
  tools: Tools,
  { id, bankAccountId, amount, fundingPartyId }: Payment,
): Promise<Found<'bankAccount'>> {
  if (bankAccountId === null) return tools.invalid('bankAccountId', '请选择付款账户')
  const account = await tools.load('bankAccount', bankAccountId, { lock: true })
  const named = { account: account.accountNo }
  if (account.status !== 'ENABLED') tools.refuseIf(no('payment.account-closed', named))
  if (account.fundingPartyId !== null && account.fundingPartyId !== fundingPartyId) tools.refuseIf(no('payment.account-of-other', named))
  await refuseBeyondBalance(tools, account, amount, { paymentId: id })
  return account
}

/** The debt begins on the day on which it was paid (decision A22), and what is charged once for it is drafted (E-21). */
export const confirmPayment: ActionRule<'loanPayment', 'confirmPaid'> = async (tools, { record }) => {
  const { loanId, paymentType, financePart: amount } = record
  const { bankAccountId, bankSerialNo, paymentNo: docNo } = record
  const flow = await flowOfPayment(tools, { bankAccountId, bankSerialNo, docNo, amount: record.amount })
  const paid = record.payChannel === 'AIRWALLEX' ? await arrivalOf(tools, record) : { paidAt: record.paidAt }
  if (record.payChannel !== 'AIRWALLEX') await refuseWithoutProof(tools, record, flow)
  const startDate = dateOf(paid.paidAt ?? tools.now)
  const note = await beginDebt(tools.system, { loanId, paymentType, amount, startDate })
  await draftOneOffFees(
    tools.system,
    { loanId: record.loanId, financePart: record.financePart, paidOn: startDate },
    { loanPaymentId: record.id },
  )
  if (!flow) return { set: { debtNoteId: note.id, ...paid } }
  await match(tools, record, flow.id)
  return { set: { debtNoteId: note.id, bankFlowId: flow.id } }
}

async function refuseWithoutProof(
  tools: Tools,
  { id, paymentNo, bankSerialNo }: Pick<LoanPayment, 'id' | 'paymentNo' | 'bankSerialNo'>,
  flow: Found<'bankFlow'> | undefined,
): Promise<void> {
  if (flow && flow.matchDocNo !== null) return
  // The slip of an attempt that failed proves nothing of this one.
  const [slip] = await tools.find('waterSlip', { docId: id, status: 'VERIFIED', bankSerialNo }, { limit: 1 })
  if (!slip) tools.refuseIf(no('payment.no-proof', { paymentNo }))
}

function match(tools: Tools, { paymentNo }: Pick<LoanPayment, 'paymentNo'>, bankFlowId: string): Promise<void> {
  const matched = { matchStatus: 'MATCHED', matchDocType: 'loanPayment', matchDocNo: paymentNo } as const
  return tools.system.set('bankFlow', bankFlowId, matched)
}

/** A loan that no money is paid out of any more has reserved for this payment alone (decision A6). */
export async function failedState(tools: Tools, { loanId }: Pick<LoanPayment, 'loanId'>): Promise<'FAILED' | 'CANCELLED'> {
  const { status } = await tools.load('loan', loanId, { lock: true })
  return payableLoans.includes(status) ? 'FAILED' : 'CANCELLED'
}

export const failPayment: ActionRule<'loanPayment', 'fail'> = async (tools, { record }) => {
  await refuseWhileTransferring(tools, record)
  const to = await failedState(tools, record)
  const flow = record.bankFlowId === null ? undefined : await tools.load('bankFlow', record.bankFlowId)
  if (flow) await tools.system.set('bankFlow', flow.id, { matchStatus: 'UNMATCHED', matchDocType: null, matchDocNo: null })
  return {
    to,
    set: { bankFlowId: null, bankSerialNo: null, paidAt: null, registeredById: null },
  }
}

/** A flow that the bank has told of is the payment with its number. */
export const matchFlow: ActionRule<'bankFlow', 'match'> = async (tools, { record: flow, form: { loanPaymentId } }) => {
  const { id, bankFlowNo, matchStatus, flowDirection } = flow
  if (matchStatus !== 'UNMATCHED' || flowDirection !== 'OUT') tools.refuseIf(no('bank-flow.not-free', { bankFlowNo }))
  const payment = await tools.load('loanPayment', loanPaymentId, { lock: true, past: 'submit' })
  const { paymentNo, status, bankAccountNo, bankSerialNo, amount } = payment
  const refuse = (what: string, told: string | null, expected: string | null): void =>
    tools.refuseIf(no('bank-flow.differs', { bankFlowNo, paymentNo, what, flow: told ?? '', expected: expected ?? '' }))
  if (status !== 'PAYING') refuse('放款单状态', '付款中', status)
  if (flow.bankAccountId !== payment.bankAccountId) refuse('银行账户', flow.bankAccountNo, bankAccountNo)
  if (flow.bankSerialNo !== bankSerialNo) refuse('银行流水号', flow.bankSerialNo, bankSerialNo)
  if (compareDecimals(flow.amount, amount) !== 0) refuse('金额', flow.amount, amount)
  await tools.system.set('loanPayment', payment.id, { bankFlowId: id })
  return { set: { matchStatus: 'MATCHED', matchDocType: 'loanPayment', matchDocNo: paymentNo } }
}

export const finishPayout: ActionRule<'loan', 'finishPay'> = (tools, { record }) => refuseWhilePaying(tools, record, '结束放款于')
