import { formatDateTime } from '../../../engine/core/dateTime'
import { subtractDecimals } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import { restOfOrder } from '../../rules/invoice'
import type { InvoiceSheet } from '../../rules/invoiceSheet'
import type { SaleInvoice } from '../generated/saleInvoice'
import { fileNameOf, invoiceParty, sheetsOf } from '../invoice/files'
import { invoicePdf } from '../invoice/invoicePdf'
import type { Handler, HandlerCall, HandlerContext } from '../ruleTypes'
import { loadSeen } from './loadSeen'

/** What choosing an order brings into an invoice: whom it goes to, the one who sells, and what is left to be invoiced. */
export const invoiceFromOrder: Handler<'invoiceFromOrder'> = async (call) => {
  const { tools, query } = call
  const order = await loadSeen(call, 'saleOrder', query.saleOrderId, { past: 'submit' })
  const available = subtractDecimals(order.totalAmount, order.invoicedAmount)
  const rest = restOfOrder(order.lines, available)
  if (rest.length === 0) tools.refuseIf(no('invoice.nothing-left', { saleNo: order.saleNo }))
  const buyer = await tools.load('enterprise', order.customerId)
  const party = invoiceParty(buyer)
  const goods = new Map(order.lines.map((line) => [line.id, line]))
  const codes = await taxClassCodes(
    call,
    order.lines.map(({ goodsName }) => goodsName),
  )
  return {
    departmentId: order.departmentId,
    departmentName: order.departmentName,
    fundingPartyId: order.fundingPartyId,
    fundingPartyName: order.fundingPartyName,
    buyerId: buyer.id,
    buyerName: buyer.enterpriseName,
    buyerTitle: party.name,
    buyerTaxNo: party.taxNo,
    buyerAddressPhone: party.addressPhone || null,
    buyerBankAccount: party.bankAccount || null,
    ...(await onlySeller(call)),
    lines: rest.map((line) => {
      const { goodsName = '', spec, unit } = goods.get(line.saleOrderLineId) ?? {}
      return { itemName: goodsName, taxClassCode: codes.get(goodsName) ?? null, spec, unit, ...line }
    }),
  }
}

/** Where there is one platform enterprise, it is the seller. */
async function onlySeller({ tools }: HandlerContext): Promise<Record<string, unknown>> {
  const sellers = await tools.find('enterprise', { enterpriseRoles: 'PLATFORM', status: 'ACTIVE' }, { limit: 2 })
  const [seller] = sellers
  return seller && sellers.length === 1 ? { sellerId: seller.id, sellerName: seller.enterpriseName } : {}
}

/** The classification that these goods were last invoiced under. */
async function taxClassCodes({ kysely }: HandlerContext, names: string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('sale_invoice_lines')
    .select(['item_name', 'tax_class_code'])
    .distinctOn('item_name')
    .where('item_name', 'in', names)
    .where('tax_class_code', 'is not', null)
    .orderBy('item_name')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.flatMap((row) => (row.item_name && row.tax_class_code ? [[row.item_name, row.tax_class_code]] : [])))
}

/** The sheets of an invoice (acceptance L6): the invoice, and its reversal where there is one. */
export const previewInvoice: Handler<'previewInvoice'> = async (call) => {
  const { sheets } = await seenSheets(call)
  return { sheets }
}

/** The layout file of the last sheet: of an invoice that is not issued, a sample that says so. */
export const invoiceLayoutFile: Handler<'invoiceLayoutFile'> = async (call) => {
  const { invoice, sheets } = await seenSheets(call)
  const wanted = sheets[call.query.sheet ?? 0] ?? sheets[0]
  if (!wanted) return null
  return { name: fileNameOf(wanted, invoice), content: invoicePdf(wanted).toString('base64') }
}

async function seenSheets(
  call: HandlerCall<'previewInvoice' | 'invoiceLayoutFile'>,
): Promise<{ invoice: SaleInvoice; sheets: InvoiceSheet[] }> {
  const invoice = await loadSeen(call, 'saleInvoice', call.params.id, { past: 'submit' })
  return { invoice, sheets: await sheetsOf(call.tools, invoice, await dayOfReversal(call, invoice)) }
}

/** Its history knows: the record itself has no field for it. */
async function dayOfReversal({ kysely, tools }: HandlerContext, { id, status }: SaleInvoice): Promise<string> {
  if (status !== 'RED') return tools.today
  const row = await kysely
    .selectFrom('document_history')
    .select('at')
    .where('entity', '=', 'saleInvoice')
    .where('document_id', '=', id)
    .where('action', '=', 'red')
    .executeTakeFirstOrThrow()
  return formatDateTime(row.at).slice(0, 10)
}
