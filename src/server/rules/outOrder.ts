/** Goods that leave a warehouse (domain 40, outStatus). What is frozen of them, and leaves, is booked by the schema. */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { addDecimals, compareDecimals } from '../../../engine/core/decimal'
import type { ProductPlan } from '../../../engine/core/plan'
import { nameForAll } from '../../../engine/server/outside'
import { no, refuseOutgoing } from '../../rules/guards'
import { refusePickLocked, wrongPickCode } from '../../rules/pickCode'
import type { Calls } from '../calls/calls'
import { outCancelCall, outNoticeCall } from '../calls/wms'
import type { OutOrder } from '../generated/outOrder'
import type { ActionRule, Draft, Found, SavedRule, SaveRule, Tools } from '../ruleTypes'
import { batchPrices } from './batchPrices'
import { refuseUnlessKeeper } from './partners'
import { isReached, nextWmsNo } from './stockIn'

/** Of goods of one's own the order says itself whose and where they are; of all others the document does that lets them go. */
export const saveOutOrder: SaveRule<'outOrder'> = async (tools, { values: order, before }) => {
  if (before) return
  const batches = await batchesOf(tools, order)
  if (order.stockOutType !== 'FREE') return
  for (const [index, { stockBatchId }] of order.goods.entries()) {
    const batch = batches.get(stockBatchId)
    const path = `goods.${index}.stockBatchId`
    if (!batch || batch.borrowerId !== order.borrowerId || batch.warehouseId !== order.warehouseId)
      return tools.invalid(path, '批次不属于该融资客户，或不在该仓库')
    const [first = batch] = batches.values()
    if (batch.departmentId !== first.departmentId || batch.fundingPartyId !== first.fundingPartyId)
      return tools.invalid(path, '一张出库单内的批次须属同一部门和资金方，请分单出库')
  }
  const [first] = batches.values()
  Object.assign(order, { departmentId: first?.departmentId, fundingPartyId: first?.fundingPartyId })
  const prices = await batchPrices(tools, [...batches.keys()])
  for (const line of order.goods) line.unitValue = prices.get(line.stockBatchId) ?? null
}

/** By their ids, in the order of the lines. */
async function batchesOf(tools: Tools, { goods }: Pick<Draft<'outOrder'>, 'goods'>): Promise<Map<string, Found<'stockBatch'>>> {
  const ids = [...new Set(goods.map(({ stockBatchId }) => stockBatchId))]
  const found = new Map((await tools.find('stockBatch', { id: ids })).map((batch) => [batch.id, batch]))
  return new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id)!] as const] : [])))
}

/** What comes from a document is frozen by it already. */
export const freezeFreeGoods: SavedRule<'outOrder'> = async (tools, { record, before }) => {
  if (!before && record.stockOutType === 'FREE') await tools.system.perform('outOrder', record.id, 'free')
}

/** Tells the warehouse, and its system where it has one that we work with; who fetches the goods has a code from now on. */
export function submitOutOrder(calls: Calls): ActionRule<'outOrder', 'submit'> {
  return async (tools, { record: order }) => {
    const warehouse = await tools.load('warehouse', order.warehouseId)
    const entryNo = `CT${order.outNo.slice(2)}`
    if (order.warehouseType !== 'virtual' && isReached(calls, warehouse)) await calls.send(tools, outNoticeCall(order, entryNo, warehouse))
    return { set: { entryNo, pickCode: newPickCode() } }
  }
}

function newPickCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

export const pickOutOrder: ActionRule<'outOrder', 'pick'> = (tools, { record }) => refuseUnlessKeeper(tools, record.warehouseId)

/** Goods go out against the code alone; what is wrong with it is counted before anything else is looked at (decision B39). */
export function registerOut(plan: Pick<ProductPlan, 'outside'>): ActionRule<'outOrder', 'out'> {
  return async (tools, { record: order, form }) => {
    await refuseUnlessKeeper(tools, order.warehouseId)
    tools.refuseIf(refusePickLocked(order, tools.now))
    if (!isPickCode(order, form.givenCode)) {
      const { set, refusal } = wrongPickCode(order, tools.now)
      await tools.note('outOrder', order.id, 'PICK_CODE', '提货码不符', { times: set.pickErrorCount })
      return { set, refused: refusal }
    }
    const going = new Map(form.goods.map(({ id, goingQty }) => [id, goingQty]))
    const goods = order.goods.map(({ id, outQty }) => {
      const lastOutQty = going.get(id) ?? '0'
      return { id, lastOutQty, outQty: addDecimals(outQty ?? '0', lastOutQty) }
    })
    for (const [index, { outQty }] of goods.entries()) tools.refuseIf(refuseOutgoing(index + 1, outQty, order.goods[index]?.qty ?? '0'))
    if (goods.every(({ lastOutQty }) => compareDecimals(lastOutQty, '0') === 0)) tools.refuseIf(no('out.nothing'))
    await writeReceipts(tools, plan, order, goods)
    const isAllOut = goods.every(({ outQty }, index) => compareDecimals(outQty, order.goods[index]?.qty ?? '0') === 0)
    return {
      to: isAllOut ? 'OUT_DONE' : 'PARTIAL_OUT',
      set: { goods, pickErrorCount: 0, pickLockedUntil: null, ...(isAllOut ? { outAt: tools.now } : {}) },
    }
  }
}

/** Takes as long whatever is wrong with it. */
function isPickCode({ pickCode }: Pick<OutOrder, 'pickCode'>, given: string): boolean {
  const digest = (code: string): Buffer => createHash('sha256').update(code).digest()
  return pickCode !== null && timingSafeEqual(digest(pickCode), digest(given))
}

/** One for each line of which something goes, as when goods come in. */
async function writeReceipts(
  tools: Tools,
  plan: Pick<ProductPlan, 'outside'>,
  order: OutOrder,
  goods: readonly { id: string; lastOutQty: string }[],
): Promise<void> {
  const { id: outOrderId, entryNo, warehouseId } = order
  if (entryNo === null) throw new Error(`${order.outNo} has been submitted without a notice number`)
  const wmsNo = nextWmsNo(entryNo, await tools.find('wmsRecord', { outOrderId }))
  const batches = await batchesOf(tools, order)
  for (const [index, { id: sourceLineId, lastOutQty: qty }] of goods.entries()) {
    const line = order.goods[index]
    const batch = line && batches.get(line.stockBatchId)
    if (!batch || compareDecimals(qty, '0') <= 0) continue
    const { goodsId, batchNo, productionDate, expiryDate, locationCode, qualityStatus } = batch
    await tools.create('wmsRecord', {
      wmsNo,
      entryNo,
      flowDirection: 'OUT',
      outOrderId,
      sourceLineId,
      warehouseId,
      goodsId,
      batchNo,
      productionDate,
      expiryDate,
      locationCode,
      qty,
      qualityStatus,
      // The client and the warehouse read it, and are told no name of ours (decision D33).
      wmsOperator: nameForAll(plan, tools.user),
      occurredAt: tools.now,
    })
  }
}

/** Whoever brings them says that they have arrived, who keeps the warehouse, or we (decision B29). */
export const signOutOrder: ActionRule<'outOrder', 'sign'> = (tools, { record }) => refuseUnlessKeeper(tools, record.warehouseId)

export function cancelOutOrder(calls: Calls): ActionRule<'outOrder', 'cancel'> {
  return (tools, { record, form }) => revoke(calls, tools, record, form.opinion)
}

/** Its release is cancelled, which also says what becomes of the goods (decision D19). */
export function cancelOutOrderSource(calls: Calls): ActionRule<'outOrder', 'sourceCancelled'> {
  return (tools, { record }) => revoke(calls, tools, record, '来源单据已取消')
}

/** Takes back what the warehouse's system was told; nothing where it was told nothing. */
async function revoke(
  calls: Calls,
  tools: Tools,
  { entryNo, version, warehouseId, warehouseType }: OutOrder,
  reason: string,
): Promise<void> {
  if (entryNo === null || warehouseType === 'virtual') return
  const warehouse = await tools.load('warehouse', warehouseId)
  if (isReached(calls, warehouse)) await calls.send(tools, outCancelCall(entryNo, version, warehouse, reason))
}
