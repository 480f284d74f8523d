import type { Handler, Tools } from '../ruleTypes'
import { takeNotice, type TransferNotice } from '../rules/awxTransfer'
import { loadSeen } from './loadSeen'

/** What the payment institution tells of a transfer; its signature was verified. */
export const takeTransferNotice: Handler<'takeTransferNotice'> = ({ tools, body }) => taken(tools, body, false)

/** In demo mode, where nobody tells. */
export const simulateTransferNotice: Handler<'simulateTransferNotice'> = async (call) => {
  const { requestId } = await loadSeen(call, 'awxTransfer', call.params.id, { lock: true })
  const { toStatus: status, ...told } = call.body
  return taken(call.tools.system, { ...told, status, requestId: requestId ?? '' }, true)
}

async function taken(tools: Tools, notice: TransferNotice, simulated: boolean): Promise<{ requestId: string; status: string }> {
  await takeNotice(tools, notice, simulated)
  const { requestId } = notice
  const [transfer] = await tools.find('awxTransfer', { requestId })
  return { requestId, status: transfer?.status ?? '' }
}
