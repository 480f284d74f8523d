import { messageText } from '../messages'
import type { DictionaryPlan } from '../../core/plan'
import { cutText } from './cutText'
import { sheetColumn, type ImportColumn, type ImportForm } from './importColumns'
import type { ImportSheet } from './importSheet'
import { reasonTitle } from './sheetContent'
import type { RowProblem } from './sheetRow'
import type { SheetThreads } from './sheetThreads'
import type { Cell } from '../xlsx'

const REASON_WIDTH = 60
const MAX_REASON_LENGTH = 2_000
/** Of a cell whose field says nothing of a length. What is cut is longer than its field takes, and so is what is left with the mark. */
const MAX_CELL_LENGTH = 1_000

/**
 * The rows of a sheet that were refused as a workbook of their own, each with what is wrong with it behind its cells, to be mended and sent
 * again: the column of reasons is passed over then. Cells that are too long are cut.
 */
export async function failedRows(
  threads: SheetThreads,
  { title, columns }: ImportForm,
  sheet: ImportSheet,
  problems: readonly RowProblem[],
  dictionaries: Record<string, DictionaryPlan>,
): Promise<{ name: string; content: Uint8Array }> {
  const reasons = reasonsByRow(problems)
  const places = columns.map((column) => ({ column, place: sheet.columns.indexOf(column) }))
  const rows = sheet.rows.flatMap(({ number, cells }) => {
    const reason = reasons.get(number)
    if (reason === undefined) return []
    return [[...places.map(({ column, place }) => cutCell(column, cells[place] ?? null)), reasonOf(number, reason)]]
  })
  const name = messageText('import.failed-name', { title })
  const fill = columns.map((column) => sheetColumn(column, dictionaries))
  const columnsToFill = [...fill, { title: reasonTitle, width: REASON_WIDTH }]
  const content = await threads.write({ name: title, columns: columnsToFill, rows }, rows.length)
  return { name: `${name}.xlsx`, content }
}

function cutCell({ field }: ImportColumn, cell: Cell): Cell {
  return typeof cell === 'string' ? cutText(cell, field.maxLength ?? MAX_CELL_LENGTH) : cell
}

function reasonsByRow(problems: readonly RowProblem[]): Map<number, string[]> {
  const reasons = new Map<number, string[]>()
  for (const { row, column, detail } of problems) {
    const reason = column === '' ? detail : messageText('import.reason-of-column', { column, detail })
    const known = reasons.get(row)
    if (known) known.push(reason)
    else reasons.set(row, [reason])
  }
  return reasons
}

function reasonOf(row: number, reasons: string[]): string {
  const text = messageText('import.reason-of-row', { row, reasons: reasons.join(messageText('value.separator')) })
  return cutText(text, MAX_REASON_LENGTH)
}
