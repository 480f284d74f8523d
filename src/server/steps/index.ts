/** Which function belongs to which handler of schemas/schedule.json. */
import type { ProductPlan } from '../../../engine/core/plan'
import type { Extensions } from '../ruleTypes'
import { accrueInterest, accruePenalties } from './accruals'
import { verifyInvariants } from './invariants'
import { endMonth } from './monthEnd'
import { billMonthlyInterest, settlePaidLoans } from './debts'
import { lapseReplacedPrices } from './prices'
import { raiseWarnings } from './warnings'
import { snapshotWaterlines } from './waterlines'

export const stepsOf = (plan: ProductPlan): Extensions['steps'] => ({
  accrueInterest,
  accruePenalties,
  endMonth,
  billMonthlyInterest,
  lapseReplacedPrices,
  raiseWarnings,
  settlePaidLoans,
  snapshotWaterlines,
  verifyInvariants: verifyInvariants(plan),
})
