import { amountInWords } from '../../rules/amountInWords'
import { no } from '../../rules/guards'
import { digitalInvoiceNo, isPaper, refuseBeyondOrder, refuseInvoiceTax } from '../../rules/invoice'
import type { InvoiceFiles } from '../invoice/files'
import type { SaleInvoice } from '../generated/saleInvoice'
import type { SaleOrder } from '../generated/saleOrder'
import { refuseOtherTaxRates } from './saleOrder'
import type { ActionRule, Past, SaveRule, Tools } from '../ruleTypes'

const openStates: readonly SaleOrder['status'][] = ['APPROVED', 'PARTIAL', 'DONE']

export const saveInvoice: SaveRule<'saleInvoice'> = async (tools, { values: invoice }) => {
  refuseOtherTaxRates(tools, invoice.lines)
  const order = await tools.load('saleOrder', invoice.saleOrderId)
  const known = new Set(order.lines.map(({ id }) => id))
  const stranger = invoice.lines.findIndex(({ saleOrderLineId }) => saleOrderLineId && !known.has(saleOrderLineId))
  if (stranger >= 0) tools.invalid(`lines.${stranger}.saleOrderLineId`, '销售行不属于所选订单')
  invoice.totalAmountCn = amountInWords(invoice.totalAmount)
}

/** Guard of submit and, because time has passed, of approve: E-26, and no more than the order has left. */
export const submitInvoice: ActionRule<'saleInvoice', 'submit'> = (tools, { record }) => refuseUnlessInvoiceable(tools, record)
export const approveInvoice: ActionRule<'saleInvoice', 'approve'> = (tools, { record }) => refuseUnlessInvoiceable(tools, record)

async function refuseUnlessInvoiceable(tools: Tools, invoice: Past<'saleInvoice', 'submit'>): Promise<void> {
  tools.refuseIf(refuseInvoiceTax(invoice.lines))
  const order = await tools.load('saleOrder', invoice.saleOrderId, { past: 'submit' })
  refuseUnlessOpen(tools, order)
  tools.refuseIf(refuseBeyondOrder(invoice, order))
}

function refuseUnlessOpen(tools: Tools, order: SaleOrder): void {
  if (!openStates.includes(order.status)) tools.refuseIf(no('invoice.order-not-open', { saleNo: order.saleNo }))
}

/** Gives the invoice its number, day, drawer and file; its order counts it from now on (domain 40, invoiceStatus.issue). */
export function issueInvoice(files: InvoiceFiles): ActionRule<'saleInvoice', 'issue'> {
  return async (tools, { record: invoice, form }) => {
    // The order is locked, so that it is not closed in the meantime. Whether it has enough left is checked by the sums that it keeps.
    refuseUnlessOpen(tools, await tools.load('saleOrder', invoice.saleOrderId, { lock: true }))
    const paper = isPaper(invoice.invoiceKind)
    const issued = {
      invoiceNo: numberOf(tools, 'invoiceNo', invoice, form.invoiceNo) ?? digitalInvoiceNo(invoice.invoiceApplyNo, tools.today, 'invoice'),
      invoiceCode: paper ? (form.invoiceCode ?? null) : null,
      invoiceDate: tools.today,
      drawer: invoice.drawer || tools.user.name,
    }
    await files.attach(tools, { ...invoice, ...issued, status: 'ISSUED' })
    return { set: issued }
  }
}

/** The order counts it no longer (domain 40, invoiceStatus.red); the invoice itself stays as it was issued. */
export function redInvoice(files: InvoiceFiles): ActionRule<'saleInvoice', 'red'> {
  return async (tools, { record: invoice, form }) => {
    const redInvoiceNo =
      numberOf(tools, 'redInvoiceNo', invoice, form.redInvoiceNo) ?? digitalInvoiceNo(invoice.invoiceApplyNo, tools.today, 'reversal')
    await files.attach(tools, { ...invoice, redInvoiceNo, status: 'RED' })
    return { set: { redInvoiceNo } }
  }
}

/** What was typed, when it is a number of the invoice's kind. */
function numberOf(
  tools: Tools,
  field: 'invoiceNo' | 'redInvoiceNo',
  { invoiceKind }: SaleInvoice,
  typed: string | null | undefined,
): string | undefined {
  if (!typed) return undefined
  const length = isPaper(invoiceKind) ? 8 : 20
  if (typed.length !== length) tools.invalid(field, `${isPaper(invoiceKind) ? '纸质发票' : '数电票'}号码为 ${length} 位数字`)
  return typed
}
