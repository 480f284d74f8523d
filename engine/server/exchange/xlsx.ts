/** Workbooks, behind two functions, so that the library that makes them can be exchanged. */
import { Readable } from 'node:stream'
import { streamXlsxRows, writeXlsxStream } from 'hucre/xlsx'

/** Text is always a text cell, so that one that looks like a formula is never calculated; a Date is shown as it is in UTC. */
export type Cell = string | number | boolean | Date | null

export interface SheetColumn {
  title: string
  /** In characters. */
  width: number
  /** Number format, such as `#,##0.00` or `yyyy-mm-dd`. */
  format?: string
}

export interface Sheet {
  name: string
  columns: SheetColumn[]
  rows: AsyncIterable<Cell[]>
}

/** A workbook of one sheet as bytes. Rows are taken as fast as the reader of the bytes takes them, so its size is no matter for memory. */
export function writeXlsx({ name, columns, rows }: Sheet): Readable {
  const stream = writeXlsxStream(rows, {
    name: sheetName(name),
    columns: columns.map(({ title, width, format }) => ({ header: title, width, ...(format === undefined ? {} : { numFmt: format }) })),
    freezePane: { rows: 1 },
  })
  return Readable.fromWeb(stream)
}

/** The rows of the first sheet, empty ones too, at most `maxRows`; the caller has limited the size of the content and inspected the archive. */
export async function* readXlsx(content: Uint8Array, maxRows: number): AsyncGenerator<Cell[]> {
  for await (const { values } of streamXlsxRows(content, { maxRows })) yield values
}

/** Excel takes 31 characters and not all of them. */
function sheetName(name: string): string {
  return name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)
}
