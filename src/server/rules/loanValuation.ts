import { daysBetween } from '../../../engine/core/dateTime'
import { divideDecimals, roundDecimal, type Decimal } from '../../../engine/core/decimal'
import { financeOfLine } from '../../rules/financing'
import { no } from '../../rules/guards'
import { pledgeRateSteps, type PledgeRateSteps } from '../../rules/pledgeRate'
import { valuationPrice } from '../../rules/valuation'
import type { Client } from '../generated/client'
import type { CustomerLine } from '../generated/customerLine'
import type { Loan } from '../generated/loan'
import type { Warehouse } from '../generated/warehouse'
import type { DraftRow, EntityName, Found, FoundPast, Past, Tools } from '../ruleTypes'

/** Who borrows on what terms, and where the goods are or will be. */
export interface ValuationContext {
  borrowerId: string
  product: Pick<Past<'product', 'submit'>, 'id' | 'fundingPartyId' | 'maxPledgeRate' | 'currency'>
  line: Pick<CustomerLine, 'pledgeRateCap'>
  client?: Pick<Client, 'rating'>
  warehouse: Pick<Warehouse, 'warehouseGrade' | 'warehouseType'>
}

/** The terms that the goods of a loan are valued on, in a warehouse. */
export async function contextOf(
  tools: Tools,
  loan: Pick<Loan, 'borrowerId' | 'fundingPartyId' | 'productId' | 'customerLineId' | 'warehouseId'>,
): Promise<ValuationContext> {
  const [client] = await tools.find(
    'client',
    { enterpriseId: loan.borrowerId, fundingPartyId: loan.fundingPartyId, status: 'ACTIVE' },
    { limit: 1 },
  )
  return {
    borrowerId: loan.borrowerId,
    product: await tools.load('product', loan.productId, { past: 'submit' }),
    line: await tools.load('customerLine', loan.customerLineId),
    warehouse: await tools.load('warehouse', loan.warehouseId),
    client,
  }
}

export type LineToValue = Pick<DraftRow<'loan', 'goods'>, 'goodsId' | 'stockBatchId' | 'qty' | 'unitPrice'>

export interface ValuedLine {
  valuationPrice: Decimal
  /** Absent when no base rate covers the goods. */
  pledgeRate?: Decimal
  value: Decimal
  financeAmount?: Decimal
}

/** What the database knows of a set of goods, asked once for all of them. */
interface Facts {
  batches: Map<string, Found<'stockBatch'>>
  goods: Map<string, Found<'goods'>>
  /** Prices in force, the latest first. */
  collateralPrices: Map<string, FoundPast<'collateralPrice', 'submit'>[]>
  customerPrices: Map<string, FoundPast<'customerPrice', 'submit'>[]>
  categories: Map<string, Found<'category'>>
  baseRates: Found<'basePledgeRate'>[]
  rules: Found<'pledgeRule'>[]
}

/**
 * Values each line of goods after E-09, its rate after E-10 and what it may be financed with after E-11; in the order of the lines. Goods are worth
 * CNY, so a product that lends another currency is refused rather than reckoned with as if it were CNY (decision D29).
 */
export async function valueLines(tools: Tools, lines: readonly LineToValue[], context: ValuationContext): Promise<ValuedLine[]> {
  const { currency } = context.product
  if (currency !== valuedIn) tools.refuseIf(no('valuation.foreign-currency', { currency }))
  if (lines.length === 0) return []
  const facts = await factsOf(tools, lines, context)
  return lines.map((line) => valueLine(tools.today, line, context, facts))
}

/** What goods are priced in. */
export const valuedIn = 'CNY'

function valueLine(today: string, line: LineToValue, context: ValuationContext, facts: Facts): ValuedLine {
  const batch = batchOf(line, facts)
  const price = valuationPrice({
    // What a draft does not say yet is worth nothing.
    costPrice: batch?.costPrice ?? line.unitPrice ?? '0',
    qualityStatus: batch?.qualityStatus ?? 'GOOD',
    collateralPrices: facts.collateralPrices.get(line.goodsId) ?? [],
    customerPrice: facts.customerPrices.get(line.goodsId)?.[0]?.price,
  })
  const rate = rateSteps(today, line, context, facts)?.rate
  const finance = financeOfLine({ qty: line.qty ?? '0', valuationPrice: price, pledgeRate: rate ?? '0' })
  return {
    valuationPrice: price,
    value: finance.value,
    ...(rate === undefined ? {} : { pledgeRate: rate, financeAmount: finance.financeAmount }),
  }
}

function batchOf({ stockBatchId }: Pick<LineToValue, 'stockBatchId'>, { batches }: Facts): Found<'stockBatch'> | undefined {
  return stockBatchId ? batches.get(stockBatchId) : undefined
}

/** E-25: no days are left. */
export function isExpired(batch: Pick<Found<'stockBatch'>, 'expiryDate'> | undefined, today: string): boolean {
  return Boolean(batch?.expiryDate && batch.expiryDate <= today)
}

type GoodsToPledge = Pick<LineToValue, 'goodsId' | 'stockBatchId'>
type RateSteps = PledgeRateSteps<Found<'basePledgeRate'>, Found<'pledgeRule'>>

/** The rate of goods after E-10 with what it is made of; undefined when no base rate covers them. */
export async function explainPledgeRate(tools: Tools, goods: GoodsToPledge, context: ValuationContext): Promise<RateSteps | undefined> {
  return rateSteps(tools.today, goods, context, await factsOf(tools, [goods], context))
}

function rateSteps(today: string, line: GoodsToPledge, context: ValuationContext, facts: Facts): RateSteps | undefined {
  const { product } = context
  const goods = facts.goods.get(line.goodsId)
  const batch = batchOf(line, facts)
  return pledgeRateSteps(
    {
      goodsId: line.goodsId,
      categoryIds: categoryChain(goods?.categoryId ?? null, facts),
      productId: product.id,
      isExpired: isExpired(batch, today),
      conditions: conditionsOf(today, context, batch, goods?.shelfLifeDays),
    },
    facts.baseRates,
    facts.rules,
    { maxPledgeRate: product.maxPledgeRate, pledgeRateCap: context.line.pledgeRateCap },
    today,
  )
}

async function factsOf(tools: Tools, lines: readonly GoodsToPledge[], { borrowerId, product }: ValuationContext): Promise<Facts> {
  const { today } = tools
  const goodsId = [...new Set(lines.map((line) => line.goodsId))]
  const batches = await byId(
    tools,
    'stockBatch',
    lines.flatMap(({ stockBatchId }) => stockBatchId ?? []),
  )
  const goods = await byId(tools, 'goods', goodsId)
  const priced = { goodsId, status: 'EFFECTIVE', priceDate: { atMost: today } } as const
  const { fundingPartyId } = product
  const days = { effectiveDate: { atMost: today }, expireDate: { atLeast: today } }
  const agreed = { borrowerId, fundingPartyId, goodsId, status: 'EFFECTIVE', currency: valuedIn, ...days } as const
  return {
    batches,
    goods,
    collateralPrices: byGoods(await tools.find('collateralPrice', priced, { newest: 'priceDate', past: 'submit' })),
    customerPrices: byGoods(await tools.find('customerPrice', agreed, { newest: 'effectiveDate', past: 'submit' })),
    categories: await categoriesOf(
      tools,
      [...goods.values()].map(({ categoryId }) => categoryId),
    ),
    baseRates: await tools.find('basePledgeRate', { fundingPartyId, status: 'ENABLED' }),
    rules: await tools.find('pledgeRule', { status: 'ENABLED' }),
  }
}

/** In the order in which they come. */
function byGoods<Price extends { goodsId: string }>(prices: readonly Price[]): Map<string, Price[]> {
  const groups = new Map<string, Price[]>()
  for (const price of prices) {
    const group = groups.get(price.goodsId)
    if (group) group.push(price)
    else groups.set(price.goodsId, [price])
  }
  return groups
}

/** Records by their ids. Refuses with 404 when one is absent, as loading it would. */
async function byId<E extends 'stockBatch' | 'goods'>(tools: Tools, entity: E, ids: readonly string[]): Promise<Map<string, Found<E>>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const found = new Map((await tools.find(entity as EntityName, { id: wanted })).map((record) => [record.id, record as Found<E>]))
  for (const id of wanted) if (!found.has(id)) await tools.load(entity, id)
  return found
}

/** The categories and all that they are part of: a query for each level. */
async function categoriesOf(tools: Tools, ids: readonly string[]): Promise<Facts['categories']> {
  const found: Facts['categories'] = new Map()
  for (let next = [...new Set(ids)]; next.length > 0;) {
    for (const category of await tools.find('category', { id: next })) found.set(category.id, category)
    const parents = next.flatMap((id) => found.get(id)?.parentId ?? [])
    next = [...new Set(parents)].filter((id) => !found.has(id))
  }
  return found
}

/** The category and its parents, nearest first. */
function categoryChain(categoryId: string | null, { categories }: Facts): string[] {
  const chain: string[] = []
  for (let id = categoryId; id !== null && !chain.includes(id); id = categories.get(id)?.parentId ?? null) chain.push(id)
  return chain
}

function conditionsOf(
  today: string,
  context: ValuationContext,
  batch: Found<'stockBatch'> | undefined,
  shelfLifeDays: unknown,
): Partial<Record<string, string>> {
  const conditions: Partial<Record<string, string>> = {
    WAREHOUSE_GRADE: context.warehouse.warehouseGrade,
    WAREHOUSE_TYPE: context.warehouse.warehouseType,
  }
  if (context.client?.rating) conditions['CLIENT_RATING'] = context.client.rating
  if (batch) conditions['STOCK_AGE'] = String(daysBetween(batch.inDate, today))
  if (batch?.expiryDate && typeof shelfLifeDays === 'number' && shelfLifeDays > 0) {
    // E-25: remaining days over shelf life, 4 decimals.
    conditions['REMAIN_SHELF_RATIO'] = roundDecimal(divideDecimals(String(daysBetween(today, batch.expiryDate)), String(shelfLifeDays)), 4)
  }
  return conditions
}
