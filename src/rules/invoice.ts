import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  maxDecimal,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  type Decimal,
} from '../../engine/core/decimal'
import type { Refusal } from '../../engine/core/refusal'
import { no } from './guards'

/** Rates of value added tax that an order or an invoice may name (domain 40, orderStatus.submit). */
const taxRates: readonly Decimal[] = ['0', '0.01', '0.03', '0.06', '0.09', '0.13']

/** What a line may differ by, and what all of them together may (E-26). */
const lineTolerance = '0.01'
const wholeTolerance = '0.06'
/** Half of the last place of a price with six decimals: as much as it can be off per piece. */
const priceRounding = '0.0000005'

export function isTaxRate(rate: Decimal): boolean {
  return taxRates.some((each) => compareDecimals(each, rate) === 0)
}

export interface InvoiceAmounts {
  netAmount: Decimal
  taxAmount: Decimal
}

/** E-26: an amount with tax, taken apart; the parts always add up to it. */
export function splitGross(total: Decimal, taxRate: Decimal): InvoiceAmounts {
  const netAmount = roundDecimal(divideDecimals(total, addDecimals('1', taxRate)), 2)
  return { netAmount, taxAmount: roundDecimal(subtractDecimals(total, netAmount), 2) }
}

/** E-26: the tax of a net amount. */
export function taxOf(netAmount: Decimal, taxRate: Decimal): Decimal {
  return roundDecimal(multiplyDecimals(netAmount, taxRate), 2)
}

export interface InvoiceLine extends InvoiceAmounts {
  qty: Decimal
  /** Without tax, 6 decimals. */
  unitPrice: Decimal
  taxRate: Decimal
}

/** E-26 over a whole invoice: amount = quantity × price, tax = amount × rate, each within its tolerance. */
export function refuseInvoiceTax(lines: readonly InvoiceLine[]): Refusal | undefined {
  for (const [index, { qty, unitPrice, netAmount, taxAmount, taxRate }] of lines.entries()) {
    const expectedNet = roundDecimal(multiplyDecimals(qty, unitPrice), 2)
    const tolerance = addDecimals(lineTolerance, multiplyDecimals(qty, priceRounding))
    if (differs(netAmount, expectedNet, tolerance))
      return no('invoice.amount-differs', { line: index + 1, amount: netAmount, expected: expectedNet })
    const expectedTax = taxOf(netAmount, taxRate)
    if (differs(taxAmount, expectedTax, lineTolerance))
      return no('invoice.tax-differs', { line: index + 1, tax: taxAmount, expected: expectedTax })
  }
  const tax = total(lines.map((line) => line.taxAmount))
  const expected = total(lines.map((line) => taxOf(line.netAmount, line.taxRate)))
  return differs(tax, expected, wholeTolerance) ? no('invoice.total-tax-differs', { tax, expected }) : undefined
}

function differs(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  const difference = subtractDecimals(a, b)
  return compareDecimals(maxDecimal(difference, negateDecimal(difference)), tolerance) > 0
}

function total(amounts: readonly Decimal[]): Decimal {
  return roundDecimal(sumDecimals(amounts), 2)
}

export interface OrderLine {
  id: string
  goodsName: string
  qty: Decimal
  /** With tax. */
  unitPrice: Decimal
  taxRate: Decimal
  totalAmount: Decimal
  invoicedQty: Decimal
}

export interface RestLine extends InvoiceLine {
  saleOrderLineId: string
}

/**
 * What is left to be invoiced of an order, line by line; lines that are invoiced whole are left out. The amounts add up to what the order
 * has left, as far as the tolerance of each line allows: earlier invoices may have been rounded another way.
 */
export function restOfOrder(lines: readonly OrderLine[], available: Decimal): RestLine[] {
  const rest = lines.flatMap((line): RestLine[] => {
    const qty = roundDecimal(subtractDecimals(line.qty, line.invoicedQty), 4)
    const invoiced = roundDecimal(multiplyDecimals(line.invoicedQty, line.unitPrice), 2)
    const gross = subtractDecimals(line.totalAmount, invoiced)
    if (compareDecimals(qty, '0') <= 0 || compareDecimals(gross, '0') <= 0) return []
    const amounts = splitGross(gross, line.taxRate)
    const unitPrice = roundDecimal(divideDecimals(amounts.netAmount, qty), 6)
    return [{ saleOrderLineId: line.id, qty, unitPrice, taxRate: line.taxRate, ...amounts }]
  })
  return withCents(rest, available)
}

/** Moves the taxes by a cent, from the last line up, until the whole is what it should be. */
function withCents(lines: RestLine[], available: Decimal): RestLine[] {
  let missing = subtractDecimals(available, ...lines.flatMap(({ netAmount, taxAmount }) => [netAmount, taxAmount]))
  const result = [...lines]
  for (let index = lines.length - 1; index >= 0 && compareDecimals(missing, '0') !== 0; index--) {
    const line = lines[index]
    if (!line || compareDecimals(line.taxRate, '0') === 0) continue
    const cent = compareDecimals(missing, '0') > 0 ? '0.01' : '-0.01'
    const taxAmount = roundDecimal(addDecimals(line.taxAmount, cent), 2)
    if (differs(taxAmount, taxOf(line.netAmount, line.taxRate), lineTolerance)) continue
    result[index] = { ...line, taxAmount }
    missing = subtractDecimals(missing, cent)
  }
  return result
}

export interface InvoicedLine {
  saleOrderLineId?: string | null
  qty: Decimal
}

/**
 * Guard of submit and approve: an invoice takes no more than its order has left, in money and in goods (domain 40, invoiceStatus). When it is
 * issued, the sums that the order keeps check the same again, under their lock.
 */
export function refuseBeyondOrder(
  invoice: { totalAmount: Decimal; lines: readonly InvoicedLine[] },
  order: { totalAmount: Decimal; invoicedAmount: Decimal; lines: readonly OrderLine[] },
): Refusal | undefined {
  const taken = takenOf(invoice.lines)
  for (const { id, goodsName, qty, invoicedQty } of order.lines) {
    const wanted = taken.get(id) ?? '0'
    const available = roundDecimal(subtractDecimals(qty, invoicedQty), 4)
    if (compareDecimals(wanted, available) > 0) return no('invoice.beyond-line', { goods: goodsName, qty: wanted, available })
  }
  const available = roundDecimal(subtractDecimals(order.totalAmount, order.invoicedAmount), 2)
  const amount = invoice.totalAmount
  return compareDecimals(amount, available) > 0 ? no('invoice.beyond-order', { amount, available }) : undefined
}

/** Quantities by line of the order; what belongs to none is a charge of its own and counts in money alone. */
function takenOf(lines: readonly InvoicedLine[]): Map<string, Decimal> {
  const taken = new Map<string, Decimal>()
  for (const { saleOrderLineId, qty } of lines) {
    if (!saleOrderLineId) continue
    taken.set(saleOrderLineId, roundDecimal(addDecimals(taken.get(saleOrderLineId) ?? '0', qty), 4))
  }
  return taken
}

export function isPaper(invoiceKind: string): boolean {
  return invoiceKind.startsWith('PAPER_')
}

/**
 * The number of a fully digital invoice, 20 digits: year, region 31, 1 for an invoice or 2 for its reversal, and the running number of the
 * application. It stands in for the number that the tax platform gives, which may be typed instead.
 * @param applyNo as in FP20261120-0001
 */
export function digitalInvoiceNo(applyNo: string, invoiceDate: string, what: 'invoice' | 'reversal'): string {
  return `${invoiceDate.slice(2, 4)}31${what === 'invoice' ? '1' : '2'}${applyNo.replace(/\D/g, '').padStart(15, '0')}`
}
