import { isEmptyValue } from '../../../engine/core/fields'
import type { Inbound } from '../../../engine/server/extensions'
import { numbersIn } from '../../rules/maskMessage'
import { outsideSystems } from '../outsideSystems'
import { typed } from '../ruleTypes'
import { logged } from './logged'

/** What a system has called us for is a line of 接口日志 as well, whether it was done or refused. */
export const logReceived: Inbound['received'] = async (untyped, call) => {
  const { system, description, method, url, body, values, status, answer, refused, costMs } = call
  const systemCode = outsideSystems.find((each) => each === system)
  if (systemCode === undefined) throw new TypeError(`${system} is none of the systems that the product works with`)
  const { requestId, status: told } = values
  // Apart from the numbers of what we have asked, whose tries are counted.
  const requestNo = [requestId, told].filter((part) => typeof part === 'string' && !isEmptyValue(part)).join(':')
  const tools = typed(untyped)
  const numbers = numbersIn(body)
  await tools.append('interfaceLog', {
    systemCode,
    callDirection: 'IN',
    interfaceName: description,
    method,
    url,
    bizNo: typeof requestId === 'string' ? logged.number(requestId, 40) : undefined,
    requestNo: requestNo === '' ? undefined : logged.number(requestNo, 64),
    requestBody: logged.body(body, numbers),
    responseBody: answer === '' ? undefined : logged.body(answer, numbers),
    httpStatus: status,
    success: refused === undefined,
    errorMessage: refused === undefined ? undefined : logged.error(refused, numbers),
    costMs,
    retryCount: 0,
    occurredAt: tools.now,
  })
}
