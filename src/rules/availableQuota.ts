import { addDecimals, minDecimal, roundDecimal, subtractDecimals, type Decimal } from '../../engine/core/decimal'

/** Amounts of a credit quota in its currency, 元 with 2 decimals. */
export interface QuotaAmounts {
  status: string
  approvedAmount: Decimal
  tempAmount?: Decimal | null
  tempExpireDate?: string | null
  reservedAmount: Decimal
  usedAmount: Decimal
}

export interface LineAmounts {
  status: string
  lineAmount: Decimal
  reservedAmount: Decimal
  usedAmount: Decimal
}

/** What may be given out of a quota at all: the approved amount and, until it expires, the temporary one (rule E-08). */
export function quotaCeiling(quota: QuotaAmounts, today: string): Decimal {
  const temporary = quota.tempAmount && quota.tempExpireDate && today <= quota.tempExpireDate ? quota.tempAmount : '0'
  return addDecimals(quota.approvedAmount, temporary)
}

/** E-08: ceiling − reserved − used; a quota that is not in force has nothing available. */
export function availableOfQuota(quota: QuotaAmounts, today: string): Decimal {
  if (quota.status !== 'ACTIVE') return '0.00'
  return fixed(subtractDecimals(quotaCeiling(quota, today), quota.reservedAmount, quota.usedAmount))
}

/** E-08: line − reserved − used; a line that is not in force has nothing available. */
export function availableOfLine(line: LineAmounts): Decimal {
  if (line.status !== 'ACTIVE') return '0.00'
  return fixed(subtractDecimals(line.lineAmount, line.reservedAmount, line.usedAmount))
}

/** E-08: what a borrower can be lent is limited by the line and by the quota behind it. */
export function availableForFinancing(quota: QuotaAmounts, line: LineAmounts, today: string): Decimal {
  return minDecimal(availableOfQuota(quota, today), availableOfLine(line))
}

function fixed(value: Decimal): Decimal {
  return roundDecimal(value, 2)
}
