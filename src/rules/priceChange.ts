import {
  compareDecimals,
  divideDecimals,
  formatPercent,
  negateDecimal,
  roundDecimal,
  subtractDecimals,
  type Decimal,
} from '../../engine/core/decimal'
import type { Refusal } from '../../engine/core/refusal'
import { no } from './guards'

/** By which part a value differs from the one before; 0.12 is 12 % more. */
export function relativeChange(value: Decimal, previous: Decimal): Decimal {
  return divideDecimals(subtractDecimals(value, previous), previous)
}

/** How far a change goes, in either direction. */
export function sizeOf(change: Decimal): Decimal {
  return compareDecimals(change, '0') < 0 ? negateDecimal(change) : change
}

/** A price that changes by more than this is explained (domain 40, priceStatus; decision A12). */
const unexplained = '0.3'

/** Guard of submitting a price: what changes by more than 30 % says why in its remark. The change counts with 4 decimals. */
export function refuseUnexplainedChange(
  price: Decimal,
  previous: Decimal | null | undefined,
  remark: string | null | undefined,
): Refusal | undefined {
  if (!previous || compareDecimals(previous, '0') === 0 || remark?.trim()) return undefined
  const change = roundDecimal(relativeChange(price, previous), 4)
  if (compareDecimals(sizeOf(change), unexplained) <= 0) return undefined
  return no('price.unexplained-change', { price, previous, change: formatPercent(change, 2) })
}
