/** Service fees and miscellaneous ones (E-21; domain 40, feeStatus). */
import { compareDecimals, subtractDecimals, type Decimal } from '../../../engine/core/decimal'
import { daysBetween } from '../../../engine/core/dateTime'
import { no } from '../../rules/guards'
import { feeOf, type FeeMode } from '../../rules/serviceFee'
import type { ActionRule, SaveRule } from '../ruleTypes'
import { settleIfPaid } from './debtEnds'
import { fundAccountOf } from './fundAccount'
import { refuseOtherBusiness } from './loan'

export const saveServiceFee: SaveRule<'serviceFee'> = async (tools, { values: fee }) => {
  refuseOtherBusiness(tools, fee, await tools.load('loan', fee.loanId))
  fee.days = daysBetween(fee.periodStart, fee.periodEnd) + 1
  fee.totalAmount = feeOf(fee.feeMode as FeeMode, fee.baseAmount, fee.feeRate).value
}

export const saveMiscFee: SaveRule<'miscFee'> = async (tools, { values: fee }) => {
  if (fee.miscType !== 'CLAIM' && fee.payerId && fee.payerId !== fee.borrowerId)
    tools.invalid('payerId', '只有索赔由责任企业付款，其余费用的付款方是融资客户')
  if (fee.loanId) refuseOtherBusiness(tools, fee, await tools.load('loan', fee.loanId))
}

export const submitFee: ActionRule<'serviceFee' | 'miscFee', 'submit'> = (tools, { record: { feeNo, totalAmount } }) => {
  if (compareDecimals(totalAmount ?? '0', '0') <= 0) tools.refuseIf(no('fee.nothing', { feeNo }))
}

type Collected = { record: { openAmount: Decimal | null }; form: { amount: Decimal } }

function collected({ record: { openAmount }, form: { amount } }: Collected): 'PARTIAL' | 'COLLECTED' {
  return compareDecimals(amount, openAmount ?? '0') < 0 ? 'PARTIAL' : 'COLLECTED'
}

/** The last fee that is paid may end its loan: what is to be received of it is verified already. */
export const collectFee: ActionRule<'serviceFee', 'collected'> = async (tools, call) => {
  await settleIfPaid(tools, call.record.loanId)
  return { to: collected(call) }
}

/** What is claimed for goods that were lost belongs to the customer (decision A19). */
export const collectMiscFee: ActionRule<'miscFee', 'collected'> = async (tools, call) => {
  const { record } = call
  await settleIfPaid(tools, record.loanId)
  const to = collected(call)
  if (record.miscType !== 'CLAIM') return { to }
  return { to, set: { fundAccountId: await fundAccountOf(tools, { ...record, currency: 'CNY' }, 'ADVANCE') } }
}

export const uncollectFee: ActionRule<'serviceFee' | 'miscFee', 'unverify'> = (_tools, { record: { receivedAmount } }) => ({
  to: compareDecimals(receivedAmount ?? '0', '0') > 0 ? 'PARTIAL' : 'CONFIRMED',
})

export const waiveFee: ActionRule<'serviceFee' | 'miscFee', 'waive'> = (_tools, { record: { openAmount, status }, form: { amount } }) => ({
  to: compareDecimals(subtractDecimals(openAmount ?? '0', amount), '0') <= 0 ? 'WAIVED' : (status as 'CONFIRMED' | 'PARTIAL'),
})
