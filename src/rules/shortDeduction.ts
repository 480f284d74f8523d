import {
  compareDecimals,
  maxDecimal,
  minDecimal,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  type Decimal,
} from '../../engine/core/decimal'

/** What is missing, and what could have been financed on a unit of it. */
export interface ShortGoods {
  shortQty: Decimal
  valuationPrice: Decimal
  pledgeRate: Decimal
}

export interface DeductibleLoan {
  status: string
  approvedAmount: Decimal
  paidAmount: Decimal
  /** Σ financePart of payments that are approved or in payment and not paid. */
  payingAmount: Decimal
}

export interface ShortDeduction {
  /** 应扣. */
  deductAmount: Decimal
  /** 实扣: by this the approved amount becomes smaller. */
  deductedAmount: Decimal
  /** What is left for a claim, or for a fill. */
  restAmount: Decimal
  /** Of the loan after it. */
  approvedAmount: Decimal
}

/** States of a loan of which something is still to be paid out. */
const payable = ['APPROVED', 'DISBURSING']

/** E-31: what a loan is financed less for goods that did not come, at most what is neither paid nor about to be (decision A7). 2 decimals each. */
export function shortDeduction({ shortQty, valuationPrice, pledgeRate }: ShortGoods, loan: DeductibleLoan): ShortDeduction {
  const deductAmount = roundDecimal(multiplyDecimals(shortQty, valuationPrice, pledgeRate), 2)
  const open = subtractDecimals(loan.approvedAmount, loan.paidAmount, loan.payingAmount)
  const deductedAmount = payable.includes(loan.status) ? roundDecimal(maxDecimal('0', minDecimal(deductAmount, open)), 2) : '0.00'
  return {
    deductAmount,
    deductedAmount,
    restAmount: roundDecimal(subtractDecimals(deductAmount, deductedAmount), 2),
    approvedAmount: roundDecimal(subtractDecimals(loan.approvedAmount, deductedAmount), 2),
  }
}

/** E-31: a DISBURSING loan of which nothing is left to be paid is OUTSTANDING. */
export function isFullyPaid({ status, paidAmount }: DeductibleLoan, { approvedAmount }: ShortDeduction): boolean {
  return status === 'DISBURSING' && compareDecimals(approvedAmount, paidAmount) === 0
}

/** E-31: what is claimed for goods that did not come, 2 decimals. */
export function claimAmount(shortQty: Decimal, unitPrice: Decimal): Decimal {
  return roundDecimal(multiplyDecimals(shortQty, unitPrice), 2)
}
