import { Readable } from 'node:stream'
import { MAX_FILE_BYTES } from '../../../engine/core/wire'
import type { FileStore } from '../../../engine/server/files/fileStore'
import { invoiceSheet, reversalSheet, type InvoiceParty, type InvoiceSheet } from '../../rules/invoiceSheet'
import type { Enterprise } from '../generated/enterprise'
import type { Past, Tools } from '../ruleTypes'
import { invoicePdf } from './invoicePdf'

/** One that was submitted at least: seller and buyer stand on it. */
type SaleInvoice = Past<'saleInvoice', 'submit'>

/** Keeps the layout files of invoices. */
export interface InvoiceFiles {
  /** Attaches the file of an invoice that is issued, or of its reversal, as it will be stored. */
  attach: (tools: Tools, invoice: SaleInvoice) => Promise<void>
}

/** How an enterprise stands on an invoice; what it did not say for invoices is its name and its credit code. */
export function invoiceParty(enterprise: Enterprise): InvoiceParty {
  return {
    name: enterprise.invoiceTitle || enterprise.enterpriseName,
    taxNo: enterprise.invoiceTaxNo || enterprise.uscc,
    addressPhone: enterprise.invoiceAddressPhone ?? '',
    bankAccount: enterprise.invoiceBankAccount ?? '',
  }
}

async function sellerOf(tools: Tools, { sellerId }: SaleInvoice): Promise<InvoiceParty> {
  return invoiceParty(await tools.load('enterprise', sellerId))
}

/** What there is to see of an invoice: itself, and the reversal that took it back. `redDate` is the day of the reversal. */
export async function sheetsOf(tools: Tools, invoice: SaleInvoice, redDate: string): Promise<InvoiceSheet[]> {
  const seller = await sellerOf(tools, invoice)
  return [invoiceSheet(invoice, seller), ...(invoice.status === 'RED' ? [reversalSheet(invoice, seller, redDate)] : [])]
}

export function fileNameOf(sheet: InvoiceSheet, invoice: Pick<SaleInvoice, 'invoiceApplyNo'>): string {
  return `${sheet.title}-${sheet.number || invoice.invoiceApplyNo}.pdf`
}

export function invoiceFiles(store: Pick<FileStore, 'write'>): InvoiceFiles {
  return {
    async attach(tools, invoice) {
      const sheet = (await sheetsOf(tools, invoice, tools.today)).at(-1)
      if (!sheet) return
      const stored = await store.write(Readable.from([invoicePdf(sheet)]), MAX_FILE_BYTES)
      if (!stored) throw new RangeError(`the layout file of ${invoice.invoiceApplyNo} is too large`)

      await tools.trx
        .insertInto('stored_file')
        .values({
          id: stored.id,
          name: fileNameOf(sheet, invoice),
          size: String(stored.size),
          type: 'application/pdf',
          sha256: stored.sha256,
          uploaded_by_id: tools.user.id || null,
          uploaded_at: tools.now,
        })
        .execute()
      await tools.trx
        .insertInto('attachment')
        .values({
          entity: 'saleInvoice',
          document_id: invoice.id,
          field: 'invoiceFiles',
          file_id: stored.id,
          created_by_id: tools.user.id || null,
          created_at: tools.now,
        })
        .execute()
    },
  }
}
