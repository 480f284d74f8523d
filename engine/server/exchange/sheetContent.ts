/**
 * What of a workbook is read: its first sheet, within bounds that hold before anything of it is kept. Runs in a thread of its own
 * (sheetWorker.ts), for the reader of workbooks is at the mercy of the file.
 */
import { messageText } from '../messages'
import { ArchiveError, pack, unpack, type ArchiveLimits, type Part } from './archive'
import { isEmptyCell, letterOf, readXlsx, type Cell, type SheetRow } from '../xlsx'

/** The file as a whole cannot be imported; the message says why, to whoever sent it. */
export class SheetRefusal extends Error {}

/** What is asked of a file. */
export interface SheetReadOptions {
  /** Of the columns that there must be. */
  titles: readonly string[]
  /** Of columns that may be there, whose cells are passed over. */
  shown?: readonly string[]
  maxRows: number
}

export interface SheetContent {
  /** The title of each column; empty where there is none. */
  titles: string[]
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
/** Entities can be made to grow. */
const ENTITIES = /<!(DOCTYPE|ENTITY)/i
/** Of a cell, with or without the prefix of its namespace. */
const CELL = /<(?:[\w.-]+:)?c[\s/>]/g
/** Of a sheet, formatted ones without content too: ten thousand rows of fifty columns. */
const MAX_CELLS = 500_000
/** Each tag becomes an object, some hundred times its size. Of a sheet, of the shared texts (four for each), and of everything else. */
const MAX_TAGS = { sheet: 2_500_000, texts: 1_000_000, other: 300_000 }
/** What Excel takes. */
const MAX_CELL_LENGTH = 32_767
/** Of all rows together: shared texts stand in the file once, and are as many as their cells when they are handed on. */
const MAX_TEXT_LENGTH = 4_000_000
/** Of all rows together, up to the last filled one of each. */
const MAX_PLACES = 400_000
const MAX_ROW_NUMBER = 1_048_576
/** More rows are not counted. */
const COUNTED_ROWS = 10_000

/** Title of the column that says why a row was refused. */
export const reasonTitle = messageText('import.reason')
/** Marks titles of columns that must be filled. */
export const requiredMark = '*'

/** Reads the first sheet of a workbook. @throws SheetRefusal */
export async function readSheetContent(content: Buffer, options: SheetReadOptions): Promise<SheetContent> {
  const { titles, rows, filled, isCounted } = await filledRows(await inspected(content), options)
  if (!titles) throw new SheetRefusal(messageText('import.empty'))
  refuseColumns(titles, options)
  if (filled === 0) throw new SheetRefusal(messageText('import.empty'))
  if (filled > options.maxRows) {
    const params = { count: isCounted ? filled : COUNTED_ROWS, max: options.maxRows }
    throw new SheetRefusal(messageText(isCounted ? 'import.too-many' : 'import.too-many-to-count', params))
  }
  return { titles, rows }
}

/** A workbook in which nothing can cost more than its size lets expect. */
async function inspected(content: Buffer): Promise<Buffer> {
  try {
    const parts = await unpack(content, limits, isNeeded)
    parts.forEach(inspect)
    return pack(parts)
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    throw new SheetRefusal(messageText(error.kind === 'damaged' ? 'import.unreadable' : 'import.too-large'))
  }
}

/** @throws ArchiveError */
function inspect({ name, content }: Part): void {
  const xml = content.toString('latin1')
  if (ENTITIES.test(xml)) throw new ArchiveError('damaged', `${name} declares entities`)
  if (WIDE.test(xml)) throw new ArchiveError('tooLarge', `${name} is too wide`)
  const kind = /\/worksheets\/[^/]+\.xml$/i.test(name) ? 'sheet' : /\/sharedStrings\.xml$/i.test(name) ? 'texts' : 'other'
  let tags = 0
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1))
    if (++tags > MAX_TAGS[kind]) throw new ArchiveError('tooLarge', `${name} has too many tags`)
  if (kind !== 'sheet') return
  let cells = 0
  for (const _cell of xml.matchAll(CELL)) if (++cells > MAX_CELLS) throw new ArchiveError('tooLarge', `${name} has too many cells`)
}

interface Filled {
  /** Undefined when nothing is filled. */
  titles: string[] | undefined
  rows: SheetRow[]
  /** How many there are, not counting those that only say why they were refused; `rows` has no more of them than are asked for. */
  filled: number
  /** Whether all of them were counted. */
  isCounted: boolean
}

async function filledRows(workbook: Buffer, { shown = [], maxRows }: SheetReadOptions): Promise<Filled> {
  const others = [reasonTitle, ...shown]
  const found: Filled = { titles: undefined, rows: [], filled: 0, isCounted: true }
  const bounds = new Bounds()
  let seen = 0
  try {
    // One for the titles, one to see that there are more.
    for await (const { number, cells } of readXlsx(workbook, COUNTED_ROWS + 2)) {
      bounds.refuseNumber(number)
      if (cells.every(isEmptyCell)) continue
      found.isCounted = ++seen <= COUNTED_ROWS
      if (!found.titles) {
        found.titles = bounds.admit(number, cells).map((cell) => (isEmptyCell(cell) ? '' : titleOf(String(cell))))
        continue
      }
      const row = withoutOthers(cells, found.titles, others)
      if (row.every(isEmptyCell)) continue
      if (++found.filled <= maxRows) found.rows.push({ number, cells: bounds.admit(number, row) })
    }
  } catch (error) {
    if (error instanceof SheetRefusal) throw error
    // Whatever the reader stumbles over is the file's fault: it is given nothing else.
    throw new SheetRefusal(messageText('import.unreadable'))
  }
  return found
}

/** What may be kept of a sheet. */
class Bounds {
  #number = 0
  #length = 0
  #places = 0

  /** Rows of one number could not be told apart. @throws SheetRefusal */
  refuseNumber(number: number): void {
    if (!(Number.isInteger(number) && number > this.#number && number <= MAX_ROW_NUMBER))
      throw new SheetRefusal(messageText('import.unreadable'))
    this.#number = number
  }

  /** The cells up to the last filled one. @throws SheetRefusal */
  admit(number: number, cells: Cell[]): Cell[] {
    const kept = cells.slice(0, cells.findLastIndex((cell) => !isEmptyCell(cell)) + 1)
    kept.forEach((cell, index) => {
      if (typeof cell !== 'string') return
      if (cell.length > MAX_CELL_LENGTH) {
        const params = { row: number, letter: letterOf(index), max: MAX_CELL_LENGTH }
        throw new SheetRefusal(messageText('import.long-cell', params))
      }
      this.#length += cell.length
    })
    this.#places += kept.length
    if (this.#length > MAX_TEXT_LENGTH || this.#places > MAX_PLACES) throw new SheetRefusal(messageText('import.too-large'))
    return kept
  }
}

/** What an export only shows, and what a workbook of failed rows says about them, is for the reader, not for us. */
function withoutOthers(cells: Cell[], titles: readonly string[], others: readonly string[]): Cell[] {
  return cells.map((cell, index) => (others.includes(titles[index] ?? '') ? null : cell))
}

function refuseColumns(titles: readonly string[], { titles: wanted, shown = [] }: SheetReadOptions): void {
  const known = new Set([...wanted, ...shown, reasonTitle, ''])
  refuseIfAny(
    'import.unknown-columns',
    titles.filter((title) => !known.has(title)),
  )
  refuseIfAny(
    'import.repeated-columns',
    titles.filter((title, index) => title !== '' && titles.indexOf(title) < index),
  )
  refuseIfAny(
    'import.missing-columns',
    wanted.filter((title) => !titles.includes(title)),
  )
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
