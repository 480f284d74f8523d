import { compareDecimals, divideDecimals, maxDecimal, roundDecimal, subtractDecimals, type Decimal } from '../../engine/core/decimal'
import type { Refusal } from '../../engine/core/refusal'
import { no } from './guards'

/** E-14: goods of at least this value stay under control; nothing where nothing is owed. 2 decimals. */
export function minControlValue(exposure: Decimal, controlRate: Decimal): Decimal {
  return compareDecimals(controlRate, '0') > 0 ? roundDecimal(divideDecimals(exposure, controlRate), 2) : '0.00'
}

/** E-14: what may be released of goods of a value, 2 decimals. */
export function releasableValue(value: Decimal, least: Decimal): Decimal {
  return roundDecimal(maxDecimal('0', subtractDecimals(value, least)), 2)
}

/** E-14: how many of goods with a price may be released, rounded down to 4 decimals. */
export function releasableQty(releasable: Decimal, price: Decimal): Decimal {
  return compareDecimals(price, '0') > 0 ? roundDecimal(divideDecimals(releasable, price), 4, 'floor') : '0.0000'
}

/** Guard of pledgeRelease.submit of goods beyond what has to stay (domain 40, releaseStatus; E-14). */
export function refuseBeyondReleasable(value: Decimal, releasable: Decimal): Refusal | undefined {
  return compareDecimals(value, releasable) > 0 ? no('release.beyond-releasable', { value: roundDecimal(value, 2), releasable }) : undefined
}

/** Guard of controlGoods.submit (domain 40, effectStatus): with the other records in force it holds at least what E-14 asks for. */
export function refuseBelowControl(controlled: Decimal, least: Decimal): Refusal | undefined {
  return compareDecimals(controlled, least) < 0 ? no('control.below-least', { controlled, least }) : undefined
}
