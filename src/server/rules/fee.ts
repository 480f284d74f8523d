/** Service fees and miscellaneous ones (E-21; domain 40, feeStatus). */
import { compareDecimals, formatDecimal, subtractDecimals, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { daysBetween } from '../../../engine/core/dateTime'
import { no } from '../../rules/guards'
import { feeOf, type FeeMode } from '../../rules/serviceFee'
import type { ServiceFee } from '../generated/serviceFee'
import type { ActionRule, SaveRule, Tools } from '../ruleTypes'
import { settleIfPaid } from './debtEnds'
import { fundAccountOf } from './fundAccount'
import { refuseOtherBusiness } from './loan'
import { balancesOf } from './monthFees'

export const saveServiceFee: SaveRule<'serviceFee'> = async (tools, { values: fee }) => {
  refuseOtherBusiness(tools, fee, await tools.load('loan', fee.loanId))
  fee.days = daysBetween(fee.periodStart, fee.periodEnd) + 1
  const { baseAmount, feeRate } = fee
  fee.totalAmount = baseAmount && feeRate ? feeOf(fee.feeMode as FeeMode, baseAmount, feeRate).value : null
}

export const saveMiscFee: SaveRule<'miscFee'> = async (tools, { values: fee }) => {
  if (fee.miscType !== 'CLAIM' && fee.payerId && fee.payerId !== fee.borrowerId)
    tools.invalid('payerId', '只有索赔由责任企业付款，其余费用的付款方是融资客户')
  if (fee.loanId) refuseOtherBusiness(tools, fee, await tools.load('loan', fee.loanId))
}

export const submitMiscFee: ActionRule<'miscFee', 'submit'> = (tools, { record }) => refuseNothing(tools, record)

/** What was typed may be agreed otherwise; who submits it is told what the books say. */
export const submitServiceFee: ActionRule<'serviceFee', 'submit'> = async (tools, { record }) => {
  refuseNothing(tools, record)
  const known = await baseOf(tools, record)
  if (compareDecimals(record.baseAmount, known.amount) === 0) return
  const [typed, amount] = [record.baseAmount, known.amount].map((each) => formatDecimal(each, 2))
  tools.warn('baseAmount', `计费基数 ${typed} 与${known.what} ${amount} 不符`)
}

function refuseNothing(tools: Tools, { feeNo, totalAmount }: { feeNo: string; totalAmount: Decimal | null }): void {
  if (compareDecimals(totalAmount ?? '0', '0') <= 0) tools.refuseIf(no('fee.nothing', { feeNo }))
}

/** E-21: what a fee is charged of, by its payout or by the balances of its days. */
async function baseOf(tools: Tools, fee: ServiceFee): Promise<{ what: string; amount: Decimal }> {
  if (fee.loanPaymentId !== null) {
    const { paymentNo, financePart } = await tools.load('loanPayment', fee.loanPaymentId)
    return { what: `放款单 ${paymentNo} 的融资部分`, amount: financePart ?? '0' }
  }
  const days = await balancesOf(tools.trx, fee)
  const { periodStart, periodEnd } = fee
  return fee.feeMode === 'DAILY'
    ? { what: `${periodStart} 至 ${periodEnd} 各日终余额之和`, amount: sumDecimals(days.map(({ balance }) => balance)) }
    : { what: ` ${periodEnd} 的日终余额`, amount: days.find(({ day }) => day === periodEnd)?.balance ?? '0' }
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
