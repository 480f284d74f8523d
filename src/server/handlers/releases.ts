import { compareDecimals, minDecimal, roundDecimal, subtractDecimals } from '../../../engine/core/decimal'
import { optional } from '../../../engine/core/sources/optional'
import { releasableQty } from '../../rules/control'
import type { Handler } from '../ruleTypes'
import { collateralPrices } from '../rules/batchPrices'
import { releasable } from '../rules/pledgeRelease'
import { loadSeen } from './loadSeen'

/**
 * What may be released of the goods of a loan beyond what has to stay (E-14), and how much of each item, if nothing else is: rounded down, and not
 * what is locked already. Of a loan that is paid off everything may be.
 */
export const releasableOfLoan: Handler<'releasableOfLoan'> = async (call) => {
  const { tools, query } = call
  const loan = await loadSeen(call, 'loan', query.loanId)
  const line = await releasable(tools, loan.id)
  const value = line?.releasableValue ?? '0.00'
  const items = await tools.find('pledgeItem', {
    loanId: loan.id,
    status: 'EFFECTIVE',
    ...(query.warehouseId === undefined ? {} : { warehouseId: query.warehouseId }),
  })
  const prices = await collateralPrices(
    tools,
    items.map(({ stockBatchId }) => stockBatchId),
  )
  const goods = items.flatMap((item) => {
    const unitValue = prices.get(item.stockBatchId) ?? '0.0000'
    const unlockedQty = roundDecimal(subtractDecimals(item.remainQty, item.lockedQty), 4)
    if (compareDecimals(unlockedQty, '0') <= 0) return []
    const qty = query.releaseType === 'SETTLE' ? unlockedQty : minDecimal(unlockedQty, releasableQty(value, unitValue))
    const { id, itemNo, stockBatchId, stockBatchCode, goodsId, goodsNo, goodsName, spec, unit, batchNo } = item
    return [
      {
        pledgeItemId: id,
        pledgeItemNo: itemNo,
        stockBatchId,
        stockBatchCode: stockBatchCode ?? '',
        goodsId,
        goodsNo: goodsNo ?? '',
        goodsName: goodsName ?? '',
        unlockedQty,
        releasableQty: releasableQty(value, unitValue),
        unitValue,
        qty,
        ...optional({ spec: spec ?? undefined, unit: unit ?? undefined, batchNo: batchNo ?? undefined }),
      },
    ]
  })
  return {
    totalValue: line?.totalValue ?? '0.00',
    exposure: line?.exposure ?? '0.00',
    minControlValue: line?.minControlValue ?? '0.00',
    releasableValue: value,
    ltv: line?.ltv ?? '0.0000',
    goods,
  }
}
