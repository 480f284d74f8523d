import { pack } from '../../../engine/server/exchange/archive'
import { deflated, sharing, workbook } from './workbook'

/** A workbook that is meant to keep the server busy: what it is like, its content for an import of columns of these titles, and what the
 * refusal says. */
export type HostileWorkbook = [what: string, make: (titles: readonly string[]) => Uint8Array, refusal: string]

/** So many rows fit an import. */
export const maxRows = 500

/** Rows below a row of `titles`; `text` is the place of a cell's text among the shared ones. */
export function cellsBelow(titles: readonly string[], rows: number, text: (row: number, column: number) => number): number[][] {
  return [
    titles.map((_title, column) => column),
    ...Array.from({ length: rows }, (_each, row) => titles.map((_title, column) => text(row, column))),
  ]
}

/** As many rows as may be, of which each cell names one shared text. */
export const everywhere = (titles: readonly string[], text: string) =>
  sharing(
    [...titles, text],
    cellsBelow(titles, maxRows, () => titles.length),
  )

export const hostileWorkbooks: HostileWorkbook[] = [
  ['naming one text of 4 MB in all its cells', (titles) => pack(everywhere(titles, 'a1'.repeat(2_000_000))), '超过 32767 个字'],
  ['naming one text of 32,767 characters in all its cells', (titles) => pack(everywhere(titles, 'a'.repeat(32_767))), '过大或过于复杂'],
  ['with one such text in small', (titles) => deflated(everywhere(titles, 'ab'.repeat(500_000))), '超过 32767 个字'],
  [
    'of 500,000 cells without content',
    () => deflated(workbook(`<worksheet><sheetData><row>${'<c/>'.repeat(490_000)}</row></sheetData></worksheet>`)),
    '',
  ],
  [
    'of a million shared texts',
    () => pack(workbook('<worksheet/>', { texts: `<sst>${'<si/>'.repeat(1_100_000)}</sst>` })),
    '过大或过于复杂',
  ],
  [
    'of a million styles',
    () => pack(workbook('<worksheet/>', { styles: `<styleSheet><cellXfs>${'<xf/>'.repeat(1_100_000)}</cellXfs></styleSheet>` })),
    '过大或过于复杂',
  ],
  ['of deep XML', () => pack(workbook('<a>'.repeat(2_000_000))), ''],
  [
    'of rows of one number',
    () => pack(workbook(`<worksheet><sheetData>${'<row r="1"><c><v>1</v></c></row>'.repeat(2_000)}</sheetData></worksheet>`)),
    '不是可以读取的',
  ],
  [
    'of huge row numbers',
    () => pack(workbook('<worksheet><sheetData><row r="1e308"><c><v>1</v></c></row></sheetData></worksheet>')),
    '过大或过于复杂',
  ],
]
