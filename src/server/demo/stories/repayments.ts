import type { LoanHandle } from '../flows/loan'
import { planBondRefund } from '../flows/bond'
import { planPayout } from '../flows/payout'
import { planRepayment } from '../flows/repayment'
import type { World } from '../world'

/**
 * A loan that is paid out and repaid in parts: early, so that a supplement is due; for an earlier day; by mistake; and for more than is owed. Its bond goes
 * back when it is settled.
 */
export function planRepaidLoan(world: World, loan: LoanHandle): void {
  const repaid = { business: 'aluminium', loan } as const
  planPayout(world, { ...repaid, day: '2026-06-15' })
  planRepayment(world, { ...repaid, day: '2026-06-25', received: '200000.00' })
  planRepayment(world, { ...repaid, day: '2026-08-19', valueDate: '2026-08-17', received: '150000.00' })
  planRepayment(world, { ...repaid, day: '2026-09-16', received: '80000.00', until: 'REVERSED' })
  planRepayment(world, { ...repaid, day: '2026-11-10', received: { beyond: '5000.00' } })
  planBondRefund(world, { ...repaid, day: '2026-11-12', reason: '融资结清，退还保证金', confirmedOn: '2026-11-13' })
}

/** S03, S24: of an overdue debt some is repaid; more waits. */
export function planOverdueRepayments(world: World, loan: LoanHandle): void {
  const overdue = { business: 'wine', loan, overdue: true } as const
  planRepayment(world, { ...overdue, day: '2026-10-21', received: '60000.00' })
  planRepayment(world, { ...overdue, day: '2026-11-18', received: '50000.00', until: 'AUDITING' })
  planRepayment(world, { ...overdue, day: '2026-11-19', received: '30000.00', until: 'DRAFT' })
}

/** S24: repayments of debts that are not due yet, at each step. */
export function planOpenRepayments(world: World): void {
  planRepayment(world, { business: 'appliances', day: '2026-09-22', received: '120000.00' })
  planRepayment(world, { business: 'dairy', day: '2026-11-17', received: '90000.00', until: 'AUDITING' })
  planRepayment(world, { business: 'dairy', day: '2026-11-12', received: '45000.00', until: 'REJECTED' })
  planRepayment(world, { business: 'appliances', day: '2026-11-20', received: '25000.00', until: 'DRAFT' })
}
