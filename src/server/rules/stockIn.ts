import { addDays } from '../../../engine/core/dateTime'
import { addDecimals, compareDecimals } from '../../../engine/core/decimal'
import type { ProductPlan } from '../../../engine/core/plan'
import { nameForAll } from '../../../engine/server/outside'
import { no, refuseReceipt } from '../../rules/guards'
import type { RefusalCode } from '../../rules/refusals'
import type { Calls } from '../calls/calls'
import { noticeCall, noticeCancelCall } from '../calls/wms'
import type { StockIn } from '../generated/stockIn'
import { openLoanStates } from './loan'
import { refuseUnlessKeeper } from './partners'
import type { ActionRule, DraftRow, Found, LineRule, SaveRule, Tools } from '../ruleTypes'

/** A batch expires with its shelf life when nobody says otherwise (domain 20, stockInGoods.expiryDate). */
export const saveStockIn: SaveRule<'stockIn'> = async (tools, { values: stockIn }) => {
  if (stockIn.loanId) {
    const loan = await tools.load('loan', stockIn.loanId)
    if (loan.borrowerId !== stockIn.borrowerId) tools.invalid('loanId', '融资单不属于该融资客户')
    // Who may see the goods later follows from both.
    if (loan.fundingPartyId !== stockIn.fundingPartyId) tools.invalid('fundingPartyId', '资金方须与融资单一致')
    if (loan.departmentId !== stockIn.departmentId) tools.invalid('departmentId', '部门须与融资单一致')
  }
  for (const [index, line] of stockIn.goods.entries()) await settleExpiry(tools, line, `goods.${index}.expiryDate`)
}

/** 入库商品核对: a line of the workbook is completed and refused as the save would (domain 60, stockin). */
export const checkStockInGoods: LineRule<'stockIn', 'goods'> = (tools, { line }) => settleExpiry(tools, line, 'expiryDate')

async function settleExpiry(
  tools: Tools,
  line: Pick<Partial<DraftRow<'stockIn', 'goods'>>, 'goodsId' | 'productionDate' | 'expiryDate'>,
  path: string,
): Promise<void> {
  if (line.expiryDate && line.productionDate && line.expiryDate < line.productionDate) tools.invalid(path, '到期日期不能早于生产日期')
  if (line.expiryDate) return
  const derived = await expiryAfter(tools, line)
  if (derived !== undefined) line.expiryDate = derived
}

/** The end of the shelf life; undefined when it does not follow from what is known. */
async function expiryAfter(
  tools: Tools,
  { goodsId, productionDate }: Pick<Partial<DraftRow<'stockIn', 'goods'>>, 'goodsId' | 'productionDate'>,
): Promise<string | undefined> {
  if (!productionDate || goodsId === undefined) return undefined
  const { shelfLifeDays } = await tools.load('goods', goodsId)
  return shelfLifeDays === null ? undefined : addDays(productionDate, shelfLifeDays)
}

/**
 * Notifies the warehouse, and its system where it has one that we work with; a virtual one has nothing to unload and is received at once (domain 40,
 * stockInStatus.submit).
 */
export function submitStockIn(calls: Calls): ActionRule<'stockIn', 'submit'> {
  return async (tools, { record: stockIn }) => {
    const warehouse = await tools.load('warehouse', stockIn.warehouseId)
    if (warehouse.status !== 'ENABLED') tools.refuseIf(no('stock-in.warehouse-disabled', { warehouse: warehouse.warehouseName }))
    if (stockIn.loanId) await refuseUnlessOpen(tools, stockIn.loanId)
    const entryNo = `RT${stockIn.stockInNo.slice(2)}`
    if (stockIn.warehouseType !== 'virtual') {
      if (isReached(calls, warehouse)) await calls.send(tools, noticeCall(stockIn, entryNo, warehouse))
      return { to: 'NOTIFIED', set: { entryNo } }
    }
    const goods = stockIn.goods.map(({ id, expectedQty }) => ({ id, goodQty: expectedQty, damagedQty: '0' }))
    // Whoever has it arrive there is who took it in (D8): another one confirms.
    return { to: 'RECEIVED', set: { entryNo, arrivedAt: tools.now, receivedById: tools.user.id, goods } }
  }
}

export function isReached(calls: Calls, { wmsEnabled }: Pick<Found<'warehouse'>, 'wmsEnabled'>): boolean {
  return wmsEnabled && calls.knows('WMS')
}

/** Takes back what the warehouse's system was told; nothing where it was told nothing. */
async function revokeNotice(calls: Calls, tools: Tools, { id, status }: Pick<StockIn, 'id' | 'status'>, reason: string): Promise<void> {
  if (status === 'DRAFT') return
  const { entryNo, version, warehouseId } = await tools.load('stockIn', id)
  const warehouse = await tools.load('warehouse', warehouseId)
  if (entryNo !== null && isReached(calls, warehouse)) await calls.send(tools, noticeCancelCall(entryNo, version, warehouse, reason))
}

/**
 * Nothing is sent for on behalf of a loan that has gone back to approval or has ended (decision D5), whoever drafted the notice meanwhile. The loan
 * is locked: what it cancels when it ends is what was sent for before.
 */
export async function refuseUnlessOpen(tools: Tools, loanId: string, code: RefusalCode = 'stock-in.loan-not-open'): Promise<void> {
  const { loanNo, status } = await tools.load('loan', loanId, { lock: true })
  if (!openLoanStates.includes(status)) tools.refuseIf(no(code, { loanNo }))
}

/** Receipts that a return has not made void (domain D.10). */
export const valid = { recordStatus: 'VALID' } as const

async function refuseAfterReceipts(tools: Tools, stockInId: string, action: string): Promise<void> {
  const receipts = await tools.find('wmsRecord', { stockInId, ...valid })
  if (receipts.length > 0) tools.refuseIf(no('stock-in.has-receipts', { count: receipts.length, action }))
}

export function withdrawStockIn(calls: Calls): ActionRule<'stockIn', 'withdraw'> {
  return async (tools, { record, form }) => {
    await refuseAfterReceipts(tools, record.id, '撤回')
    await revokeNotice(calls, tools, record, form.opinion)
  }
}

export function cancelStockIn(calls: Calls): ActionRule<'stockIn', 'cancel'> {
  return async (tools, { record, form }) => {
    await refuseAfterReceipts(tools, record.id, '取消')
    await revokeNotice(calls, tools, record, form.opinion)
  }
}

/** Cancelled with the loan that the goods were to come for (decision D5). */
export function cancelStockInSource(calls: Calls): ActionRule<'stockIn', 'sourceCancelled'> {
  return (tools, { record }) => revokeNotice(calls, tools, record, '来源单据已取消')
}

/**
 * Adds what arrived now to each line, with one warehouse receipt per quality (domain 40, stockInStatus.receive). A day of expiry that followed from
 * the day of production goes with it when that is corrected.
 */
export function receiveStockIn(plan: Pick<ProductPlan, 'outside'>): ActionRule<'stockIn', 'receive'> {
  return async (tools, { record, form: { goods: receipts } }) => {
    await refuseUnlessKeeper(tools, record.warehouseId)
    // The record comes with the answers on it already, emptied ones too; what was received before is asked here.
    const lineById = new Map(record.goods.map((line) => [line.id, line]))
    const stockIn = await tools.load('stockIn', record.id, { past: 'submit' })
    const { entryNo } = stockIn
    if (entryNo === null) throw new Error(`${stockIn.stockInNo} has been submitted without a notice number`)
    const wmsNo = nextWmsNo(entryNo, await tools.find('wmsRecord', { stockInId: stockIn.id }))
    const goods = []
    let anything = false
    for (const [at, receipt] of receipts.entries()) {
      const index = stockIn.goods.findIndex((line) => line.id === receipt.id)
      const [line, submitted] = [stockIn.goods[index], lineById.get(receipt.id)]
      if (!line || !submitted) continue
      const good = receipt.receivedGoodQty
      const damaged = receipt.receivedDamagedQty ?? '0'
      const goodQty = addDecimals(line.goodQty ?? '0', good)
      const damagedQty = addDecimals(line.damagedQty ?? '0', damaged)
      tools.refuseIf(refuseReceipt(index + 1, addDecimals(goodQty, damagedQty), line.expectedQty))
      // A line becomes one batch of stock.
      const isBegun = compareDecimals(addDecimals(line.goodQty ?? '0', line.damagedQty ?? '0'), '0') > 0
      if (isBegun && line.batchNo && submitted.batchNo !== line.batchNo)
        tools.refuseIf(no('stock-in.other-batch', { line: index + 1, batch: line.batchNo }))
      const { batchNo, productionDate, locationCode } = submitted
      const followed = productionDate !== line.productionDate && submitted.expiryDate === (await expiryAfter(tools, line))
      const batch = { goodsId: line.goodsId, batchNo, productionDate, expiryDate: followed ? null : submitted.expiryDate, locationCode }
      await settleExpiry(tools, batch, `goods.${at}.expiryDate`)
      const { goodsId, ...facts } = batch
      goods.push({ id: line.id, goodQty, damagedQty, ...facts })
      for (const [qualityStatus, qty] of [['GOOD', good] as const, ['DAMAGED', damaged] as const]) {
        if (compareDecimals(qty, '0') <= 0) continue
        anything = true
        await tools.create('wmsRecord', {
          wmsNo,
          entryNo,
          flowDirection: 'IN',
          stockInId: stockIn.id,
          sourceLineId: line.id,
          warehouseId: stockIn.warehouseId,
          goodsId,
          ...facts,
          qty,
          qualityStatus,
          // The client and the warehouse read it, and are told no name of ours (decision D33).
          wmsOperator: nameForAll(plan, tools.user),
          occurredAt: tools.now,
        })
      }
    }
    if (!anything) tools.refuseIf(no('stock-in.nothing-received'))
    return { set: { goods } }
  }
}

/** Receipts of a notice are numbered by visit: `<notice>-01`, `-02` … */
export function nextWmsNo(entryNo: string, earlier: Found<'wmsRecord'>[]): string {
  const visits = new Set(earlier.map((receipt) => receipt.wmsNo)).size
  return `${entryNo}-${String(visits + 1).padStart(2, '0')}`
}

export const finishStockIn: ActionRule<'stockIn', 'finish'> = async (tools, { record }) => {
  await refuseUnlessKeeper(tools, record.warehouseId)
  const missing = record.goods.findIndex((line) => line.goodQty === null)
  if (missing >= 0) tools.refuseIf(no('stock-in.line-not-received', { line: missing + 1 }))
}

/**
 * What was received is received anew (decision D2): nothing of it stands on the lines any more, and its receipts become void with this action. A
 * virtual warehouse receives nothing, so that there the notice itself is corrected.
 */
export const returnStockIn: ActionRule<'stockIn', 'returnReceive'> = (_tools, { record: stockIn }) => {
  const goods = stockIn.goods.map(({ id }) => ({ id, goodQty: null, damagedQty: null }))
  return { to: stockIn.warehouseType === 'virtual' ? 'DRAFT' : 'RECEIVING', set: { goods } }
}

/**
 * Four eyes hold for each who took goods in, not only for the last (domain 00, 双人原则); so whoever has sent goods back may confirm unless he
 * took them in again himself (decision A39).
 */
export const confirmStockIn: ActionRule<'stockIn', 'confirm'> = async (tools, { record: stockIn }) => {
  const own = await tools.find('wmsRecord', { stockInId: stockIn.id, createdById: tools.user.id, ...valid }, { limit: 1 })
  if (own.length > 0) tools.refuseIf(no('stock-in.own-receipt'))
}
