import { compareDecimals, subtractDecimals, type Decimal } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import { deductible, shortDeduction } from '../../rules/shortDeduction'
import type { ActionRule, Past, Tools } from '../ruleTypes'
import { contextOf, valueLines } from './loanValuation'
import { refuseUnlessOpen } from './stockIn'

/** What is to be deducted stands on the order when it is submitted, so that whoever approves it reads it (domain 40, shortStatus.submit; E-31). */
export const submitShortOrder: ActionRule<'shortOrder', 'submit'> = async (tools, { record: order }) => {
  if (order.shortHandle !== 'DEDUCT') return { set: { deductAmount: null } }
  if (order.loanId === null) return tools.refuseIf(no('short-order.without-loan'))
  return { set: { deductAmount: await deductionOf(tools, order, order.loanId) } }
}

/**
 * The missing goods are worth what those that came with them are worth today, and may be financed as these (E-09, E-10); where none came, what the
 * stock-in says.
 */
async function deductionOf(tools: Tools, order: Past<'shortOrder', 'submit'>, loanId: string): Promise<Decimal> {
  const { goodsId, stockBatchId, unitPrice } = order
  const qty = subtractDecimals(order.expectedQty, order.actualQty)
  const loan = await tools.load('loan', loanId)
  const [valued] = await valueLines(tools, [{ goodsId, stockBatchId, qty, unitPrice }], await contextOf(tools, loan))
  if (valued?.pledgeRate === undefined) {
    const { goodsName } = await tools.load('goods', goodsId)
    tools.refuseIf(no('pledge-rate.none', { goods: goodsName }))
  }
  return shortDeduction({ qty, valuationPrice: valued?.valuationPrice ?? '0', pledgeRate: valued?.pledgeRate ?? '0' })
}

/**
 * How much the loan still has to be deducted from is known under its lock. What it has not is claimed from who is responsible, when somebody is (domain
 * 40, shortStatus.approve).
 */
export const approveShortOrder: ActionRule<'shortOrder', 'approve'> = async (tools, { record: order }) => {
  const { loanId, shortHandle, deductAmount, responsibleEnterpriseId } = order
  if (loanId === null) return
  if (shortHandle === 'REPLENISH') await refuseUnlessOpen(tools, loanId, 'short-order.loan-not-open')
  if (shortHandle !== 'DEDUCT' || deductAmount === null) return
  const { status, approvedAmount, paidAmount, inPaymentAmount } = await tools.load('loan', loanId, { lock: true })
  const drawing = { status, approvedAmount: approvedAmount ?? '0', paidAmount, inPayment: inPaymentAmount ?? '0' }
  const deductedAmount = deductible(deductAmount, drawing)
  const rest = subtractDecimals(deductAmount, deductedAmount)
  const isClaimed = responsibleEnterpriseId !== null && compareDecimals(rest, '0') > 0
  return { set: { deductedAmount, claimAmount: isClaimed ? rest : null } }
}
