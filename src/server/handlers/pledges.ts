import { addDecimals, compareDecimals, roundDecimal } from '../../../engine/core/decimal'
import { optional } from '../../../engine/core/sources/optional'
import type { Found, Handler, HandlerCall } from '../ruleTypes'
import { itemPrice, itemValue } from '../queries'
import { backedLoans } from '../rules/loan'
import { contextOf, valueLines } from '../rules/loanValuation'
import { frozenForLoan } from '../rules/pledge'
import { loadSeen } from './loadSeen'

/**
 * What can be pledged for a loan in a warehouse: good batches of its borrower with what is available of them and what the loan has frozen itself,
 * each with its rate and what may be financed on it today (E-09 to E-11). What the loan has frozen comes first, then what has lain there longest.
 */
export const batchesToPledge: Handler<'batchesToPledge'> = async (call) => {
  const { tools, query } = call
  const loan = await loadSeen(call, 'loan', query.loanId)
  const warehouseId = query.warehouseId ?? loan.warehouseId
  const held = await frozenForLoan(tools, loan.id)
  const found = (await batchesOf(call, loan.borrowerId, warehouseId)).map((batch) => {
    const frozenQty = held.get(batch.id) ?? '0.0000'
    return { batch, frozenQty, pledgedQty: roundDecimal(addDecimals(batch.availableQty ?? '0', frozenQty), 4) }
  })
  const backed = await backedLoans(
    tools,
    loan,
    found.map(({ batch }) => batch),
  )
  const offered = found
    .filter(({ batch, pledgedQty }) => compareDecimals(pledgedQty, '0') > 0 && !backed.has(batch.id))
    .sort((a, b) => compareDecimals(b.frozenQty, a.frozenQty) || a.batch.inDate.localeCompare(b.batch.inDate))
  const valued = await valueLines(
    tools,
    offered.map(({ batch, pledgedQty: qty }) => ({ goodsId: batch.goodsId, stockBatchId: batch.id, qty, unitPrice: '0' })),
    await contextOf(tools, { ...loan, warehouseId }),
  )
  return {
    batches: offered.map(({ batch, frozenQty, pledgedQty }, index) => {
      const { valuationPrice: pledgePrice, pledgeRate, financeAmount } = valued[index]!
      return {
        stockBatchId: batch.id,
        stockBatchCode: batch.batchCode,
        goodsId: batch.goodsId,
        goodsNo: batch.goodsNo ?? '',
        goodsName: batch.goodsName ?? '',
        inDate: batch.inDate,
        availableQty: batch.availableQty ?? '0.0000',
        frozenQty,
        pledgedQty,
        pledgePrice,
        ...optional({
          spec: batch.spec ?? undefined,
          unit: batch.unit ?? undefined,
          batchNo: batch.batchNo ?? undefined,
          expiryDate: batch.expiryDate ?? undefined,
          pledgeRate,
          financeAmount,
        }),
      }
    }),
  }
}

/** More are not offered at once; they are narrowed by the warehouse. */
const MOST = 500

/** Good batches of a borrower in a warehouse that the user may see, of goods that can be pledged, the oldest first. */
async function batchesOf(
  { kysely, visible, tools }: HandlerCall<'batchesToPledge'>,
  borrowerId: string,
  warehouseId: string,
): Promise<Found<'stockBatch'>[]> {
  const seen = await visible(
    'stockBatch',
    'b',
    kysely
      .selectFrom('stock_batch as b')
      .innerJoin('goods as g', 'g.id', 'b.goods_id')
      .select('b.id')
      .where('b.borrower_id', '=', borrowerId)
      .where('b.warehouse_id', '=', warehouseId)
      .where('b.quality_status', '=', 'GOOD')
      .where('g.pledgeable', '=', true)
      .where((is) => is.or([is('b.available_qty', '>', '0'), is('b.frozen_avail_qty', '>', '0')]))
      .orderBy('b.in_date')
      .limit(MOST),
  ).execute()
  return seen.length === 0 ? [] : tools.find('stockBatch', { id: seen.map(({ id }) => id) })
}

/** What is pledged of one kind of goods of a borrower in a warehouse, as far as the user sees it (domain 60, collateralstock). */
export const collateralItems: Handler<'collateralItems'> = async ({ kysely, visible, query, tools: { today } }) => {
  const items = kysely
    .selectFrom('pledge_item as i')
    .innerJoin('loan as l', 'l.id', 'i.loan_id')
    .select([
      'i.id',
      'i.item_no as itemNo',
      'l.loan_no as loanNo',
      'i.batch_no as batchNo',
      'i.remain_qty as remainQty',
      'i.locked_qty as lockedQty',
      'i.pledge_price as pledgePrice',
      itemPrice('i', today).as('currentPrice'),
      itemValue('i', today).as('currentValue'),
    ])
    .where('i.borrower_id', '=', query.borrowerId)
    .where('i.warehouse_id', '=', query.warehouseId)
    .where('i.goods_id', '=', query.goodsId)
    .where('i.status', '=', 'EFFECTIVE')
    .orderBy('i.item_no')
    .limit(MOST)
  return { records: await visible('pledgeItem', 'i', items).execute() }
}
