import { messageText } from '../messages'
import { ArchiveError, pack, unpack, type ArchiveLimits } from './archive'
import { requiredMark, type ImportColumn, type ImportForm } from './importColumns'
import { isEmptyCell, letterOf, readXlsx, type SheetRow } from './xlsx'

/** The file as a whole cannot be imported; the message says why, to whoever sent it. */
export class SheetRefusal extends Error {}

export interface ImportSheet {
  /** The column of each cell; undefined where the title is empty. */
  columns: (ImportColumn | undefined)[]
  /** Without empty ones. */
  rows: SheetRow[]
}

/** A full sheet of 500 rows has a fifth of it, one of 2000 most; people's sheets are packed ten to thirty times smaller. */
const limits: ArchiveLimits = { entries: 1_000, bytes: 16_000_000, ratio: 100, ratioFrom: 2_000_000 }
/** What the rows of a sheet are read from, under the names that all programs give it; pictures and the like are not looked at. */
const isNeeded = (name: string): boolean =>
  /^(\[Content_Types\]\.xml|(.+\/)?_rels\/[^/]*\.rels|xl\/(workbook|styles|sharedStrings)\.xml|xl\/worksheets\/[^/]+\.xml)$/i.test(name)
/** A place in a sheet beyond 702 columns, or none at all: one cell far to the right makes its whole row wide. */
const WIDE = /<[^<>]*\sr\s*=\s*(["'])(?![A-Z]{0,2}\d{1,7}\1)/
/** Title of the column that says why a row was refused. */
export const reasonTitle = messageText('import.reason')
/** More rows are not counted. */
const COUNTED_ROWS = 10_000

/** Reads the first sheet of a workbook against the columns of an import. @throws SheetRefusal */
export async function readImportSheet(content: Buffer, { columns, maxRows }: ImportForm): Promise<ImportSheet> {
  const rows = await filledRows(await inspected(content))
  const [head, ...body] = rows
  if (!head) throw new SheetRefusal(messageText('import.empty'))
  const titles = head.cells.map((cell) => (isEmptyCell(cell) ? '' : titleOf(String(cell))))
  const found = columnsOf(titles, columns)
  const filled = withoutReasons(body, titles)
  if (filled.length === 0) throw new SheetRefusal(messageText('import.empty'))
  if (filled.length > maxRows) {
    const all = rows.length <= COUNTED_ROWS
    const params = { count: all ? filled.length : COUNTED_ROWS, max: maxRows }
    throw new SheetRefusal(messageText(all ? 'import.too-many' : 'import.too-many-to-count', params))
  }
  return { columns: found, rows: filled }
}

/** What a workbook of failed rows says about them is for the reader, not for us. */
function withoutReasons(rows: SheetRow[], titles: readonly string[]): SheetRow[] {
  const reasons = titles.indexOf(reasonTitle)
  if (reasons < 0) return rows
  return rows
    .map(({ number, cells }) => ({ number, cells: cells.map((cell, index) => (index === reasons ? null : cell)) }))
    .filter(({ cells }) => !cells.every(isEmptyCell))
}

/** A workbook in which nothing can cost more than its size lets expect. */
async function inspected(content: Buffer): Promise<Buffer> {
  try {
    const parts = await unpack(content, limits, isNeeded)
    for (const part of parts) {
      const xml = part.content.toString('latin1')
      // Entities can be made to grow.
      if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new ArchiveError('damaged', `${part.name} declares entities`)
      if (WIDE.test(xml)) throw new ArchiveError('tooLarge', `${part.name} is too wide`)
    }
    return pack(parts)
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    throw new SheetRefusal(messageText(error.kind === 'damaged' ? 'import.unreadable' : 'import.too-large'))
  }
}

async function filledRows(workbook: Buffer): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  try {
    // One for the titles, one to see that there are more.
    for await (const row of readXlsx(workbook, COUNTED_ROWS + 2)) if (!row.cells.every(isEmptyCell)) rows.push(row)
  } catch {
    // Whatever the reader stumbles over is the file's fault: it is given nothing else.
    throw new SheetRefusal(messageText('import.unreadable'))
  }
  return rows
}

function columnsOf(titles: readonly string[], columns: readonly ImportColumn[]): ImportSheet['columns'] {
  const byTitle = new Map(columns.map((column) => [column.title, column]))
  refuseIfAny(
    'import.unknown-columns',
    titles.filter((title) => title !== '' && title !== reasonTitle && !byTitle.has(title)),
  )
  refuseIfAny(
    'import.repeated-columns',
    titles.filter((title, index) => title !== '' && titles.indexOf(title) < index),
  )
  refuseIfAny(
    'import.missing-columns',
    columns.map(({ title }) => title).filter((title) => !titles.includes(title)),
  )
  return titles.map((title) => byTitle.get(title))
}

function titleOf(cell: string): string {
  const title = cell.trim()
  return (title.endsWith(requiredMark) ? title.slice(0, -requiredMark.length) : title).trim()
}

function refuseIfAny(code: 'import.unknown-columns' | 'import.repeated-columns' | 'import.missing-columns', titles: string[]): void {
  if (titles.length === 0) return
  const shown = [...new Set(titles)].slice(0, 20).map((title) => title.slice(0, 40))
  throw new SheetRefusal(messageText(code, { columns: shown.join(messageText('value.separator')) }))
}

/** How a column without a title is called. */
export function letterTitle(index: number): string {
  return messageText('import.column-letter', { letter: letterOf(index) })
}
