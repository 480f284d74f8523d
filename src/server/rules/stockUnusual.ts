import { addDecimals, compareDecimals, minDecimal, roundDecimal, subtractDecimals } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import { takeInOrder } from '../../rules/takeInOrder'
import type { ActionRule, SaveRule } from '../ruleTypes'

/** Whose goods they are, and where, follows from the batch; who may see and freeze them does from that. */
export const saveStockUnusual: SaveRule<'stockUnusual'> = async (tools, { values: unusual }) => {
  if (!unusual.stockBatchId) return
  const batch = await tools.load('stockBatch', unusual.stockBatchId)
  for (const [field, title] of ownedBy)
    if (unusual[field] !== batch[field]) tools.invalid(field, `${title}与库存批次 ${batch.batchCode} 不一致`)
}

const ownedBy = [
  ['warehouseId', '仓库'],
  ['borrowerId', '融资客户'],
  ['departmentId', '所属部门'],
  ['fundingPartyId', '资金方'],
  ['goodsId', '商品'],
] as const

/**
 * What is available is frozen first, the rest of what is pledged: of the pledged items in their order what is not locked yet (decision A30; domain
 * 40, unusualStatus.handle).
 */
export const handleStockUnusual: ActionRule<'stockUnusual', 'handle'> = async (tools, { record: unusual, form: { freeze } }) => {
  if (freeze !== true) return
  const { stockBatchId, qty } = unusual
  if (stockBatchId === null) return tools.refuseIf(no('unusual.without-batch'))
  const { batchCode, availableQty } = await tools.load('stockBatch', stockBatchId)
  const items = await tools.find('pledgeItem', { stockBatchId, status: 'EFFECTIVE' })
  const frozenAvailQty = minDecimal(qty, availableQty)
  const { parts, left } = takeInOrder(
    subtractDecimals(qty, frozenAvailQty),
    items.map(({ id, remainQty, lockedQty }) => ({ id, most: subtractDecimals(remainQty, lockedQty) })),
  )
  if (compareDecimals(left, '0') > 0) {
    const unlocked = roundDecimal(subtractDecimals(qty, addDecimals(frozenAvailQty, left)), 4)
    tools.refuseIf(no('unusual.beyond-stock', { batch: batchCode, qty, available: availableQty, unlocked }))
  }
  return { set: { frozenAvailQty, frozenItems: parts.map((part) => ({ pledgeItemId: part.id, qty: part.qty })) } }
}

/** Whatever was frozen is given back; nothing of it stands on the notice any more (domain 40, unusualStatus.finish). */
export const finishStockUnusual: ActionRule<'stockUnusual', 'finish'> = (_tools, { record: { frozenItems } }) => ({
  set: { frozenItems: frozenItems.map(({ id }) => ({ id, qty: '0' })) },
})
