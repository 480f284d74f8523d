import type { InvoiceSheet, SheetLine } from '../invoiceSheet'

export const sampleLine: SheetLine = {
  itemName: '金装婴配奶粉1段',
  spec: '400g×6 盒',
  unit: '箱',
  qty: '100.0000',
  unitPrice: '8.849500',
  netAmount: '884.95',
  taxRate: '0.1300',
  taxAmount: '115.04',
}

/** An invoice of one line, issued. */
export const sampleSheet: InvoiceSheet = {
  title: '电子发票（普通发票）',
  code: '',
  number: '26311000202611200001',
  date: '2026-11-20',
  checkCode: '',
  mark: '',
  buyer: { name: '演示商超有限公司', taxNo: '91310115MA1DEM0334', addressPhone: '', bankAccount: '' },
  seller: { name: '演示综合服务平台有限公司', taxNo: '91310115MA1DEM001T', addressPhone: '', bankAccount: '' },
  lines: [sampleLine],
  netAmount: '884.95',
  taxAmount: '115.04',
  totalAmount: '999.99',
  totalInWords: '玖佰玖拾玖元玖角玖分',
  remarks: ['货到付款'],
  drawer: '赵敏',
}
