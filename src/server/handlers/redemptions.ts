import { compareDecimals, formatDecimal } from '../../../engine/core/decimal'
import { optional } from '../../../engine/core/sources/optional'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import { compute } from '../rules/redemption'
import { redemptionFacts } from '../rules/redemptionFacts'
import type { Handler, HandlerContext } from '../ruleTypes'
import { loadSeen, seenAmong } from './loadSeen'

type Trial = Parameters<Handler<'trialRedemption'>>[0]

/** E-15 and E-16 for goods on a day, as a submission would be computed; nothing is stored. */
async function trial(call: HandlerContext & Pick<Trial, 'body'>, redemptionType: 'CASH' | 'CREDIT') {
  const { tools, body } = call
  const { calcDate, goods, bondOffset = null, depositOffset = null } = body
  const loan = await loadSeen(call, 'loan', body.loanId)
  const warehouseId = body.warehouseId ?? loan.warehouseId
  const { known, computed } = await compute(tools, { redemptionType, calcDate, warehouseId, goods, bondOffset, depositOffset }, loan)
  for (const [index, { pledgeItemId }] of goods.entries())
    if (!known.pledged.some(({ id }) => id === pledgeItemId))
      throw invalid([fieldProblem(`goods.${index}.pledgeItemId`, 'check', '不是该融资单质押中的明细')])
  const numbers = new Map(known.debts.map(({ id, debtNo }) => [id, debtNo]))
  const yuan = (amount: string): string => formatDecimal(amount, 2)
  const shares = computed.debts.map(
    ({ debtNoteId, principalPart, interestPart, penaltyPart }) =>
      `${numbers.get(debtNoteId) ?? ''} 本金 ${yuan(principalPart)}，利息 ${yuan(interestPart)}，罚息 ${yuan(penaltyPart)}`,
  )
  return { ...computed.amounts, goods: computed.lines, shares: shares.join('\n').slice(0, 4000) || '没有分摊' }
}

export const trialRedemption: Handler<'trialRedemption'> = async (call) => {
  const { transferAmount: _, ...answer } = await trial(call, 'CASH')
  return answer
}
export const trialCreditRedemption: Handler<'trialCreditRedemption'> = (call) => trial(call, 'CREDIT')

/** What is pledged to a loan in a warehouse and locked by nobody, with what a unit answers for and is worth today; what came in first is first. */
export const itemsToRedeem: Handler<'itemsToRedeem'> = async (call) => {
  const { tools, query } = call
  const loan = await loadSeen(call, 'loan', query.loanId)
  const warehouseId = query.warehouseId ?? loan.warehouseId
  const found = await tools.find('pledgeItem', { loanId: loan.id, warehouseId, status: 'EFFECTIVE' })
  const seen = await seenAmong(
    call,
    'pledgeItem',
    found.map(({ id }) => id),
  )
  const { pledged } = await redemptionFacts(tools, loan, { warehouseId })
  const known = new Map(pledged.map((goods) => [goods.id, goods]))
  const batches = await tools.find('stockBatch', { id: found.map(({ stockBatchId }) => stockBatchId) })
  const codes = new Map(batches.map(({ id, batchCode }) => [id, batchCode]))
  const offered = found.flatMap((item) => {
    const goods = known.get(item.id)
    if (!goods || !seen.has(item.id) || compareDecimals(goods.unlocked, '0') <= 0) return []
    return {
      pledgeItemId: item.id,
      pledgeItemNo: item.itemNo,
      stockBatchId: item.stockBatchId,
      stockBatchCode: codes.get(item.stockBatchId) ?? '',
      goodsId: item.goodsId,
      goodsNo: item.goodsNo ?? '',
      goodsName: goods.goodsName,
      inDate: goods.inDate,
      remainQty: goods.remainQty,
      qty: goods.unlocked,
      unitPrincipal: item.unitPrincipal ?? '0.000000',
      unitValue: goods.price,
      ...optional({ spec: item.spec ?? undefined, unit: item.unit ?? undefined, batchNo: item.batchNo ?? undefined }),
    }
  })
  return { items: offered.toSorted((one, other) => one.inDate.localeCompare(other.inDate)) }
}
