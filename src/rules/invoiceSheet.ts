import { negateDecimal, roundDecimal, type Decimal } from '../../engine/core/decimal'
import { amountInWords } from './amountInWords'

type Optional<T> = T | null | undefined

export interface InvoiceParty {
  name: string
  taxNo: string
  addressPhone: string
  bankAccount: string
}

export interface SheetLine {
  itemName: string
  spec: string
  unit: string
  qty: Decimal
  unitPrice: Decimal
  netAmount: Decimal
  taxRate: Decimal
  taxAmount: Decimal
}

/** An invoice as it is read on the screen and on paper. Texts that are missing are empty. */
export interface InvoiceSheet {
  /** 电子发票（普通发票） */
  title: string
  code: string
  number: string
  date: string
  checkCode: string
  /** What the sheet is not, in words: 样稿 until it is issued. */
  mark: string
  buyer: InvoiceParty
  seller: InvoiceParty
  lines: SheetLine[]
  netAmount: Decimal
  taxAmount: Decimal
  totalAmount: Decimal
  totalInWords: string
  remarks: string[]
  drawer: string
}

const titles: Record<string, string> = {
  DIGI_SPECIAL: '电子发票（增值税专用发票）',
  DIGI_NORMAL: '电子发票（普通发票）',
  PAPER_SPECIAL: '增值税专用发票',
  PAPER_NORMAL: '增值税普通发票',
}

const marks: Record<string, string> = { ISSUED: '', RED: '已红冲', VOID: '已作废' }
const notIssued = '样稿 未开具'

/** What an invoice record says that its sheet shows. */
export interface SheetSource {
  status: string
  invoiceKind: string
  buyerTitle: string
  buyerTaxNo: Optional<string>
  buyerAddressPhone: Optional<string>
  buyerBankAccount: Optional<string>
  netAmount: Decimal
  taxAmount: Decimal
  totalAmount: Decimal
  invoiceCode: Optional<string>
  invoiceNo: Optional<string>
  invoiceDate: Optional<string>
  checkCode: Optional<string>
  drawer: Optional<string>
  redInvoiceNo: Optional<string>
  redReason: Optional<string>
  remark: Optional<string>
  lines: (Omit<SheetLine, 'spec' | 'unit'> & { spec: Optional<string>; unit: Optional<string> })[]
}

/** The invoice itself, in whatever state it is. */
export function invoiceSheet(invoice: SheetSource, seller: InvoiceParty): InvoiceSheet {
  const buyer = {
    name: invoice.buyerTitle,
    taxNo: invoice.buyerTaxNo ?? '',
    addressPhone: invoice.buyerAddressPhone ?? '',
    bankAccount: invoice.buyerBankAccount ?? '',
  }
  return {
    title: titles[invoice.invoiceKind] ?? '发票',
    code: invoice.invoiceCode ?? '',
    number: invoice.invoiceNo ?? '',
    date: invoice.invoiceDate ?? '',
    checkCode: invoice.checkCode ?? '',
    mark: marks[invoice.status] ?? notIssued,
    buyer,
    seller,
    lines: invoice.lines.map((line) => ({
      itemName: line.itemName,
      spec: line.spec ?? '',
      unit: line.unit ?? '',
      qty: line.qty,
      unitPrice: line.unitPrice,
      netAmount: line.netAmount,
      taxRate: line.taxRate,
      taxAmount: line.taxAmount,
    })),
    netAmount: invoice.netAmount,
    taxAmount: invoice.taxAmount,
    totalAmount: invoice.totalAmount,
    totalInWords: amountInWords(invoice.totalAmount),
    remarks: [...accountOf('购方', buyer), ...accountOf('销方', seller), ...(invoice.remark ? [invoice.remark] : [])],
    drawer: invoice.drawer ?? '',
  }
}

function accountOf(who: string, { addressPhone, bankAccount }: InvoiceParty): string[] {
  return [...(addressPhone ? [`${who}地址电话：${addressPhone}`] : []), ...(bankAccount ? [`${who}开户行及账号：${bankAccount}`] : [])]
}

/** The negative invoice that takes another one back, on the day that it did. */
export function reversalSheet(invoice: SheetSource, seller: InvoiceParty, date: string): InvoiceSheet {
  const sheet = invoiceSheet(invoice, seller)
  const totalAmount = negative(sheet.totalAmount)
  return {
    ...sheet,
    number: invoice.redInvoiceNo ?? '',
    date,
    checkCode: '',
    mark: '',
    lines: sheet.lines.map((line) => ({
      ...line,
      qty: negative(line.qty, 4),
      netAmount: negative(line.netAmount),
      taxAmount: negative(line.taxAmount),
    })),
    netAmount: negative(sheet.netAmount),
    taxAmount: negative(sheet.taxAmount),
    totalAmount,
    totalInWords: amountInWords(totalAmount),
    remarks: [`被红冲蓝字发票号码：${sheet.number}`, `红冲原因：${invoice.redReason ?? ''}`],
  }
}

function negative(amount: Decimal, decimals = 2): Decimal {
  return roundDecimal(negateDecimal(amount), decimals)
}
