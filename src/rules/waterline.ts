import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  maxDecimal,
  minDecimal,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  type Decimal,
} from '../../engine/core/decimal'
import { minControlValue } from './control'

export type WaterLevel = 'NORMAL' | 'WARN' | 'CALL' | 'CLOSE'

export interface WaterLines {
  warnLtv: Decimal
  callLtv: Decimal
  closeLtv: Decimal
}

/** E-12: exposure over the value of the collateral, 4 decimals; 9.9999 where an exposure has no collateral. */
export function loanToValue(exposure: Decimal, value: Decimal): Decimal {
  if (compareDecimals(exposure, '0') <= 0) return '0.0000'
  return compareDecimals(value, '0') <= 0 ? noCollateral : minDecimal(roundDecimal(divideDecimals(exposure, value), 4), noCollateral)
}

/** The rate of an exposure without collateral, and so the highest there is: next to nothing is not worse than nothing. */
const noCollateral = '9.9999'

/** E-12: what remains at risk after the deposit, never below nothing. */
export function exposureOf(principal: Decimal, charges: Decimal[], bondBalance: Decimal): Decimal {
  return roundDecimal(maxDecimal('0', subtractDecimals(addDecimals(principal, ...charges), bondBalance)), 2)
}

/** E-12: below warn NORMAL, from each line on its level. */
export function waterLevel(ltv: Decimal, lines: WaterLines): WaterLevel {
  if (compareDecimals(ltv, lines.closeLtv) >= 0) return 'CLOSE'
  if (compareDecimals(ltv, lines.callLtv) >= 0) return 'CALL'
  return compareDecimals(ltv, lines.warnLtv) >= 0 ? 'WARN' : 'NORMAL'
}

export interface RequiredFill {
  requiredCash: Decimal
  requiredGoodsValue: Decimal
}

/**
 * E-12b: what brings the rate back to the target, in cash or in goods, each rounded up to the cent and never below nothing. Goods do not help
 * where the target is 0.
 */
export function requiredFill(exposure: Decimal, value: Decimal, target: Decimal): RequiredFill {
  const cash = roundDecimal(subtractDecimals(exposure, multiplyDecimals(target, value)), 2, 'ceil')
  const covered = compareDecimals(target, '0') > 0 ? roundDecimal(divideDecimals(exposure, target), 2, 'ceil') : '0'
  return { requiredCash: atLeastNothing(cash), requiredGoodsValue: atLeastNothing(subtractDecimals(covered, value)) }
}

function atLeastNothing(amount: Decimal): Decimal {
  return roundDecimal(maxDecimal('0', amount), 2)
}

/** What a loan owes, as far as its collateral answers for it. */
export interface Debt {
  /** 押品对应余额 (E-15b): without what is owed by credit notes. */
  principal: Decimal
  /** 到货对应余额 (E-15b): of it what the goods that have arrived answer for; all of it, unless a procurement plan is under way. */
  arrivedPrincipal: Decimal
  /** Interest and penalty that are not paid. */
  interest: Decimal
  /** Fees that are due and not paid. */
  fees: Decimal
  /** Of the loan's deposit, and of its plan's. */
  bondBalance: Decimal
}

export interface WaterlineFacts extends Debt, WaterLines {
  /** Σ round2((remainQty − in transit) × valuation price) of the loan's pledged goods. */
  pledgedValue: Decimal
  /** Goods on their way, as far as they count (E-32); they do not while a procurement plan is under way. */
  provisionalValue: Decimal
  /** A procurement plan is under way: what is on its way is told apart, and gives no level. */
  planUnderWay: boolean
  initialRate: Decimal
  /** `minControlValue` and `controlRate` of the control records in force. */
  controls: readonly { minControlValue: Decimal; controlRate: Decimal }[]
}

export interface Waterline extends RequiredWaterFill {
  totalValue: Decimal
  outstandingPrincipal: Decimal
  inTransitPrincipal: Decimal
  unpaidInterest: Decimal
  exposure: Decimal
  ltv: Decimal
  waterLevel: WaterLevel
  minControlValue: Decimal
  gapValue: Decimal
}

interface RequiredWaterFill {
  /** Both 0 below the warning line. */
  fillCash: Decimal
  fillGoodsValue: Decimal
}

/** E-12: a loan marked to market. */
export function waterlineOf(facts: WaterlineFacts): Waterline {
  const { principal, planUnderWay, pledgedValue, provisionalValue, fees, bondBalance, initialRate } = facts
  const arrived = planUnderWay ? facts.arrivedPrincipal : principal
  const totalValue = roundDecimal(planUnderWay ? pledgedValue : addDecimals(pledgedValue, provisionalValue), 2)
  const unpaidInterest = roundDecimal(addDecimals(shareOf(facts.interest, arrived, principal), fees), 2)
  const exposure = exposureOf(arrived, [unpaidInterest], bondBalance)
  const ltv = loanToValue(exposure, totalValue)
  const level = waterLevel(ltv, facts)
  const least = leastControlled(exposure, facts)
  const fill = level === 'NORMAL' ? undefined : requiredFill(exposure, totalValue, initialRate)
  return {
    totalValue,
    outstandingPrincipal: roundDecimal(arrived, 2),
    inTransitPrincipal: roundDecimal(subtractDecimals(principal, arrived), 2),
    unpaidInterest,
    exposure,
    ltv,
    waterLevel: level,
    minControlValue: least,
    gapValue: roundDecimal(subtractDecimals(totalValue, least), 2),
    fillCash: fill?.requiredCash ?? '0.00',
    fillGoodsValue: fill?.requiredGoodsValue ?? '0.00',
  }
}

/** Interest in the proportion of what has arrived; all of it where there is no principal to share it by (decision B1). */
function shareOf(interest: Decimal, arrived: Decimal, principal: Decimal): Decimal {
  if (compareDecimals(principal, '0') <= 0 || compareDecimals(arrived, principal) === 0) return interest
  return divideDecimals(multiplyDecimals(interest, arrived), principal)
}

/**
 * E-14 for a loan: its control records count together (decision A28), and never for less than its exposure asks for today, at the strictest of their
 * rates, or at the initial rate where there are none.
 */
function leastControlled(exposure: Decimal, { controls, initialRate }: Pick<WaterlineFacts, 'controls' | 'initialRate'>): Decimal {
  const [rate = initialRate, ...others] = controls.map(({ controlRate }) => controlRate)
  const agreed = sumDecimals(controls.map((control) => control.minControlValue))
  return roundDecimal(maxDecimal(agreed, minControlValue(exposure, minDecimal(rate, ...others))), 2)
}
