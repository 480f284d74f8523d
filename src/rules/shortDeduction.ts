import {
  addDecimals,
  maxDecimal,
  minDecimal,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  type Decimal,
} from '../../engine/core/decimal'

/** E-31: what goods that are missing were to be financed with, 2 decimals. */
export function shortDeduction(short: { qty: Decimal; valuationPrice: Decimal; pledgeRate: Decimal }): Decimal {
  return roundDecimal(multiplyDecimals(short.qty, short.valuationPrice, short.pledgeRate), 2)
}

/** What of a loan has been, or is about to be, paid out. */
export interface Drawing {
  status: string
  approvedAmount: Decimal
  paidAmount: Decimal
  /** Financed part of payouts that are approved or under way (decision A7). */
  inPayment: Decimal
}

/** E-31: as much of a deduction as the approved amount still has; nothing once a loan is no longer waiting to be paid out (decision A7). */
export function deductible(deduction: Decimal, { status, approvedAmount, paidAmount, inPayment }: Drawing): Decimal {
  if (status !== 'APPROVED' && status !== 'DISBURSING') return '0.00'
  const left = subtractDecimals(approvedAmount, addDecimals(paidAmount, inPayment))
  return roundDecimal(maxDecimal('0', minDecimal(deduction, left)), 2)
}
