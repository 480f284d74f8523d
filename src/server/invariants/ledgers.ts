import { differenceText, verifyLedgers } from '../../../engine/server/verify/verifyLedgers'
import { max, type Invariant, type Violation } from './violation'

/** A ledger of the schemas adds up: buckets, movements, holds, checkpoints and journal, all of them. */
export function ledgerAddsUp(invariant: string, ledger: string): Invariant {
  return async ({ plan, kysely, ledgersKept }) => {
    const found: Violation[] = []
    if (ledgersKept) return found
    for await (const difference of verifyLedgers({ plan, kysely }, { ledger })) {
      found.push({ invariant, what: differenceText(plan, difference) })
      if (found.length === max) break
    }
    return found
  }
}
