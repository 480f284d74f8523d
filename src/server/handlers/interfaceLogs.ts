import type { ProductPlan } from '../../../engine/core/plan'
import { no } from '../../rules/guards'
import type { OutsideCall } from '../calls/call'
import { triesOf, type Calls } from '../calls/calls'
import type { Handler } from '../ruleTypes'

/** Sends the request of a failed call again, as it was; only the latest try of it, so that nobody sends what went through meanwhile. */
export function retryCall({ dictionaries }: Pick<ProductPlan, 'dictionaries'>, calls: Calls): Handler<'retryCall'> {
  const titleOf = (system: string): string => dictionaries['externalSystem']?.items.find(({ code }) => code === system)?.title ?? system
  return async ({ tools, params }) => {
    const log = await tools.load('interfaceLog', params.id, { lock: true })
    const { logNo, requestNo, success, callDirection, originalCall, systemCode } = log
    if (success || callDirection !== 'OUT' || originalCall === null || requestNo === null)
      return tools.refuseIf(no('call.not-failed', { logNo }))
    const [latest] = await tools.find('interfaceLog', { requestNo }, { newest: 'id', limit: 1 })
    if (latest && latest.id !== log.id) tools.refuseIf(no('call.sent-again', { logNo, latest: latest.logNo }))
    if (!calls.knows(systemCode)) tools.refuseIf(no('call.no-system', { system: titleOf(systemCode) }))
    const attempt = await triesOf(tools, requestNo)
    await calls.send(tools, originalCall as OutsideCall, attempt)
    return { requestNo, attempt }
  }
}
