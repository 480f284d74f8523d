import { allocateDecimal, divideDecimals, multiplyDecimals, roundDecimal, sumDecimals, type Decimal } from '../../engine/core/decimal'

/** E-11: value of a line and what may be financed on it, 2 decimals each; the value is rounded before the rate is applied. */
export function financeOfLine(line: { qty: Decimal; valuationPrice: Decimal; pledgeRate: Decimal }): {
  value: Decimal
  financeAmount: Decimal
} {
  const value = roundDecimal(multiplyDecimals(line.qty, line.valuationPrice), 2)
  return { value, financeAmount: roundDecimal(multiplyDecimals(value, line.pledgeRate), 2) }
}

export interface FinancedLine {
  financedAmount: Decimal
  /** Principal per pledged unit, 6 decimals. */
  unitPrincipal: Decimal
}

/** E-11: spreads the approved amount over the lines by what each may finance (E-01), and gives the principal per unit. */
export function financedLines(approvedAmount: Decimal, lines: { pledgedQty: Decimal; financeAmount: Decimal }[]): FinancedLine[] {
  const amounts = allocateDecimal(
    approvedAmount,
    lines.map((line) => line.financeAmount),
    2,
  )
  return lines.map((line, index) => {
    const financedAmount = amounts[index] ?? '0.00'
    return { financedAmount, unitPrincipal: roundDecimal(divideDecimals(financedAmount, line.pledgedQty), 6) }
  })
}

/** E-11: approved amount over the value of all pledged goods, 4 decimals. */
export function initialRate(approvedAmount: Decimal, values: Decimal[]): Decimal {
  return roundDecimal(divideDecimals(approvedAmount, sumDecimals(values)), 4)
}

/** E-17: the deposit due on an amount, 2 decimals. */
export function bondDue(baseAmount: Decimal, bondRate: Decimal): Decimal {
  return roundDecimal(multiplyDecimals(baseAmount, bondRate), 2)
}
