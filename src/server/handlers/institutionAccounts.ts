import type { ProductPlan } from '../../../engine/core/plan'
import { no } from '../../rules/guards'
import { balancesCall } from '../calls/balances'
import { callTries, type Calls } from '../calls/calls'
import { isAnswered } from '../calls/response'
import type { Handler, HandlerContext } from '../ruleTypes'

/** A request of which nothing is heard for so long is taken for lost. */
const patienceMs = 600_000

/**
 * Has the payment institution asked for our accounts; what it answers is there a moment later. It shares its queue with payouts, so there is one
 * request at a time: whoever asks meanwhile is answered the one that is under way.
 */
export function syncInstitutionAccounts(plan: Pick<ProductPlan, 'dictionaries'>, calls: Calls): Handler<'syncInstitutionAccounts'> {
  const system = plan.dictionaries['externalSystem']?.items.find(({ code }) => code === 'AIRWALLEX')?.title ?? 'AIRWALLEX'
  return async (call) => {
    const { tools } = call
    if (!calls.knows('AIRWALLEX')) tools.refuseIf(no('call.no-system', { system }))
    const requestNo = await requestNoFor(call)
    await calls.send(tools, balancesCall(requestNo))
    return { requestNo }
  }
}

/** The queue takes a number once, so all that ask after the same answer ask together. */
async function requestNoFor({ kysely, tools }: HandlerContext): Promise<string> {
  const { interfaceName } = balancesCall('')
  const latest = await kysely
    .selectFrom('interface_log')
    .select(['id', 'request_no as requestNo', 'http_status as httpStatus', 'retry_count as retryCount', 'occurred_at as occurredAt'])
    .where('interface_name', '=', interfaceName)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const now = Date.parse(tools.now)
  if (latest?.requestNo) {
    const { requestNo, httpStatus, retryCount, occurredAt } = latest
    const isAnswer = httpStatus !== null && isAnswered({ httpStatus: Number(httpStatus) })
    const isTriedAgain = !isAnswer && Number(retryCount) < callTries - 1 && now - new Date(occurredAt).getTime() < patienceMs
    if (isTriedAgain) return requestNo
  }
  return `BALANCES-${latest?.id ?? 0}-${Math.floor(now / patienceMs)}`
}
