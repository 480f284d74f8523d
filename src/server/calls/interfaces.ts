import type { OutsideResponse } from '../providers/provider'
import type { Tools } from '../ruleTypes'
import { settleBalances } from './balances'
import { settleBeneficiary } from './beneficiary'
import type { InterfaceName, OutsideCall } from './call'
import { isTransferWanted, settleTransfer } from './transfer'

interface Interface {
  /** Whether it is still to be asked, when its turn comes. */
  isWanted?: (tools: Tools, call: OutsideCall) => Promise<boolean>
  /** What follows from an answer, in the transaction that notes it; the same answer may be settled twice. */
  settle?: (tools: Tools, call: OutsideCall, response: OutsideResponse) => Promise<void>
  /** Whether the last try is settled too when it was not answered. */
  settlesUnanswered?: true
}

export const interfaces: Record<InterfaceName, Interface> = {
  入库通知: {},
  撤销入库通知: {},
  出库通知: {},
  撤销出库通知: {},
  库存快照: {},
  创建收款人: { settle: settleBeneficiary },
  创建付款: { isWanted: isTransferWanted, settle: settleTransfer, settlesUnanswered: true },
  取消付款: {},
  账户余额: { settle: settleBalances },
}
