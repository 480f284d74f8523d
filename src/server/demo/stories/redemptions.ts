import type { LoanHandle } from '../flows/loan'
import { planPayout } from '../flows/payout'
import { planRedemption, type RedemptionEnd } from '../flows/redemption'
import { planRepayment } from '../flows/repayment'
import type { World } from '../world'

/** S02, S12 to S15: of one loan goods are redeemed in parts, paid and on credit, and one redemption stays at each step. */
export function planRedemptions(world: World, dairy: LoanHandle): void {
  const of = { business: 'dairy', loan: dairy } as const
  const warehouse = '演示一号仓'
  planRedemption(world, { ...of, day: '2026-07-15', share: '0.1', out: { day: '2026-07-16', warehouse } })
  planRedemption(world, { ...of, day: '2026-08-20', share: '0.05', isVirtual: true })
  planRedemption(world, { ...of, day: '2026-09-22', share: '0.05', isVirtual: true })
  planRedemption(world, { ...of, day: '2026-09-07', share: '0.03', onCredit: '甲行存货质押', out: { day: '2026-09-08', warehouse } })
  planRepayment(world, { ...of, onCredit: true, day: '2026-10-08', received: { beyond: '0.00' } })
  const picked = { day: '2026-11-18', warehouse, until: 'PICKING' } as const
  planRedemption(world, { ...of, day: '2026-11-02', share: '0.03', onCredit: '甲行存货质押', out: picked })
  planRedemption(world, { ...of, day: '2026-10-28', share: '0.03', until: 'CHECK_REFUSED' })
  planRedemption(world, { ...of, day: '2026-11-04', share: '0.03', until: 'REFUSED' })
  const steps: [day: string, until: RedemptionEnd, calcDate?: string][] = [
    ['2026-11-09', 'EXPIRED'],
    ['2026-11-10', 'CANCELLED'],
    ['2026-11-12', 'REJECTED'],
    ['2026-11-18', 'DRAFT'],
    ['2026-11-19', 'AUDITING', '2026-11-23'],
    ['2026-11-19', 'PENDING_PAY', '2026-11-24'],
    ['2026-11-20', 'PENDING_CHECK', '2026-11-20'],
  ]
  for (const [day, until, calcDate] of steps) planRedemption(world, { ...of, day, share: '0.02', until, ...(calcDate ? { calcDate } : {}) })
  planRedemption(world, { ...of, day: '2026-11-20', share: '0.02', onCredit: '甲行存货质押', calcDate: '2026-11-23', until: 'AUDITING' })
}

/** A loan whose goods are redeemed to the last bale. */
export function planRedeemedLoan(world: World, pulp: LoanHandle): void {
  const of = { business: 'pulp', loan: pulp } as const
  planPayout(world, { ...of, day: '2026-09-02' })
  const warehouse = '演示三号仓'
  planRedemption(world, { ...of, day: '2026-10-12', share: '0.4', out: { day: '2026-10-13', warehouse } })
  // Finance has approved it; the warehouse has still to hear of it.
  planRedemption(world, { ...of, day: '2026-11-11', share: '1' })
}
