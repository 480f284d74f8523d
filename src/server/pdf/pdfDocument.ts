/**
 * A small writer of PDF: text, lines and nothing else, on A4. Chinese text names the Adobe-GB1 font that every reader has or stands in for,
 * so that no font is carried in the file. Measures are millimetres from the upper left corner; sizes of text are points.
 */
import { pointsPerMm, scriptOf, textWidth, type Script } from './textWidth'

const pageWidth = 210
const pageHeight = 297

export type Colour = readonly [red: number, green: number, blue: number]

export interface TextOptions {
  size?: number
  colour?: Colour
  align?: 'left' | 'center' | 'right'
}

export interface PdfPage {
  /** `y` is the base line. */
  text: (x: number, y: number, text: string, options?: TextOptions) => void
  line: (fromX: number, fromY: number, toX: number, toY: number, options?: { width?: number; colour?: Colour }) => void
}

export interface PdfDocument {
  page: () => PdfPage
  /** The file; the same bytes for the same calls. */
  bytes: () => Buffer
}

export function createPdf(title: string): PdfDocument {
  const pages: string[][] = []
  return {
    page() {
      const drawn: string[] = []
      pages.push(drawn)
      return {
        text: (x, y, text, options) => void drawn.push(drawText(x, y, text, options)),
        line: (fromX, fromY, toX, toY, { width = 0.2, colour = [0, 0, 0] } = {}) =>
          void drawn.push(`${colour.join(' ')} RG ${points(width)} w ${place(fromX, fromY)} m ${place(toX, toY)} l S`),
      }
    },
    bytes: () => write(title, pages),
  }
}

function drawText(x: number, y: number, text: string, { size = 9, colour = [0, 0, 0], align = 'left' }: TextOptions = {}): string {
  const width = (textWidth(text) * size) / pointsPerMm
  let at = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
  const shown = runsOf(text).map(({ script, run }) => {
    const drawn = `/${script === 'han' ? 'H' : 'L'} ${size} Tf 1 0 0 1 ${place(at, y)} Tm ${encoded(script, run)} Tj`
    at += (textWidth(run) * size) / pointsPerMm
    return drawn
  })
  return `BT ${colour.join(' ')} rg ${shown.join(' ')} ET`
}

/** Stretches of one font. */
function runsOf(text: string): { script: Script; run: string }[] {
  const runs: { script: Script; run: string }[] = []
  for (const character of text) {
    const script = scriptOf(character)
    const last = runs.at(-1)
    if (last?.script === script) last.run += character
    else runs.push({ script, run: character })
  }
  return runs
}

function encoded(script: Script, run: string): string {
  const buffer = script === 'han' ? Buffer.from(run, 'utf16le').swap16() : Buffer.from(run, 'latin1')
  return `<${buffer.toString('hex')}>`
}

function place(x: number, y: number): string {
  return `${points(x)} ${points(pageHeight - y)}`
}

function points(millimetres: number): string {
  return (millimetres * pointsPerMm).toFixed(2)
}

/** Objects 1 to 6 are the catalogue, the page tree, the two fonts and what the Chinese one descends from; then two for each page. */
function write(title: string, pages: readonly string[][]): Buffer {
  const kids = pages.map((_page, index) => `${7 + index * 2} 0 R`)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${kids.join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UTF16-H/DescendantFonts[5 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/DW 1000/FontDescriptor 6 0 R>>',
    '<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>',
    ...pages.flatMap((drawn, index) => {
      const content = drawn.join('\n')
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${points(pageWidth)} ${points(pageHeight)}]/Resources<</Font<</L 3 0 R/H 4 0 R>>>>/Contents ${8 + index * 2} 0 R>>`,
        `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      ]
    }),
    `<</Title<feff${Buffer.from(title, 'utf16le').swap16().toString('hex')}>>>`,
  ]
  let body = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const end = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info ${objects.length} 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table.join('')}${end}`, 'latin1')
}
