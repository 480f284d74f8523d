import { messageText } from '../messages'
import type { ImportColumn, ImportForm } from './importColumns'
import type { SheetThreads } from './sheetThreads'
import { letterOf, type SheetRow } from '../xlsx'

export interface ImportSheet {
  /** The column of each cell; undefined where the title is empty. */
  columns: (ImportColumn | undefined)[]
  /** Titles of the columns that were passed over because they only show. */
  passed: string[]
  /** Without empty ones. */
  rows: SheetRow[]
}

/** Reads the first sheet of a workbook against the columns of an import. @throws SheetRefusal, SheetLost */
export async function readImportSheet(
  threads: SheetThreads,
  content: Uint8Array<ArrayBuffer>,
  { columns, shown = [], maxRows }: ImportForm,
): Promise<ImportSheet> {
  const byTitle = new Map(columns.map((column) => [column.title, column]))
  const { titles, rows } = await threads.read(content, { titles: [...byTitle.keys()], shown, maxRows })
  const passed = titles.filter((title) => shown.includes(title))
  return { columns: titles.map((title) => byTitle.get(title)), passed, rows }
}

/** How a column without a title is called. */
export function letterTitle(index: number): string {
  return messageText('import.column-letter', { letter: letterOf(index) })
}
