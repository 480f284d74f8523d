import { divideDecimals, multiplyDecimals, roundDecimal, sumDecimals, type Decimal } from '../../engine/core/decimal'

/** E-11: value of a line and what may be financed on it, 2 decimals each; the value is rounded before the rate is applied. */
export function financeOfLine(line: { qty: Decimal; valuationPrice: Decimal; pledgeRate: Decimal }): {
  value: Decimal
  financeAmount: Decimal
} {
  const value = roundDecimal(multiplyDecimals(line.qty, line.valuationPrice), 2)
  return { value, financeAmount: roundDecimal(multiplyDecimals(value, line.pledgeRate), 2) }
}

/** E-11: approved amount over the value of all pledged goods, 4 decimals. */
export function initialRate(approvedAmount: Decimal, values: Decimal[]): Decimal {
  return roundDecimal(divideDecimals(approvedAmount, sumDecimals(values)), 4)
}

/** E-17: the deposit due on an amount, 2 decimals. */
export function bondDue(baseAmount: Decimal, bondRate: Decimal): Decimal {
  return roundDecimal(multiplyDecimals(baseAmount, bondRate), 2)
}
