import type { LoanState } from '../generated/loan'

/** Loans that are applied for and not ended; while one stands, neither borrower, client file nor contract can be closed. */
export const standingLoans: readonly LoanState[] = ['AUDITING', 'APPROVED', 'DISBURSING', 'OUTSTANDING', 'OVERDUE']
