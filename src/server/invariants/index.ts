/**
 * What must be true after every transaction (domain 50, E.4), as queries: the demo data end with them, `npm run db:verify`
 * asks them of an installation, tests ask them after each step.
 */
import type { ProductPlan } from '../../../engine/core/plan'
import type { Database } from '../../../engine/server/database/database'
import { bankBalancesAreFlows, vouchersBalance } from './books'
import { debtsAreDueInOrder, interestIsAccrued, loansAreSumsOfDebts, repaymentsAreAllocated } from './debts'
import { bondsAreTheirAccounts, receiptsPayReceivables } from './funds'
import { statesFollowHistory } from './history'
import { ledgerAddsUp } from './ledgers'
import { limitsAreSumsOfLoans } from './limits'
import { unitsAnswerForLoans } from './pledged'
import { recordsAreWellFormed } from './records'
import { salesAddUp } from './sales'
import {
  balancesAreSumsSoFar,
  frozenIsAwaited,
  movementsAreContinuous,
  ordersAreReceipts,
  pledgedIsItems,
  receiptsAreBatches,
} from './stock'
import { transfersAreTheirPayments } from './transfers'
import type { Invariant, Violation } from './violation'
import { latestWaterlinesAreOne } from './waterlines'

export const invariants: Record<string, Invariant> = {
  'I-01': all(ledgerAddsUp('I-01', 'stock'), balancesAreSumsSoFar),
  'I-02': movementsAreContinuous,
  'I-03': all(ledgerAddsUp('I-03', 'pledge'), pledgedIsItems),
  'I-04': frozenIsAwaited,
  'I-05': all(receiptsAreBatches, ordersAreReceipts),
  'I-06': all(ledgerAddsUp('I-06', 'debt'), loansAreSumsOfDebts),
  'I-07': unitsAnswerForLoans,
  'I-08': all(ledgerAddsUp('I-08', 'credit'), limitsAreSumsOfLoans),
  'I-09': all(ledgerAddsUp('I-09', 'funds'), ledgerAddsUp('I-09', 'bond'), bondsAreTheirAccounts),
  'I-10': all(ledgerAddsUp('I-10', 'receipt'), ledgerAddsUp('I-10', 'receivable'), receiptsPayReceivables),
  'I-11': all(ledgerAddsUp('I-11', 'accrual'), interestIsAccrued, repaymentsAreAllocated),
  'I-12': vouchersBalance,
  'I-13': statesFollowHistory,
  'I-14': all(bankBalancesAreFlows, ledgerAddsUp('I-14', 'awx'), transfersAreTheirPayments),
  'I-15': recordsAreWellFormed,
  'I-16': latestWaterlinesAreOne,
  'E-05': debtsAreDueInOrder,
  'E-26': salesAddUp,
}

function all(...parts: Invariant[]): Invariant {
  return async (context) => {
    const found: Violation[] = []
    for (const part of parts) found.push(...(await part(context)))
    return found
  }
}

/** All violations that there are, at most a few of each kind. */
export async function violatedInvariants(plan: ProductPlan, { kysely }: Pick<Database, 'kysely'>): Promise<Violation[]> {
  const found: Violation[] = []
  for (const holds of Object.values(invariants)) found.push(...(await holds({ plan, kysely })))
  return found
}
