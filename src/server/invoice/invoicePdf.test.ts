import { expect, it } from 'vitest'
import type { InvoiceSheet, SheetLine } from '../../rules/invoiceSheet'
import { invoicePdf } from './invoicePdf'

const line: SheetLine = {
  itemName: '金装婴配奶粉1段',
  spec: '400g×6 盒',
  unit: '箱',
  qty: '100.0000',
  unitPrice: '8.849500',
  netAmount: '884.95',
  taxRate: '0.1300',
  taxAmount: '115.04',
}
const sheet: InvoiceSheet = {
  title: '电子发票（普通发票）',
  code: '',
  number: '26311000202611200001',
  date: '2026-11-20',
  checkCode: '',
  mark: '',
  buyer: { name: '演示商超有限公司', taxNo: '91310115MA1DEM0334', addressPhone: '', bankAccount: '' },
  seller: { name: '演示综合服务平台有限公司', taxNo: '91310115MA1DEM001T', addressPhone: '', bankAccount: '' },
  lines: [line],
  netAmount: '884.95',
  taxAmount: '115.04',
  totalAmount: '999.99',
  totalInWords: '玖佰玖拾玖元玖角玖分',
  remarks: ['货到付款'],
  drawer: '赵敏',
}

/** The texts of a file page by page, as they stand in it: each stretch of one font by itself. */
function textsOf(file: Buffer): string[] {
  const streams = [...file.toString('latin1').matchAll(/stream\n([^]*?)\nendstream/g)]
  return streams.map(([, content = '']) =>
    [...content.matchAll(/\/([LH]) [\d.]+ Tf [^<]*<([0-9a-f]*)> Tj/g)]
      .map(([, font, hex = '']) => {
        const bytes = Buffer.from(hex, 'hex')
        return font === 'H' ? bytes.swap16().toString('utf16le') : bytes.toString('latin1')
      })
      .join('|'),
  )
}

it('says everything that the sheet says, on one page', () => {
  const [page = '', ...others] = textsOf(invoicePdf(sheet))
  expect(others).toEqual([])
  for (const text of [
    sheet.title,
    sheet.number,
    sheet.date,
    sheet.buyer.name,
    sheet.seller.taxNo,
    '玖佰玖拾玖元玖角玖分',
    '¥999.99',
    '货到付款',
    '赵敏',
  ])
    expect(page).toContain(text)
  expect(page).toContain('|100|8.8495|884.95|13%|115.04')
})

it('goes on over as many pages as the lines need, with the sums on the last', () => {
  const pages = textsOf(invoicePdf({ ...sheet, lines: Array.from({ length: 90 }, () => line) }))
  expect(pages).toHaveLength(3)
  expect(pages.map((page) => page.includes(sheet.number))).toEqual([true, true, true])
  expect(pages.map((page) => page.includes('玖佰玖拾玖元玖角玖分'))).toEqual([false, false, true])
  expect(pages.map((page) => page.split('115.04|').length - 1).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(89)
})

it('says that a sample is one', () => {
  expect(textsOf(invoicePdf({ ...sheet, mark: '样稿 未开具', number: '' }))[0]).toContain('样稿')
})
