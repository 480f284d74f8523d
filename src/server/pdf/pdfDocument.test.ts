import { expect, it } from 'vitest'
import { createPdf } from './pdfDocument'

function sample(): string {
  const pdf = createPdf('发票')
  const page = pdf.page()
  page.text(10, 20, '合计 ¥1.00')
  page.line(10, 30, 200, 30)
  pdf.page().text(200, 20, '12', { align: 'right', size: 10 })
  return pdf.bytes().toString('latin1')
}

it('is a PDF whose table of contents leads to each of its objects', () => {
  const file = sample()
  expect(file.startsWith('%PDF-1.5\n')).toBe(true)
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
  expect(file.slice(start, start + 5)).toBe('xref\n')
  const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  expect(offsets.map((offset) => /^\d+ 0 obj\n/.exec(file.slice(offset))?.[0])).toEqual(
    offsets.map((_offset, index) => `${index + 1} 0 obj\n`),
  )
  for (const [, length, content] of file.matchAll(/<<\/Length (\d+)>>\nstream\n([^]*?)\nendstream/g))
    expect(content).toHaveLength(Number(length))
})

it('writes Chinese in the Chinese font and figures in the Latin one, one after the other', () => {
  const [, drawn = ''] = /BT (.*?) ET/.exec(sample()) ?? []
  expect(drawn).toContain('/H 9 Tf 1 0 0 1 28.35 785.20 Tm <54088ba1> Tj')
  expect(drawn).toContain(`/L 9 Tf 1 0 0 1 46.35 785.20 Tm <20a5312e3030> Tj`)
})

it('ends a text at the place that it is aligned to', () => {
  expect(sample()).toContain('1 0 0 1 555.81 785.20 Tm <3132> Tj')
})

it('is the same each time', () => {
  expect(sample()).toBe(sample())
})
