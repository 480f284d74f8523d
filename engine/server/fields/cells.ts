/** What cells of several types share. */
import { toDecimal } from '../../core/decimal'
import { isMultiple, textOf, type Titles, InvalidValue } from '../../core/fields'
import { messageText } from '../messages'
import type { FieldPlan } from '../../core/plan'
import { textFormat, type Cell } from '../xlsx'
import type { CellEntry, SheetType } from './serverType'

/** Where several values of a cell are parted, as exports write them and as people do; the database reads it too. */
export const separators = /[\u3001,\uff0c;\uff1b\n]/

/** Values of one cell. */
const MAX_PARTS = 100

/** Whether a text in a cell of several would be taken for more than one. */
export function isParted(text: string): boolean {
  return separators.test(text)
}

/** Digits that a spreadsheet keeps of a number; beyond them a binary number says what was never typed. */
export const DIGITS = 15
const EXACT = 10 ** DIGITS

/** A column of texts, as people read them. */
export function textSheet(entry: CellEntry | undefined): SheetType {
  return { format: () => textFormat, cell: (field: FieldPlan, titles: Titles) => textOf(field, titles), entry }
}

/** Cells that are typed as text. */
export const typedText: CellEntry = {
  isText: true,
  read: (_field, cell) =>
    typeof cell === 'number' && !Number.isSafeInteger(cell) && Math.abs(cell) >= EXACT
      ? new InvalidValue('type', 'import.long-number')
      : cellText(cell),
  choices: () => [],
  hint: ({ maxLength = '' }) => messageText('import.how-text', { max: maxLength }),
}

/** A cell as text, or what it is when it has none. */
export function cellText(cell: NonNullable<Cell>): unknown {
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'boolean') return messageText(cell ? 'value.yes' : 'value.no')
  if (cell instanceof Date) return cellDay(cell)
  return cellDecimal(cell)
}

/** The text of a cell by `read`, of a field with several values each of its parts. */
export function cellTexts(field: FieldPlan, cell: NonNullable<Cell>, read: (text: string) => string): unknown {
  const text = cellText(cell)
  if (typeof text !== 'string') return text
  if (!isMultiple(field)) return read(text)
  const parts = text.split(separators).map((part) => part.trim())
  const filled = parts.filter((part) => part !== '')
  // Each may be looked up in the database.
  return filled.length > MAX_PARTS ? new InvalidValue('maxCount', 'import.too-many-values', { max: MAX_PARTS }) : filled.map(read)
}

/** A number; as text it may have thousands commas. */
export function cellNumber(cell: NonNullable<Cell>): unknown {
  if (typeof cell === 'number') return cellDecimal(cell)
  if (typeof cell !== 'string') return cell instanceof Date ? cellDay(cell) : cell
  const text = cell.trim()
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
}

/** A day, as a date of the sheet or in a usual notation. */
export function cellDay(cell: NonNullable<Cell>): unknown {
  if (cell instanceof Date) {
    const moment = cellMoment(cell)
    return moment?.endsWith('T00:00:00') ? moment.slice(0, 10) : (moment ?? '')
  }
  if (typeof cell !== 'string') return cell
  const text = cell.trim()
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? []
  return year === undefined || month === undefined || day === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The nearest second without a zone: a sheet counts in fractions of a day. */
export function cellMoment(cell: Date): string | undefined {
  const seconds = Math.round(cell.getTime() / 1000) * 1000
  return Number.isNaN(seconds) ? undefined : new Date(seconds).toISOString().slice(0, 19)
}

/** The number as the spreadsheet itself has it. */
function cellDecimal(cell: number): unknown {
  return toDecimal(Number(cell.toPrecision(DIGITS))) ?? cell
}

/** How a choice from a list is filled in. */
export function choiceHint(choices: string[]): string {
  return messageText('import.how-choice', { choices: choices.join(messageText('value.separator')) })
}
