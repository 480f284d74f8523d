import { addDecimals, multiplyDecimals, negateDecimal, roundDecimal, type Decimal } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import { buckets, movementDeltas, type MovementType } from '../../rules/stockMovement'
import type { Tools } from './types'

export interface StockOrigin {
  docType: string
  docId: string
  docLineId?: string
  docNo: string
}

/**
 * Moves goods of a batch: the buckets by one conditional update, and the movement that says why, together (I-01, I-02). Refuses when a
 * bucket does not hold the quantity.
 */
export async function moveStock(tools: Tools, batchId: string, type: MovementType, qty: Decimal, origin: StockOrigin): Promise<void> {
  const deltas = movementDeltas(type, qty)
  const changed = Object.fromEntries(buckets.filter((bucket) => deltas[bucket] !== '0').map((bucket) => [bucket, deltas[bucket]]))
  const batch = await tools.adjust('stockBatch', batchId, changed)
  if (!batch) {
    const stored = await tools.load('stockBatch', batchId)
    const short = buckets.find((bucket) => deltas[bucket] === negateDecimal(qty)) ?? 'availableQty'
    tools.refuseIf(no('stock.not-enough', { batch: stored.batchCode, qty, available: stored[short] }))
    return
  }
  await tools.append('stockMovement', {
    stockBatchId: batch.id,
    warehouseId: batch.warehouseId,
    borrowerId: batch.borrowerId,
    departmentId: batch.departmentId,
    fundingPartyId: batch.fundingPartyId,
    goodsId: batch.goodsId,
    goodsNo: batch.goodsNo,
    goodsName: batch.goodsName,
    spec: batch.spec,
    unit: batch.unit,
    movementType: type,
    qty,
    dAvailable: deltas.availableQty,
    dPledged: deltas.pledgedQty,
    dFrozenAvail: deltas.frozenAvailQty,
    dFrozenPledge: deltas.frozenPledgeQty,
    dOnHand: deltas.onHand,
    onHandAfter: addDecimals(...buckets.map((bucket) => batch[bucket])),
    unitValue: batch.costPrice,
    amount: roundDecimal(multiplyDecimals(qty, batch.costPrice), 2),
    ...origin,
    occurredAt: tools.now,
    operatorId: tools.user.id,
  })
}
