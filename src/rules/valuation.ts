import { minDecimal, roundDecimal, type Decimal } from '../../engine/core/decimal'

/** Sources of a market price, the first that has one counts (rule E-09). */
const sourceOrder = ['MARKET', 'APPRAISAL', 'INVOICE', 'CONTRACT']

export interface PriceFacts {
  /** Cost per unit in CNY, 4 decimals. */
  costPrice: Decimal
  qualityStatus: string
  /** The latest price in force of each source, in CNY per unit. */
  collateralPrices: { priceSource: string; priceCny: Decimal }[]
  /** The price agreed with the borrower, when one is in force. */
  customerPrice?: Decimal | null
}

/** The price that counts: of the first source that has one. @param prices the latest of each source comes first */
export function marketPrice<Price extends { priceSource: string }>(prices: readonly Price[]): Price | undefined {
  return sourceOrder.map((source) => prices.find((price) => price.priceSource === source)).find((price) => price !== undefined)
}

/** E-09: the smallest of cost, market price and agreed price; damaged goods are worth nothing. 4 decimals. */
export function valuationPrice({ costPrice, qualityStatus, collateralPrices, customerPrice }: PriceFacts): Decimal {
  if (qualityStatus === 'DAMAGED') return '0.0000'
  const known = [marketPrice(collateralPrices)?.priceCny, customerPrice].filter(
    (price): price is Decimal => price !== undefined && price !== null,
  )
  return roundDecimal(minDecimal(costPrice, ...known), 4)
}
