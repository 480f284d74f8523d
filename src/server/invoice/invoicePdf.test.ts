import { expect, it } from 'vitest'
import { sampleLine as line, sampleSheet as sheet } from '../../rules/testing/sampleInvoice'
import { invoicePdf } from './invoicePdf'

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
