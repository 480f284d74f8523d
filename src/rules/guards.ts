import {
  addDecimals,
  compareDecimals,
  formatPercent,
  multiplyDecimals,
  roundDecimal,
  sumDecimals,
  type Decimal,
} from '../../engine/core/decimal'
import { refuse, type Refusal } from '../../engine/core/refusal'
import type { RefusalCode } from './refusals'

/** `refuse` with the product's codes only, so that a mistyped one does not compile. */
export function no(code: RefusalCode, params?: Record<string, unknown>): Refusal {
  return refuse(code, params)
}

function above(a: Decimal, b: Decimal): boolean {
  return compareDecimals(a, b) > 0
}

/** A line of goods and what it may be financed with; undefined when no pledge rate covers it. */
export interface FinanceableLine {
  goodsName: string
  financeAmount?: Decimal
}

/** E-11: Σ what the lines may be financed with must cover the amount. */
function refuseBeyondGoods(amount: Decimal, lines: FinanceableLine[]): Refusal | undefined {
  const uncovered = lines.find((line) => line.financeAmount === undefined)
  if (uncovered) return no('loan.no-pledge-rate', { goods: uncovered.goodsName })
  const limit = roundDecimal(sumDecimals(lines.map((line) => line.financeAmount ?? '0')), 2)
  return above(amount, limit) ? no('loan.beyond-goods', { amount, limit }) : undefined
}

/** What a product lends at once; empty: without a bound. */
export interface ProductBounds {
  minSingleAmount?: Decimal | null
  maxSingleAmount?: Decimal | null
}

function refuseBeyondProduct(amount: Decimal, { minSingleAmount: least, maxSingleAmount: most }: ProductBounds): Refusal | undefined {
  if (least && above(least, amount)) return no('loan.below-minimum', { amount, limit: least })
  if (most && above(amount, most)) return no('loan.above-maximum', { amount, limit: most })
  return undefined
}

/** Guard of loan.submit (domain 40, loanStatus): goods, available quota (E-08) and the product's limits for one loan. */
export function refuseLoanSubmission(
  { appliedAmount: amount, lines }: { appliedAmount: Decimal; lines: FinanceableLine[] },
  { available, ...product }: { available: Decimal } & ProductBounds,
): Refusal | undefined {
  const beyondGoods = refuseBeyondGoods(amount, lines)
  if (beyondGoods) return beyondGoods
  if (above(amount, available)) return no('loan.beyond-available', { amount, available })
  return refuseBeyondProduct(amount, product)
}

/**
 * Guard of loan.approve: at most what was applied for and what the goods allow today, and within what the product lends (decision D4); the quota
 * is asked again under its lock.
 */
export function refuseLoanApproval(
  approved: Decimal,
  { applied, lines, product }: { applied: Decimal; lines: FinanceableLine[]; product: ProductBounds },
): Refusal | undefined {
  if (above(approved, applied)) return no('loan.approved-above-applied', { approved, applied })
  return refuseBeyondGoods(approved, lines) ?? refuseBeyondProduct(approved, product)
}

/** The terms of a loan, or those that were agreed for it. */
export interface LoanTerms {
  termDays: number
  annualRate: Decimal
  bondRate: Decimal
}

/**
 * Decision D4: a loan is never longer than its product, and whoever asks for less than was agreed says why, so that it is approved knowingly.
 * @param agreed what the client has agreed on, else the product's
 */
export function refuseLoanTerms(
  { termDays, annualRate, bondRate, termsReason }: LoanTerms & { termsReason?: string | null },
  agreed: LoanTerms,
): Refusal | undefined {
  if (termDays > agreed.termDays) return no('loan.term-too-long', { days: termDays, limit: agreed.termDays })
  if (termsReason) return undefined
  if (above(agreed.annualRate, annualRate)) return termsBelow('年利率', annualRate, agreed.annualRate, 4)
  return above(agreed.bondRate, bondRate) ? termsBelow('保证金比例', bondRate, agreed.bondRate, 2) : undefined
}

function termsBelow(term: string, value: Decimal, agreed: Decimal, decimals: number): Refusal {
  return no('loan.terms-below-agreed', { term, value: formatPercent(value, decimals), agreed: formatPercent(agreed, decimals) })
}

interface AllocatedQuota {
  approvedAmount: Decimal
  oversellRatio: Decimal
  /** Σ of its customer lines, which the engine keeps below the limit as lines are added (E-08). */
  allocatedAmount: Decimal
}

/** A quota must not become smaller than what is allocated to its customer lines (E-08). */
export function refuseBelowLines(quota: AllocatedQuota): Refusal | undefined {
  const limit = allocationLimit(quota)
  const allocated = quota.allocatedAmount
  return above(allocated, limit) ? no('quota.below-lines', { limit, allocated }) : undefined
}

/** A line that is not counted in the quota until its approval must fit into what the quota has left (E-08). */
export function refuseBeyondQuota(lineAmount: Decimal, quota: AllocatedQuota): Refusal | undefined {
  const limit = allocationLimit(quota)
  const allocated = roundDecimal(addDecimals(quota.allocatedAmount, lineAmount), 2)
  return above(allocated, limit) ? no('customer-line.beyond-quota', { allocated, limit }) : undefined
}

function allocationLimit({ approvedAmount, oversellRatio }: AllocatedQuota): Decimal {
  return roundDecimal(multiplyDecimals(approvedAmount, oversellRatio), 2)
}

/** Guard of quota.adjust: never below what is used and reserved, a temporary amount needs its day. */
export function refuseAdjustment(
  amount: Decimal,
  use: { reservedAmount: Decimal; usedAmount: Decimal },
  temporary: { tempAmount?: Decimal | null; tempExpireDate?: string | null },
  today: string,
): Refusal | undefined {
  const { tempAmount, tempExpireDate } = temporary
  const hasTemporary = Boolean(tempAmount) && compareDecimals(tempAmount ?? '0', '0') > 0
  if (hasTemporary && (!tempExpireDate || tempExpireDate < today)) return no('quota.temporary-without-date')
  const inUse = roundDecimal(addDecimals(use.reservedAmount, use.usedAmount), 2)
  const ceiling = roundDecimal(addDecimals(amount, hasTemporary ? (tempAmount ?? '0') : '0'), 2)
  return above(inUse, ceiling) ? no('quota.below-use', { amount: ceiling, inUse }) : undefined
}

/** Guard of stockIn.receive: all receipts of a line together at most 110 % of what is expected. `line` counts from 1. */
export function refuseReceipt(line: number, receivedInAll: Decimal, expectedQty: Decimal): Refusal | undefined {
  const limit = roundDecimal(multiplyDecimals(expectedQty, '1.1'), 4)
  return above(receivedInAll, limit) ? no('stock-in.too-much', { line, received: roundDecimal(receivedInAll, 4), limit }) : undefined
}

/** Guard of outOrder.out (domain 40, outStatus): what goes out of a line is at most what is ordered. */
export function refuseOutgoing(line: number, outInAll: Decimal, qty: Decimal): Refusal | undefined {
  return above(outInAll, qty) ? no('out.too-much', { line, out: roundDecimal(outInAll, 4), qty: roundDecimal(qty, 4) }) : undefined
}
