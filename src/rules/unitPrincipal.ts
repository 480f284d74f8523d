import {
  compareDecimals,
  divideDecimals,
  maxDecimal,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  type Decimal,
} from '../../engine/core/decimal'

export interface PrincipalRow {
  remainQty: Decimal
  /** What a unit was worth when it was pledged; of goods that were bought for the borrower, what it was planned at. */
  unitWeight: Decimal
}

/** How much a unit of pledged goods carries: what may be financed on it (decision A8); of a plan its planned price alone. */
export function unitWeight(row: { pledgePrice: Decimal; pledgeRate: Decimal } | { planPrice: Decimal }): Decimal {
  return 'planPrice' in row ? row.planPrice : multiplyDecimals(row.pledgePrice, row.pledgeRate)
}

/**
 * E-15b: the principal that each unit answers for, 6 decimals, in the order of the rows. It follows from the balance and the rows alone, so that it
 * can be reckoned again after everything is repaid and taken back. Rows of which nothing remains answer for nothing.
 */
export function unitPrincipals(balance: Decimal, rows: readonly PrincipalRow[]): Decimal[] {
  const all = sumDecimals(rows.map(({ remainQty, unitWeight: weight }) => multiplyDecimals(remainQty, weight)))
  return rows.map(({ remainQty, unitWeight: weight }) =>
    compareDecimals(remainQty, '0') > 0 && compareDecimals(all, '0') > 0
      ? // balance × (qty × weight / Σ) / qty: the quantity falls out.
        roundDecimal(divideDecimals(multiplyDecimals(balance, weight), all), 6)
      : '0.000000',
  )
}

/** What a procurement plan has paid, and which of its goods have not come. */
export interface PlanProgress {
  /** Of each payment what was financed. */
  financedParts: readonly Decimal[]
  /** Planned value in CNY of what has not come, without what is settled as short. */
  missingValue: Decimal
  planAmountCny: Decimal
}

/** E-15b: of what is owed on a plan, what the goods that have arrived answer for; 2 decimals. */
export function arrivedPrincipal(principal: Decimal, { financedParts, missingValue, planAmountCny }: PlanProgress): Decimal {
  const paid = sumDecimals(financedParts)
  const missing = compareDecimals(planAmountCny, '0') > 0 ? divideDecimals(multiplyDecimals(paid, missingValue), planAmountCny) : '0'
  return roundDecimal(maxDecimal('0', subtractDecimals(principal, roundDecimal(missing, 2))), 2)
}
