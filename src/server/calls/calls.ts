/**
 * Calls of systems outside. A rule says in its transaction what is to be asked; it is asked when that is committed, by a job, and each try leaves
 * a line in 接口日志:
 *
 *   rule ──send──► job (in the same transaction) ──► provider ─┬─ answered: log, and what follows (interfaces.ts)
 *                                                              └─ not reached, or too busy: log, and again, three times in all
 *   接口日志 ──重试──► job ──► the same request again
 */
import type { JobRun, Jobs } from '../../../engine/server/jobs/jobs'
import type { Services } from '../../../engine/server/services'
import { systemUser } from '../../../engine/server/session'
import { inTransaction } from '../../../engine/server/write/transaction'
import { numbersIn } from '../../rules/maskMessage'
import type { NewInterfaceLog } from '../generated/interfaceLog'
import type { Providers } from '../providers'
import type { OutsideResponse } from '../providers/provider'
import { typed, type Tools } from '../ruleTypes'
import type { OutsideCall } from './call'
import { interfaces } from './interfaces'
import { logged } from './logged'
import { isAnswered, isSuccess, reasonOf } from './response'

export const callQueue = 'outsideCalls'
export const callTries = 3
/** At the same time, over all servers: systems outside are no faster for being asked more at once. */
export const maxCalls = 4

/** What rules need to ask systems outside. */
export interface Calls {
  /** Whether the installation works with the system. */
  knows(system: string): boolean
  /** Asks when the transaction is committed. `attempt`: how often it was asked before. */
  send(tools: Tools, call: OutsideCall, attempt?: number): Promise<void>
}

export function callsOf(jobs: Pick<Jobs, 'send'>, providers: Providers): Calls {
  return {
    knows: (system) => Object.hasOwn(providers, system),
    send: ({ trx }, call, attempt = 0) => jobs.send(trx, callQueue, `${call.requestNo}:${attempt}`, { call: JSON.stringify(call) }),
  }
}

/** What the job does. @throws Error when it is to be tried again */
export async function runCall(services: Services, providers: Providers, { data, last }: Pick<JobRun, 'data' | 'last'>): Promise<void> {
  const call = JSON.parse(data['call'] ?? '') as OutsideCall
  const provider = providers[call.system]
  // Taken out of the configuration since.
  if (!provider) return
  const { method, path, requestNo, body } = call
  const { isWanted, settle, settlesUnanswered } = interfaces[call.interfaceName]
  const attempt = await inTransaction(services, systemUser, async (untyped) => {
    const tools = typed(untyped)
    return isWanted && !(await isWanted(tools, call)) ? undefined : triesOf(tools, requestNo)
  })
  if (attempt === undefined) return
  const response = await provider.call({
    method,
    path,
    requestNo,
    attempt,
    day: services.clock.today(),
    ...(body === undefined ? {} : { body }),
  })
  await inTransaction(services, systemUser, async (untyped) => {
    const tools = typed(untyped)
    await tools.append('interfaceLog', {
      ...logOf(call, response),
      url: provider.address + path,
      retryCount: attempt,
      occurredAt: tools.now,
    })
  })
  // Noted before anything follows: whatever is wrong with an answer, that it came is known.
  if (isAnswered(response) || (last && settlesUnanswered))
    await inTransaction(services, systemUser, async (tools) => settle?.(typed(tools), call, response))
  if (!isAnswered(response) && !last) throw new Error(`${call.interfaceName} ${requestNo}: ${reasonOf(response)}`)
}

/** How often a request was sent. */
export async function triesOf(tools: Tools, requestNo: string): Promise<number> {
  return (await tools.find('interfaceLog', { requestNo })).length
}

function logOf(call: OutsideCall, response: OutsideResponse): Omit<NewInterfaceLog, 'url' | 'retryCount' | 'occurredAt'> {
  const { system, interfaceName, method, bizNo, requestNo, body } = call
  const success = isSuccess(response)
  const numbers = body === undefined ? [] : numbersIn(body)
  return {
    systemCode: system,
    callDirection: 'OUT',
    interfaceName,
    method,
    bizNo,
    requestNo,
    requestBody: body && logged.body(body, numbers),
    responseBody: response.body === '' ? undefined : logged.body(response.body, numbers),
    originalCall: call,
    httpStatus: response.httpStatus,
    success,
    errorMessage: success ? undefined : logged.error(reasonOf(response), numbers),
    costMs: response.costMs,
  }
}
