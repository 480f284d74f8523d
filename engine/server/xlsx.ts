/** Workbooks, behind three functions, so that the library that makes them can be exchanged. */
import { Readable } from 'node:stream'
import { streamXlsxRows, writeXlsx as writeSheets, writeXlsxStream } from 'hucre/xlsx'

/** Text is always a text cell, so that one that looks like a formula is never calculated; a Date is shown as it is in UTC. */
export type Cell = string | number | boolean | Date | null

/** Nothing, or only blanks. */
export function isEmptyCell(cell: Cell | undefined): cell is null | undefined {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
}

/** Of columns of text: what looks like a formula stays text in a spreadsheet even when the cell is edited. */
export const textFormat = '@'

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
  const stream = writeXlsxStream(escaped(rows), {
    name: sheetName(name),
    columns: columns.map(({ title, width, format }) => ({ header: title, width, numFmt: format })),
    freezePane: { rows: 1 },
  })
  return Readable.fromWeb(stream)
}

async function* escaped(rows: AsyncIterable<Cell[]>): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield row.map(escapedCell)
}

/** The format reads `_x0041_` as the character of that number; a text that has it says that its underscore is one. */
function escapedCell(cell: Cell): Cell {
  return typeof cell === 'string' ? cell.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : cell
}

/** A sheet for people to fill in or to read. */
export interface FormSheet {
  name: string
  columns: (SheetColumn & { choices?: readonly string[] })[]
  rows: Cell[][]
}

/** Excel keeps the choices of a cell in 255 characters. */
const MAX_CHOICES_LENGTH = 255

/** A workbook of small sheets; `choices` are offered in the first `fillRows` rows of a column, where something else can be typed too. */
export async function writeForm(sheets: readonly FormSheet[], fillRows: number): Promise<Uint8Array> {
  return writeSheets({
    sheets: sheets.map(({ name, columns, rows }) => {
      const cells = rows.map((row) => row.map(escapedCell))
      return {
        name: sheetName(name),
        columns: columns.map(({ width, format }) => ({ width, numFmt: format })),
        rows: [columns.map(({ title }) => title), ...cells],
        cells: textCells(columns, cells),
        freezePane: { rows: 1 },
        dataValidations: columns.flatMap(({ choices = [] }, index) =>
          choices.length === 0 || choices.join(',').length > MAX_CHOICES_LENGTH || choices.some((choice) => choice.includes(','))
            ? []
            : [{ type: 'list' as const, values: [...choices], range: `${letterOf(index)}2:${letterOf(index)}${fillRows + 1}` }],
        ),
      }
    }),
  })
}

/** Texts in columns of something else, such as a day that was refused: they stay text too when they are edited. By `row,column`. */
function textCells(columns: readonly SheetColumn[], rows: readonly Cell[][]): Map<string, { value: string; style: { numFmt: string } }> {
  const cells = rows.flatMap((row, rowIndex) =>
    row.flatMap((value, index) =>
      typeof value === 'string' && columns[index]?.format !== textFormat
        ? [[`${rowIndex + 1},${index}`, { value, style: { numFmt: textFormat } }] as const]
        : [],
    ),
  )
  return new Map(cells)
}

/** `number` is the row's number in the sheet, from 1. */
export interface SheetRow {
  number: number
  cells: Cell[]
}

/** The rows of the first sheet that are in the file, at most `maxRows`; the caller has limited the content and inspected the archive. */
export async function* readXlsx(content: Uint8Array, maxRows: number): AsyncGenerator<SheetRow> {
  for await (const { index, values } of streamXlsxRows(content, { maxRows })) yield { number: index + 1, cells: values }
}

/** `A`, `Z`, `AA`. */
export function letterOf(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : letterOf(Math.floor(index / 26) - 1) + letterOf(index % 26)
}

/** Excel takes 31 characters and not all of them. */
function sheetName(name: string): string {
  return name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)
}
