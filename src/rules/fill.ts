/** What a fill asks for, and when it has brought that (E-12b; decisions D26, B36, A40). */
import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  maxDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  type Decimal,
} from '../../engine/core/decimal'
import type { Refusal } from '../../engine/core/refusal'
import type { RepaymentSettlement } from './debt/repayment'
import { no } from './guards'
import { loanToValue } from './waterline'

/** How far the rate after a fill in cash may still be from its target (domain 40, fillStatus.approve). */
const tolerance = '0.0050'

/** What of a deduction from a loan nobody has paid (E-31): so much cash, or goods that may be financed with it. Both stay as they are. */
export function fillOfShortOrder(rest: Decimal, rate: Decimal): { requiredCash: Decimal; requiredGoodsValue: Decimal } {
  const goods = compareDecimals(rate, '0') > 0 ? roundDecimal(divideDecimals(rest, rate), 2, 'ceil') : rest
  return { requiredCash: roundDecimal(rest, 2), requiredGoodsValue: roundDecimal(goods, 2) }
}

/** The exposure that is left when cash is repaid: what is charged for repaying early (E-04) does not lessen it, nor does what is overpaid. */
export function exposureAfter(
  exposure: Decimal,
  cash: Decimal,
  { overpaid, debts }: Pick<RepaymentSettlement, 'overpaid' | 'debts'>,
): Decimal {
  const lost = addDecimals(overpaid, sumDecimals(debts.map(({ supplement }) => supplement)))
  return roundDecimal(maxDecimal('0', subtractDecimals(exposure, subtractDecimals(cash, lost))), 2)
}

export interface CashFill {
  filledCash: Decimal
  requiredCash: Decimal
  receiptNo: string
  unverified: Decimal
}

/** At least what is required today, and no more than what the receipt still has (decision B36). */
export function refuseCashFill({ filledCash, requiredCash, receiptNo, unverified }: CashFill): Refusal | undefined {
  if (compareDecimals(filledCash, requiredCash) < 0) return no('fill.too-little', { filled: filledCash, required: requiredCash })
  if (compareDecimals(filledCash, unverified) > 0) return no('fill.beyond-receipt', { filled: filledCash, receiptNo, unverified })
  return undefined
}

/** @returns the rate after the cash, or why it does not reach the target */
export function reachedBy(exposure: Decimal, value: Decimal, target: Decimal): { ltvAfter: Decimal; refusal?: Refusal } {
  const ltvAfter = loanToValue(exposure, value)
  if (compareDecimals(ltvAfter, addDecimals(target, tolerance)) <= 0) return { ltvAfter }
  return { ltvAfter, refusal: no('fill.not-reached', { after: percent(ltvAfter), target: percent(target) }) }
}

function percent(rate: Decimal): string {
  return `${roundDecimal(divideDecimals(rate, '0.01'), 2)}%`
}
