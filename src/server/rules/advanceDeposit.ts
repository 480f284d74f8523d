/** Money that a customer leaves for later (domain 40, depositStatus). */
import { addDecimals, compareDecimals, roundDecimal } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import type { ActionRule, Past, SaveRule, Tools } from '../ruleTypes'
import { fundAccountOf } from './fundAccount'

export const saveDeposit: SaveRule<'advanceDeposit'> = async (tools, { values: deposit }) => {
  const receipt = await tools.load('receipt', deposit.receiptId)
  if (deposit.borrowerId !== receipt.borrowerId) tools.invalid('receiptId', `收款单 ${receipt.receiptNo} 不是该客户的收款`)
  if (deposit.fundingPartyId !== receipt.fundingPartyId) tools.invalid('fundingPartyId', '资金方须与收款单一致')
  if (deposit.departmentId !== receipt.departmentId) tools.invalid('departmentId', '所属部门须与收款单一致')
  if (deposit.currency !== receipt.currency) tools.invalid('currency', `币种须与收款单一致（${receipt.currency}）`)
  deposit.bankAccountId = receipt.bankAccountId
}

/** @param lock so that nobody else uses the receipt before it is booked */
async function refuseBeyondReceipt(tools: Tools, { receiptId, amount }: Past<'advanceDeposit', 'submit'>, lock: boolean): Promise<void> {
  const { receiptNo, unverifiedAmount } = await tools.load('receipt', receiptId, { lock })
  if (compareDecimals(amount, unverifiedAmount) > 0)
    tools.refuseIf(no('receipt.beyond-unverified', { balance: receiptNo, amount, unverified: unverifiedAmount }))
}

export const submitDeposit: ActionRule<'advanceDeposit', 'submit'> = (tools, { record }) => refuseBeyondReceipt(tools, record, false)

export const approveDeposit: ActionRule<'advanceDeposit', 'approve'> = async (tools, { record }) => {
  await refuseBeyondReceipt(tools, record, true)
  const fundAccountId = await fundAccountOf(tools, record, 'ADVANCE')
  const { balance } = await tools.load('fundAccount', fundAccountId, { lock: true })
  return { set: { fundAccountId, balanceAfter: roundDecimal(addDecimals(balance ?? '0', record.amount), 2) } }
}
