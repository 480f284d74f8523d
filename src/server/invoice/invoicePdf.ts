import { addDecimals, formatDecimal, formatPercent } from '../../../engine/core/decimal'
import type { InvoiceParty, InvoiceSheet, SheetLine } from '../../rules/invoiceSheet'
import { createPdf, type Colour, type PdfPage } from '../pdf/pdfDocument'
import { pointsPerMm, wrapText } from '../pdf/textWidth'

const frame: Colour = [0.6, 0.24, 0.16]
const grey: Colour = [0.55, 0.55, 0.55]
const left = 12
const right = 198
const middle = (left + right) / 2
const strip = 7
const factsLeft = 151
const rowHeight = 4.6
const lineHeight = 3.9
const smallSize = 8
/** Lowest place of a row; what stands below the last one needs the rest of the page. */
const bottom = 235

interface Column {
  title: string
  from: number
  to: number
  align: 'left' | 'center' | 'right'
  text: (line: SheetLine) => string
}

const columns: Column[] = [
  { title: '项目名称', from: 12, to: 60, align: 'left', text: (line) => line.itemName },
  { title: '规格型号', from: 60, to: 85, align: 'left', text: (line) => line.spec },
  { title: '单位', from: 85, to: 96, align: 'center', text: (line) => line.unit },
  { title: '数量', from: 96, to: 115, align: 'right', text: (line) => plain(line.qty) },
  { title: '单价', from: 115, to: 140, align: 'right', text: (line) => plain(line.unitPrice) },
  { title: '金额', from: 140, to: 164, align: 'right', text: (line) => formatDecimal(line.netAmount, 2) },
  { title: '税率', from: 164, to: 176, align: 'center', text: (line) => formatPercent(line.taxRate, 0) },
  { title: '税额', from: 176, to: 198, align: 'right', text: (line) => formatDecimal(line.taxAmount, 2) },
]

/** Without the zeros that a quantity or price does not need. */
function plain(value: string): string {
  return addDecimals(value)
}

/** The layout file (版式文件) of an invoice: A4, as many pages as its lines need. */
export function invoicePdf(sheet: InvoiceSheet): Buffer {
  const pdf = createPdf(`${sheet.title} ${sheet.number}`.trim())
  const rows = sheet.lines.map((line) =>
    columns.map((column) => wrapText(column.text(line), smallSize, (column.to - column.from - 2) * pointsPerMm)),
  )
  let page = pdf.page()
  drawHead(page, sheet)
  let y = drawTableHead(page, 66)
  for (const row of rows) {
    const height = Math.max(...row.map((cell) => cell.length)) * lineHeight + (rowHeight - lineHeight)
    if (y + height > bottom) {
      box(page, left, 60, right, y)
      page = pdf.page()
      drawHead(page, sheet)
      y = drawTableHead(page, 66)
    }
    drawRow(page, row, y)
    y += height
  }
  y = Math.max(y, 90)
  drawFoot(page, sheet, y)
  return pdf.bytes()
}

function drawHead(page: PdfPage, sheet: InvoiceSheet): void {
  page.text(middle, 21, sheet.title, { size: 16, colour: frame, align: 'center' })
  page.line(middle - 45, 24, middle + 45, 24, { width: 0.3, colour: frame })
  page.line(middle - 45, 25, middle + 45, 25, { width: 0.3, colour: frame })
  if (sheet.mark) page.text(left, 20, sheet.mark, { size: 12, colour: grey })
  const facts = [
    ...(sheet.code ? [['发票代码：', sheet.code]] : []),
    ['发票号码：', sheet.number],
    ['开票日期：', sheet.date],
    ...(sheet.checkCode ? [['校验码：', sheet.checkCode]] : []),
  ]
  facts.forEach(([label = '', value = ''], index) => {
    page.text(factsLeft, 14 + index * 4.6, label, { size: smallSize, colour: frame })
    page.text(factsLeft + 15, 14 + index * 4.6, value, { size: smallSize })
  })
  box(page, left, 34, right, 60)
  page.line(middle, 34, middle, 60, { colour: frame })
  drawParty(page, left, '购买方信息', sheet.buyer)
  drawParty(page, middle, '销售方信息', sheet.seller)
}

function drawParty(page: PdfPage, x: number, title: string, { name, taxNo }: InvoiceParty): void {
  drawStrip(page, x, 34, 60, title)
  page.text(x + strip + 2, 41, '名称：', { colour: frame })
  wrapText(name, 9, (middle - left - strip - 16) * pointsPerMm).forEach((text, index) => page.text(x + strip + 12, 41 + index * 4.5, text))
  page.text(x + strip + 2, 52.5, '统一社会信用代码/纳税人识别号：', { size: smallSize, colour: frame })
  page.text(x + strip + 2, 57, taxNo)
}

/** A narrow column with its title from top to bottom. */
function drawStrip(page: PdfPage, x: number, top: number, end: number, title: string): void {
  page.line(x + strip, top, x + strip, end, { colour: frame })
  const step = Math.min((end - top) / title.length, 4.6)
  const first = (top + end) / 2 - (step * (title.length - 1)) / 2 + 1.2
  ;[...title].forEach((character, index) =>
    page.text(x + strip / 2, first + index * step, character, { size: smallSize, colour: frame, align: 'center' }),
  )
}

/** @returns base line of the first row */
function drawTableHead(page: PdfPage, y: number): number {
  for (const column of columns) page.text((column.from + column.to) / 2, y - 1, column.title, { colour: frame, align: 'center' })
  return y + 4
}

function drawRow(page: PdfPage, row: readonly string[][], y: number): void {
  for (const [index, { from, to, align }] of columns.entries()) {
    const x = align === 'left' ? from + 1 : align === 'right' ? to - 1 : (from + to) / 2
    for (const [line, text] of (row[index] ?? []).entries()) page.text(x, y + line * lineHeight, text, { size: smallSize, align })
  }
}

function drawFoot(page: PdfPage, sheet: InvoiceSheet, y: number): void {
  page.text(left + 18, y + 4, '合  计', { colour: frame, align: 'center' })
  page.text(163, y + 4, `¥${formatDecimal(sheet.netAmount, 2)}`, { align: 'right' })
  page.text(right - 1, y + 4, `¥${formatDecimal(sheet.taxAmount, 2)}`, { align: 'right' })
  box(page, left, 60, right, y + 6)
  const total = y + 6
  box(page, left, total, right, total + 8)
  page.line(60, total, 60, total + 8, { colour: frame })
  page.text(36, total + 5.4, '价税合计（大写）', { colour: frame, align: 'center' })
  page.text(62, total + 5.4, sheet.totalInWords)
  page.text(160, total + 5.4, '（小写）', { colour: frame, align: 'right' })
  page.text(162, total + 5.4, `¥${formatDecimal(sheet.totalAmount, 2)}`)
  const remarks = total + 8
  box(page, left, remarks, right, remarks + 24)
  drawStrip(page, left, remarks, remarks + 24, '备注')
  sheet.remarks
    .flatMap((text) => wrapText(text, smallSize, (right - left - strip - 4) * pointsPerMm))
    .slice(0, 5)
    .forEach((text, index) => page.text(left + strip + 2, remarks + 5 + index * 4.4, text, { size: smallSize }))
  page.text(left + 8, remarks + 30, '开票人：', { colour: frame })
  page.text(left + 21, remarks + 30, sheet.drawer)
}

function box(page: PdfPage, fromX: number, fromY: number, toX: number, toY: number): void {
  page.line(fromX, fromY, toX, fromY, { colour: frame })
  page.line(fromX, toY, toX, toY, { colour: frame })
  page.line(fromX, fromY, fromX, toY, { colour: frame })
  page.line(toX, fromY, toX, toY, { colour: frame })
}
