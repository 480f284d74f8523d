import { messageText } from '../messages'
import type { DictionaryPlan } from '../../core/plan'
import { sheetColumn, type ImportForm } from './importColumns'
import { reasonTitle, type ImportSheet } from './importSheet'
import type { RowProblem } from './sheetRow'
import { writeForm } from './xlsx'

const REASON_WIDTH = 60

/**
 * The rows of a sheet that were refused as a workbook of their own, each with what is wrong with it behind its cells, to be mended and sent
 * again: the column of reasons is passed over then.
 */
export async function failedRows(
  { title, columns }: ImportForm,
  sheet: ImportSheet,
  problems: readonly RowProblem[],
  dictionaries: Record<string, DictionaryPlan>,
): Promise<{ name: string; content: Uint8Array }> {
  const failed = sheet.rows.filter(({ number }) => problems.some(({ row }) => row === number))
  const places = columns.map((column) => sheet.columns.indexOf(column))
  const rows = failed.map(({ number, cells }) => [
    ...places.map((place) => cells[place] ?? null),
    messageText('import.reason-of-row', { row: number, reasons: reasonsOf(number, problems) }),
  ])
  const name = messageText('import.failed-name', { title })
  const fill = columns.map((column) => sheetColumn(column, dictionaries))
  const content = await writeForm([{ name: title, columns: [...fill, { title: reasonTitle, width: REASON_WIDTH }], rows }], rows.length)
  return { name: `${name}.xlsx`, content }
}

function reasonsOf(number: number, problems: readonly RowProblem[]): string {
  return problems
    .filter(({ row }) => row === number)
    .map(({ column, detail }) => (column === '' ? detail : messageText('import.reason-of-column', { column, detail })))
    .join(messageText('value.separator'))
}
