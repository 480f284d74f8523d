import type { LoanState } from '../generated/loan'
import type { LoanPaymentState } from '../generated/loanPayment'
import type { PledgeState } from '../generated/pledge'

/** Loans that are applied for and not ended; while one stands, neither borrower, client file nor contract can be closed. */
export const standingLoans: readonly LoanState[] = ['AUDITING', 'APPROVED', 'DISBURSING', 'OUTSTANDING', 'OVERDUE']

/** Loans whose life is over. */
export const endedLoanStates: readonly LoanState[] = ['REFUSED', 'SETTLED', 'CLOSED']

/** Payments that count against what is approved (domain D.10): one that has failed may be paid again (decision A2). */
export const effectivePayments: readonly LoanPaymentState[] = ['AUDITING', 'APPROVED', 'PAYING', 'FAILED', 'PAID']

/** States of a pledge in which goods are held for its loan. */
export const pledgedStates: readonly PledgeState[] = ['NOTIFIED', 'EFFECTIVE', 'PARTIAL_RELEASED']
