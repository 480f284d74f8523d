import { daysBetween } from '../../../engine/core/dateTime'
import { divideDecimals, roundDecimal, type Decimal } from '../../../engine/core/decimal'
import { financeOfLine } from '../../rules/financing'
import { pledgeRate } from '../../rules/pledgeRate'
import { valuationPrice } from '../../rules/valuation'
import type { Client } from '../generated/client'
import type { CustomerLine } from '../generated/customerLine'
import type { Product } from '../generated/product'
import type { StockBatch } from '../generated/stockBatch'
import type { Warehouse } from '../generated/warehouse'
import type { DraftRow, Tools } from './types'

/** Who borrows on what terms, and where the goods are or will be. */
export interface ValuationContext {
  borrowerId: string
  product: Pick<Product, 'id' | 'fundingPartyId' | 'maxPledgeRate'>
  line: Pick<CustomerLine, 'pledgeRateCap'>
  client?: Pick<Client, 'rating'>
  warehouse: Pick<Warehouse, 'warehouseGrade' | 'warehouseType'>
}

export interface ValuedLine {
  valuationPrice: Decimal
  /** Absent when no base rate covers the goods. */
  pledgeRate?: Decimal
  value: Decimal
  financeAmount?: Decimal
}

/** Values a line of goods after E-09, its rate after E-10 and what it may be financed with after E-11. */
export async function valueLine(
  tools: Tools,
  line: Pick<DraftRow<'loan', 'goods'>, 'goodsId' | 'stockBatchId' | 'qty' | 'unitPrice'>,
  context: ValuationContext,
): Promise<ValuedLine> {
  const batch = line.stockBatchId ? await tools.load('stockBatch', line.stockBatchId) : undefined
  const goods = await tools.load('goods', line.goodsId)
  const price = valuationPrice({
    costPrice: batch?.costPrice ?? line.unitPrice,
    qualityStatus: batch?.qualityStatus ?? 'GOOD',
    collateralPrices: await collateralPricesOf(tools, line.goodsId),
    customerPrice: await customerPriceOf(tools, context.borrowerId, line.goodsId),
  })
  const rate = pledgeRate(
    {
      goodsId: line.goodsId,
      categoryIds: await categoryChain(tools, goods.categoryId),
      productId: context.product.id,
      conditions: conditionsOf(tools, context, batch, goods.shelfLifeDays),
    },
    await tools.find('basePledgeRate', { fundingPartyId: context.product.fundingPartyId, status: 'ENABLED' }),
    await tools.find('pledgeRule', { status: 'ENABLED' }),
    { maxPledgeRate: context.product.maxPledgeRate, pledgeRateCap: context.line.pledgeRateCap },
    tools.today,
  )
  const finance = financeOfLine({ qty: line.qty, valuationPrice: price, pledgeRate: rate ?? '0' })
  return {
    valuationPrice: price,
    value: finance.value,
    ...(rate === undefined ? {} : { pledgeRate: rate, financeAmount: finance.financeAmount }),
  }
}

/** The latest price in force of each source. */
async function collateralPricesOf(tools: Tools, goodsId: string): Promise<{ priceSource: string; priceCny: Decimal }[]> {
  return tools.find('collateralPrice', { goodsId, status: 'EFFECTIVE', priceDate: { atMost: tools.today } }, { newest: 'priceDate' })
}

async function customerPriceOf(tools: Tools, borrowerId: string, goodsId: string): Promise<Decimal | undefined> {
  const { today } = tools
  const inForce = { borrowerId, goodsId, status: 'EFFECTIVE', effectiveDate: { atMost: today }, expireDate: { atLeast: today } } as const
  const [latest] = await tools.find('customerPrice', inForce, { newest: 'effectiveDate', limit: 1 })
  return latest?.price
}

async function categoryChain(tools: Tools, categoryId: string): Promise<string[]> {
  const chain: string[] = []
  for (let id: string | null = categoryId; id !== null && !chain.includes(id); id = (await tools.load('category', id)).parentId)
    chain.push(id)
  return chain
}

function conditionsOf(
  tools: Tools,
  context: ValuationContext,
  batch: StockBatch | undefined,
  shelfLifeDays: unknown,
): Partial<Record<string, string>> {
  const conditions: Partial<Record<string, string>> = {
    WAREHOUSE_GRADE: context.warehouse.warehouseGrade,
    WAREHOUSE_TYPE: context.warehouse.warehouseType,
  }
  if (context.client) conditions['CLIENT_RATING'] = context.client.rating
  if (batch) conditions['STOCK_AGE'] = String(daysBetween(batch.inDate, tools.today))
  if (batch?.expiryDate && typeof shelfLifeDays === 'number' && shelfLifeDays > 0) {
    // E-25: remaining days over shelf life, 4 decimals.
    conditions['REMAIN_SHELF_RATIO'] = roundDecimal(
      divideDecimals(String(daysBetween(tools.today, batch.expiryDate)), String(shelfLifeDays)),
      4,
    )
  }
  return conditions
}
