import type { Kysely } from 'kysely'
import type { ProductPlan } from '../../../engine/core/plan'
import type { AnySchema } from '../../../engine/server/database/database'
import { invariants } from '../invariants'
import type { StepHandler } from '../ruleTypes'

/**
 * E-40, step 8: what must hold after every transaction is asked of all there is. Ledgers are left to the step before, which goes through what has
 * moved since its checkpoint; `npm run db:verify` does it in full.
 */
export function verifyInvariants(plan: ProductPlan): StepHandler {
  return async ({ signal, fault, ...run }) => {
    // They name tables by their plans, for which no type says which there are.
    const kysely = run.kysely as unknown as Kysely<AnySchema>
    for (const [name, holds] of Object.entries(invariants)) {
      signal.throwIfAborted()
      const found = await holds({ plan, kysely, ledgersKept: true })
      if (found.length > 0) await fault(name, found.map(({ what }) => what).join('；'))
    }
  }
}
