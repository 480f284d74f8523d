/** E-17: the bond of a loan, what is due of it and what becomes of it (domain 40, bondStatus; decisions D20, A7, A20, A24). */
import { addDecimals, compareDecimals, roundDecimal, subtractDecimals, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import type { Bond } from '../generated/bond'
import type { ActionRule, Tools } from '../ruleTypes'
import { refuseBeyondBalance } from './bankAccount'
import { fundAccountOf } from './fundAccount'
import { effectivePayments, endedLoanStates } from './loanStates'

export const collectBond: ActionRule<'bond', 'collect'> = async (tools, { record: bond, form: { amount } }) => ({
  to: compareDecimals(addDecimals(paidOf(bond), amount), bond.dueAmount) < 0 ? 'PARTIAL' : 'PAID',
  set: { fundAccountId: await fundAccountOf(tools, bond, 'BOND') },
})

/** A payout rests on the bond (decision D20): money that it needs is not taken back from under it (domain D.10, 来源单据未推进). */
export const uncollectBond: ActionRule<'bond', 'unverify'> = async (tools, { record }) => {
  const { loanId, bondNo } = record
  if (loanId !== null && !isBondPaid(record)) {
    // Who submits a payment at this moment holds the loan, too: one of the two sees the other.
    await tools.load('loan', loanId, { lock: true })
    const [payment] = await tools.find('loanPayment', { loanId, status: [...effectivePayments] }, { limit: 1 })
    if (payment) tools.refuseIf(no('bond.secures-payout', { bondNo, paymentNo: payment.paymentNo }))
  }
  return { to: stateOf(record) }
}

/** A loan that lives again has its bond again. */
export const reopenBond: ActionRule<'bond', 'reopen'> = (_tools, { record }) => ({ to: stateOf(record) })

/** What is there or was used already (decision A20: this must cover what is due). */
function paidOf({ balanceAmount, usedAmount }: Pick<Bond, 'balanceAmount' | 'usedAmount'>): Decimal {
  return addDecimals(balanceAmount, usedAmount ?? '0')
}

export function isBondPaid(bond: Pick<Bond, 'balanceAmount' | 'usedAmount' | 'dueAmount'>): boolean {
  return compareDecimals(paidOf(bond), bond.dueAmount) >= 0
}

/** A loan that lives again needs what has gone back of its bond, or is about to (domain 40, loanStatus.reopen: 保证金未退). */
export async function refuseWithoutBond(tools: Tools, loanId: string): Promise<void> {
  const [bond] = await tools.find('bond', { loanId }, { lock: true })
  if (!bond) return
  const { bondNo, dueAmount, refundingAmount, refundedAmount } = bond
  const going = addDecimals(refundingAmount ?? '0', refundedAmount ?? '0')
  if (compareDecimals(going, '0') > 0 && compareDecimals(subtractDecimals(paidOf(bond), refundingAmount ?? '0'), dueAmount) < 0)
    tools.refuseIf(no('bond.gone-back', { bondNo, amount: roundDecimal(going, 2) }))
}

function stateOf(bond: Bond): 'UNPAID' | 'PARTIAL' | 'PAID' {
  if (compareDecimals(paidOf(bond), '0') <= 0 && compareDecimals(bond.dueAmount, '0') > 0) return 'UNPAID'
  return isBondPaid(bond) ? 'PAID' : 'PARTIAL'
}

/** What is due has changed: a new receivable for what is missing, or less of those that are open, the latest first. */
export const resizeBond: ActionRule<'bond', 'resize'> = async (tools, { record: bond }) => {
  const open = await tools.find('receivable', { docType: 'bond', docId: bond.id, status: ['OPEN', 'PARTIAL'] })
  const missing = subtractDecimals(bond.dueAmount, paidOf(bond))
  const change = subtractDecimals(compareDecimals(missing, '0') > 0 ? missing : '0', sumDecimals(open.map((item) => item.unverifiedAmount)))
  const isMore = compareDecimals(change, '0') > 0
  let less = isMore ? '0' : subtractDecimals('0', change)
  for (const { id, unverifiedAmount } of open.toReversed()) {
    if (compareDecimals(less, '0') <= 0) break
    const reduced = compareDecimals(unverifiedAmount, less) < 0 ? unverifiedAmount : roundDecimal(less, 2)
    await tools.perform('receivable', id, 'reduce', { reduced })
    less = subtractDecimals(less, reduced)
  }
  return {
    to: bond.status === 'REFUNDING' ? 'REFUNDING' : stateOf(bond),
    set: {
      raisedAmount: isMore ? roundDecimal(change, 2) : null,
      raisedCount: bond.raisedCount + (isMore ? 1 : 0),
      ...(isMore ? { dueDate: tools.today } : {}),
    },
  }
}

async function hasEnded(tools: Tools, { loanId }: Bond): Promise<boolean> {
  return loanId !== null && endedLoanStates.includes((await tools.load('loan', loanId)).status)
}

/** While its loan lives, only what is beyond the due amount goes back. */
export const refundBond: ActionRule<'bond', 'refund'> = async (tools, { record: bond, form: { refundingAmount } }) => {
  const { bondNo, balanceAmount, dueAmount } = bond
  const ended = await hasEnded(tools, bond)
  const refundable = ended ? balanceAmount : subtractDecimals(balanceAmount, dueAmount)
  if (compareDecimals(refundable, '0') <= 0) tools.refuseIf(no('bond.not-refundable', { bondNo, balanceAmount, dueAmount }))
  if (compareDecimals(refundingAmount ?? '0', refundable) > 0)
    tools.refuseIf(no('bond.refund-too-much', { bondNo, amount: refundingAmount, refundable: roundDecimal(refundable, 2) }))
}

export const confirmBondRefund: ActionRule<'bond', 'confirmRefund'> = async (tools, { record: bond }) => {
  const { refundTo, refundBankAccountId, refundingAmount } = bond
  if (refundTo === 'DEPOSIT') await fundAccountOf(tools, bond, 'ADVANCE')
  if (refundTo === 'ORIGINAL' && refundBankAccountId !== null)
    await refuseBeyondBalance(tools, await tools.load('bankAccount', refundBankAccountId, { lock: true }), refundingAmount ?? '0')
  const left = subtractDecimals(bond.balanceAmount, refundingAmount ?? '0')
  const isOver = compareDecimals(left, '0') <= 0 && (await hasEnded(tools, bond))
  return { to: isOver ? 'SETTLED' : afterRefund(bond), set: { refundingAmount: null } }
}

export const cancelBondRefund: ActionRule<'bond', 'refundCancel'> = (_tools, { record: bond }) => ({
  to: afterRefund(bond),
  set: { refundingAmount: null },
})

function afterRefund({ receivedAmount, dueAmount }: Bond): 'PAID' | 'PARTIAL' {
  return compareDecimals(receivedAmount ?? '0', dueAmount) < 0 ? 'PARTIAL' : 'PAID'
}
