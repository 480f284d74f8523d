/** Prices of collateral: what is known of goods, and what was agreed with a customer (domain 40, priceStatus). */
import { compareDecimals, formatPercent, multiplyDecimals, type Decimal } from '../../../engine/core/decimal'
import { refuseUnexplainedChange, relativeChange } from '../../rules/priceChange'
import { marketPrice } from '../../rules/valuation'
import type { ActionRule, Found, SaveRule, Tools } from '../ruleTypes'

/** The price before, against which the schema's formula takes the change (domain 20, collateralPrice). */
export const saveCollateralPrice: SaveRule<'collateralPrice'> = async (tools, { values: price }) => {
  price.previousPrice = await priceBefore(tools, price)
}

/**
 * A change by more than 30 % is explained in the remark. What was approved since the draft was saved counts, and is what whoever approves reads the
 * change against.
 */
export const submitCollateralPrice: ActionRule<'collateralPrice', 'submit'> = async (tools, { record }) => {
  const previousPrice = await priceBefore(tools, record)
  tools.refuseIf(refuseUnexplainedChange(record.priceCny, previousPrice, record.remark))
  return { set: { previousPrice } }
}

type PricedGoods = Pick<Found<'collateralPrice'>, 'goodsId' | 'priceSource' | 'priceDate'>

async function priceBefore(tools: Tools, { goodsId, priceSource, priceDate }: PricedGoods): Promise<Decimal | null> {
  const earlier = { goodsId, priceSource, status: ['EFFECTIVE', 'EXPIRED'], priceDate: { below: priceDate } } as const
  const [found] = await tools.find('collateralPrice', earlier, { newest: 'priceDate', limit: 1 })
  return found?.priceCny ?? null
}

/** A price that is approved late, when a newer one of the same source is in force, expires at once; otherwise it replaces the older ones (decision A13). */
export const approveCollateralPrice: ActionRule<'collateralPrice', 'approve'> = async (tools, { record }) => {
  const { goodsId, priceSource, priceDate } = record
  const inForce = await tools.find('collateralPrice', { goodsId, priceSource, status: 'EFFECTIVE' }, { lock: true })
  const to = inForce.some((other) => other.priceDate > priceDate) ? 'EXPIRED' : 'EFFECTIVE'
  return { to, set: { previousPrice: await priceBefore(tools, record) } }
}

/** Above this part of the newest market price, whoever agrees on a price must confirm it (domain 60, customerPrice). */
const aboveMarket = '1.1'

export const saveCustomerPrice: SaveRule<'customerPrice'> = async (tools, { values: price, before }) => {
  // What was confirmed once is not asked again because of another field.
  if (!price.price || (before && before.price === price.price && before.goodsId === price.goodsId)) return
  const inForce = { goodsId: price.goodsId, status: 'EFFECTIVE', priceDate: { atMost: tools.today } } as const
  const market = marketPrice(await tools.find('collateralPrice', inForce, { newest: 'priceDate', past: 'submit' }))
  if (market && compareDecimals(price.price, multiplyDecimals(market.priceCny, aboveMarket)) > 0)
    tools.warn(
      'price',
      `核定单价 ${price.price} 高于最新行情 ${market.priceCny}（${market.priceDate}）${formatPercent(relativeChange(price.price, market.priceCny), 2)}`,
    )
}

/** A change by more than 30 % against the price agreed before with the same customer and funding party is explained in the remark (decision A12). */
export const submitCustomerPrice: ActionRule<'customerPrice', 'submit'> = async (tools, { record }) => {
  const { borrowerId, fundingPartyId, goodsId, effectiveDate, price, remark } = record
  const earlier = {
    borrowerId,
    fundingPartyId,
    goodsId,
    status: ['EFFECTIVE', 'EXPIRED'],
    effectiveDate: { below: effectiveDate },
  } as const
  const [before] = await tools.find('customerPrice', earlier, { newest: 'effectiveDate', limit: 1 })
  tools.refuseIf(refuseUnexplainedChange(price, before?.price, remark))
}

/** A price agreed with a customer holds until the day on which a newer one takes effect (decision A13); for days to come see steps. */
export const approveCustomerPrice: ActionRule<'customerPrice', 'approve'> = async (tools, { record }) => {
  const { borrowerId, fundingPartyId, goodsId, effectiveDate } = record
  const inForce = await tools.find('customerPrice', { borrowerId, fundingPartyId, goodsId, status: 'EFFECTIVE' }, { lock: true })
  const begun = inForce.filter((other) => other.effectiveDate <= tools.today)
  return { to: begun.some((other) => other.effectiveDate > effectiveDate) ? 'EXPIRED' : 'EFFECTIVE' }
}
