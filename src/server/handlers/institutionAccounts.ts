import type { ProductPlan } from '../../../engine/core/plan'
import { no } from '../../rules/guards'
import { balancesCall } from '../calls/balances'
import type { Calls } from '../calls/calls'
import type { Handler } from '../ruleTypes'

/** Has the payment institution asked for our accounts; what it answers is there a moment later. */
export function syncInstitutionAccounts(plan: Pick<ProductPlan, 'dictionaries'>, calls: Calls): Handler<'syncInstitutionAccounts'> {
  const system = plan.dictionaries['externalSystem']?.items.find(({ code }) => code === 'AIRWALLEX')?.title ?? 'AIRWALLEX'
  return async ({ tools, user }) => {
    if (!calls.knows('AIRWALLEX')) tools.refuseIf(no('call.no-system', { system }))
    const requestNo = `BALANCES-${Date.parse(tools.now)}-${user?.id ?? ''}`
    await calls.send(tools, balancesCall(requestNo))
    return { requestNo }
  }
}
