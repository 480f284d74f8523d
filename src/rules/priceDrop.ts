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

/** Levels of a PRICE_DROP. They have nothing to do with the water level, which is NORMAL where nothing is paid out (decision A37). */
export type DropLevel = 'L1' | 'L2' | 'L3'

/** From which drop on each level holds, the worst first; also what lists mark by (src/server/queries.ts). */
export const dropLevels: readonly [DropLevel, Decimal][] = [
  ['L3', '0.15'],
  ['L2', '0.10'],
  ['L1', '0.05'],
]

/** E-13: by which part goods have lost in value since they were pledged, 4 decimals; below 0 where they have gained. */
export function dropRate(pledgePrice: Decimal, currentPrice: Decimal): Decimal {
  if (compareDecimals(pledgePrice, '0') <= 0) return '0.0000'
  return roundDecimal(divideDecimals(subtractDecimals(pledgePrice, currentPrice), pledgePrice), 4)
}

/** E-13: how grave a drop is; undefined below the first level. */
export function dropLevel(rate: Decimal): DropLevel | undefined {
  return dropLevels.find(([, from]) => compareDecimals(rate, from) >= 0)?.[0]
}

export interface PledgedRow {
  remainQty: Decimal
  pledgePrice: Decimal
}

/** E-13: the price at which goods of one kind were pledged in several rows, by what remains of each; undefined where nothing remains. */
export function mergedPledgePrice(rows: readonly PledgedRow[]): Decimal | undefined {
  const qty = sumDecimals(rows.map(({ remainQty }) => remainQty))
  if (compareDecimals(qty, '0') <= 0) return undefined
  return divideDecimals(sumDecimals(rows.map(({ remainQty, pledgePrice }) => multiplyDecimals(remainQty, pledgePrice))), qty)
}

/** E-13: what was financed on the value that is lost, 2 decimals, never below nothing. */
export function dropCompensation(rows: readonly (PledgedRow & { currentPrice: Decimal; pledgeRate: Decimal })[]): Decimal {
  const lost = rows.map(({ remainQty, pledgePrice, currentPrice, pledgeRate }) =>
    multiplyDecimals(remainQty, subtractDecimals(pledgePrice, currentPrice), pledgeRate),
  )
  return roundDecimal(maxDecimal('0', sumDecimals(lost)), 2)
}
