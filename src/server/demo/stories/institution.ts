import { planInstitutionPayout, type InstitutionPaying } from '../flows/institutionPayout'
import type { LoanHandle } from '../flows/loan'
import type { World } from '../world'

/** S07, S09, S27: payouts by the payment institution, one in each state, out of one loan. */
export function planInstitutionPayouts(world: World, loan: LoanHandle): void {
  const payouts: Pick<InstitutionPaying, 'day' | 'amount' | 'told' | 'ends'>[] = [
    { day: '2026-10-15', amount: '6000.00', told: ['PROCESSING', 'SENT', 'PAID'], ends: 'CONFIRMED' },
    { day: '2026-11-09', amount: '2000.00', told: ['PROCESSING', 'FAILED'] },
    { day: '2026-11-10', amount: '2000.00', told: [], ends: 'GIVEN_UP' },
    { day: '2026-11-11', amount: '3000.00', told: ['OVERDUE'] },
    { day: '2026-11-12', amount: '2500.00', told: ['PROCESSING', 'SENT'] },
    { day: '2026-11-16', amount: '1500.00', told: ['PROCESSING'] },
    { day: '2026-11-18', amount: '4000.00', told: [] },
  ]
  for (const payout of payouts) planInstitutionPayout(world, { ...payout, business: 'dairy', loan })
}
