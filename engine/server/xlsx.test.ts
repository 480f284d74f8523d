import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unpack } from './exchange/archive'
import { readXlsx, textFormat, writeForm, writeXlsx, type Cell } from './xlsx'

const limits = { entries: 100, bytes: 50_000_000, ratio: 1_000, ratioFrom: 1_000_000 }
const columns = [
  { title: '文本', width: 10, format: textFormat },
  { title: '金额', width: 10, format: '#,##0.00' },
]

async function* each(rows: Cell[][]): AsyncGenerator<Cell[]> {
  yield* rows
}
const written = async (rows: Cell[][]): Promise<Buffer> => buffer(writeXlsx({ name: 'x', columns, rows: each(rows) }))
async function read(content: Uint8Array): Promise<Cell[][]> {
  const rows: Cell[][] = []
  for await (const { cells } of readXlsx(content, 10_000)) rows.push(cells)
  return rows.slice(1)
}
const xmlOf = async (content: Buffer, name: string): Promise<string> =>
  String((await unpack(content, limits, (part) => part === name))[0]?.content)

/** Number format of a style of cells. */
function formatOfStyle(styles: string, index: number): string | undefined {
  const cellStyles = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? ''
  const id = /numFmtId="(\d+)"/.exec([...cellStyles.matchAll(/<xf [^>]*>/g)][index]?.[0] ?? '')?.[1]
  return new RegExp(`<numFmt numFmtId="${id}" formatCode="([^"]*)"`).exec(styles)?.[1]
}

describe('a cell that could be taken for a formula', () => {
  const dangerous = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', "'", ' =']

  it.each(dangerous)('I6 that begins with %j is text, stays text when it is edited, and reads back as it was', async (start) => {
    const text = `${start}1+cmd|'/C calc'!A1`
    const content = await written([[text, -5.25]])
    const sheet = await xmlOf(content, 'xl/worksheets/sheet1.xml')
    expect(sheet).not.toMatch(/<f[ >]/)
    expect(sheet).toMatch(/<c r="A2"[^>]* t="(inlineStr|s|str)"/)
    expect(sheet).toMatch(/<c r="B2"(?![^>]* t="(inlineStr|s|str)")[^>]*><v>-5.25<\/v>/)
    const style = Number(/<c r="A2"[^>]* s="(\d+)"/.exec(sheet)?.[1])
    expect(formatOfStyle(await xmlOf(content, 'xl/styles.xml'), style)).toBe('@')
    expect(await read(content)).toEqual([[text, -5.25]])
  })

  it.each(['0.00', 'yyyy-mm-dd', undefined])('I6 I7 is a cell of text in a form too, in a column of %s', async (format) => {
    const column = { title: '数量', width: 10, ...(format === undefined ? {} : { format }) }
    const content = Buffer.from(
      await writeForm(
        [
          {
            name: 'x',
            columns: [column, { title: '原因', width: 10 }],
            rows: [
              ['=1+1', '=2'],
              [3, null],
            ],
          },
        ],
        1,
      ),
    )
    const [sheet, styles] = [await xmlOf(content, 'xl/worksheets/sheet1.xml'), await xmlOf(content, 'xl/styles.xml')]
    expect(sheet).not.toMatch(/<f[ >]/)
    for (const cell of ['A2', 'B2']) {
      const [, style, type] = new RegExp(`<c r="${cell}"(?=[^>]* s="(\\d+)")(?=[^>]* t="(\\w+)")`).exec(sheet) ?? []
      expect([cell, formatOfStyle(styles, Number(style)), ['inlineStr', 's', 'str'].includes(type ?? '')]).toEqual([cell, '@', true])
    }
    expect(sheet).toMatch(/<c r="A3"(?![^>]* t="(inlineStr|s|str)")[^>]*><v>3<\/v>/)
    expect((await read(content))[0]).toEqual(['=1+1', '=2'])
  })

  it('I6 any text and any number come back as they were', async () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((text) => text.replace(/[\ud800-\udfff]/g, ''))
    const starts = fc.constantFrom('', ...dangerous)
    const text = fc.tuple(starts, texts).map((parts) => parts.join(''))
    const number = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((cents) => cents / 100)
    const rows = fc.array(fc.tuple(text, number), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        expect(await read(await written(given))).toEqual(given)
        const form = await writeForm([{ name: 'x', columns, rows: given }], 1)
        expect(await read(form)).toEqual(given)
      }),
      { numRuns: 60 },
    )
  })
})
