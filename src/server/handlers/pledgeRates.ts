import { compareDecimals, formatPercent } from '../../../engine/core/decimal'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import { no } from '../../rules/guards'
import { explainPledgeRate, isExpired } from '../rules/loanValuation'
import type { Found, Handler } from '../ruleTypes'
import { clientOf } from './trials'

/**
 * The rate that goods would be pledged at today, and what it is made of (E-10): of a batch with its age, shelf life, warehouse and its owner's
 * rating, of goods that are still to come with the warehouse that is named. A customer's line may cap it further.
 */
export const previewPledgeRate: Handler<'previewPledgeRate'> = async (call) => {
  const { tools, query } = call
  const product = await tools.load('product', query.productId, { past: 'submit' })
  const batch = query.stockBatchId === undefined ? undefined : await tools.load('stockBatch', query.stockBatchId)
  const goodsId = batch?.goodsId ?? query.goodsId
  if (goodsId === undefined) throw invalid([fieldProblem('goodsId', 'required', '请选择商品或批次')])
  if (batch && query.goodsId !== undefined && query.goodsId !== batch.goodsId)
    throw invalid([fieldProblem('goodsId', 'check', '批次不是该商品的')])
  const warehouseId = batch?.warehouseId ?? query.warehouseId
  const goods = await tools.load('goods', goodsId)
  const steps = await explainPledgeRate(
    tools,
    { goodsId, stockBatchId: batch?.id ?? null },
    {
      borrowerId: batch?.borrowerId ?? '0',
      product,
      line: { pledgeRateCap: null },
      client: batch && (await clientOf(call, batch.borrowerId, product.fundingPartyId)),
      warehouse: warehouseId === undefined ? { warehouseGrade: '', warehouseType: '' } : await tools.load('warehouse', warehouseId),
    },
  )
  tools.refuseIf(steps ? undefined : no('pledge-rate.none', { goods: goods.goodsName }))
  const { base, rules, highest, rate } = steps!
  const scope = [
    base.goodsId ? goods.goodsName : (await tools.load('category', base.categoryId)).categoryName,
    base.productId ? product.productName : '全部产品',
    `${base.effectiveDate} 起`,
  ]
  return {
    pledgeRate: rate,
    baseRate: base.baseRate,
    highest,
    source: scope.join('，'),
    rules: [...(isExpired(batch, tools.today) ? ['已过效期：不可质押'] : []), ...rules.map(wordsOf)].join('；') || '未命中规则',
  }
}

function wordsOf({ ruleName, adjustType, adjustValue }: Found<'pledgeRule'>): string {
  if (adjustType === 'BAN') return `${ruleName}：不可质押`
  if (adjustType === 'CAP') return `${ruleName}：不高于 ${formatPercent(adjustValue, 2)}`
  return `${ruleName}：${compareDecimals(adjustValue, '0') < 0 ? '' : '+'}${formatPercent(adjustValue, 2)}`
}
