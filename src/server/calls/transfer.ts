import { cutText } from '../../../engine/server/exchange/cutText'
import type { AwxTransfer } from '../generated/awxTransfer'
import type { OutsideResponse } from '../providers/provider'
import type { Tools } from '../ruleTypes'
import type { OutsideCall } from './call'
import { isSuccess, numberOf, reasonOf } from './response'

/** Each has one from its creation on. */
interface Requested {
  transferCode: string
  requestId: string | null
}

type Asked = Requested & Pick<AwxTransfer, 'amount' | 'currency' | 'transferReason' | 'transferRef'>

/** Asks the payment institution to pay, once for each number of a request. */
export function transferCall(
  transfer: Asked,
  { accountCode, beneficiaryCode }: { accountCode: string; beneficiaryCode: string },
): OutsideCall {
  const { transferCode, amount, currency, transferReason, transferRef } = transfer
  const requestId = requestOf(transfer)
  return {
    system: 'AIRWALLEX',
    interfaceName: '创建付款',
    method: 'POST',
    path: '/api/v1/transfers/create',
    bizNo: transferCode,
    requestNo: requestId,
    body: JSON.stringify({
      request_id: requestId,
      account_id: accountCode,
      beneficiary_id: beneficiaryCode,
      transfer_currency: currency,
      transfer_amount: amount,
      reason: transferReason,
      ...(transferRef === null ? {} : { reference: transferRef }),
    }),
  }
}

export function transferCancelCall({ transferCode, ...transfer }: Requested): OutsideCall {
  const requestId = requestOf(transfer)
  return {
    system: 'AIRWALLEX',
    interfaceName: '取消付款',
    method: 'POST',
    path: `/api/v1/transfers/${encodeURIComponent(requestId)}/cancel`,
    bizNo: transferCode,
    requestNo: transferCancelNumber(transfer),
    body: JSON.stringify({ request_id: requestId }),
  }
}

/** The number of the request that cancels a transfer. */
export function transferCancelNumber(transfer: Pick<Requested, 'requestId'>): string {
  return `${requestOf(transfer)}-cancel`
}

function requestOf({ requestId }: Pick<Requested, 'requestId'>): string {
  if (requestId === null) throw new TypeError('a transfer is asked for under a number')
  return requestId
}

/** Whether it is still to be paid: what was cancelled before its request went out, or while that was tried again, is not asked for any more. */
export async function isTransferWanted(tools: Tools, { requestNo: requestId }: OutsideCall): Promise<boolean> {
  const [transfer] = await tools.find('awxTransfer', { requestId })
  return transfer?.status === 'SCHEDULED'
}

const maxNumber = 60
const maxReason = 450

/**
 * Taken with the institution's own number, or why not: then it stays scheduled, with the reason, until somebody sends it again or calls the payment
 * failed. What becomes of one that was taken is told by notices.
 */
export async function settleTransfer(tools: Tools, { requestNo: requestId }: OutsideCall, response: OutsideResponse): Promise<void> {
  const [transfer] = await tools.find('awxTransfer', { requestId }, { lock: true })
  if (!transfer) return
  const number = numberOf(response.body, maxNumber)
  if (!isSuccess(response)) {
    if (transfer.status === 'SCHEDULED') await tools.set('awxTransfer', transfer.id, { failReason: cutText(reasonOf(response), maxReason) })
  } else if (transfer.awxTransferId === null && number !== undefined)
    await tools.set('awxTransfer', transfer.id, {
      awxTransferId: number,
      // A notice may have been faster than the answer: what that said stays.
      ...(transfer.status === 'SCHEDULED' ? { failReason: null } : {}),
    })
}
