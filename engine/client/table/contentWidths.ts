import { isBlank, textOf } from '../../core/fields'
import { countedText } from '../../core/record/summary'
import { stateMeanwhile } from '../../core/pending'
import type { ColumnPlan, FieldPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { FieldContext } from '../fieldDefinition'
import { fieldTypeOf } from '../fields'
import { formatText } from '../fields/formatText'
import { textWidth } from '../ui/textWidth'
import type { TableSummary } from './SummaryRow'

/** Types whose cell is their text, and whether a long one may be cut: an amount without its end would be another amount. Of other types nobody but their
 * cell knows how wide it is. */
const texts: Partial<Record<FieldPlan['type'], 'cut' | 'whole'>> = {
  text: 'cut',
  textarea: 'cut',
  ref: 'cut',
  serial: 'whole',
  select: 'whole',
  status: 'whole',
  date: 'whole',
  dateTime: 'whole',
  money: 'whole',
  digit: 'whole',
  percent: 'whole',
}

/** Of the rows that are shown: what the few longest texts have beyond it is cut, and read by resting on it. */
const MOST = 0.9
/** In px: so little more is given, since two letters that are cut are missed by everybody. */
const FEW = 16
/** To read all values of many rows would take as long as to draw them. */
const SAMPLE = 20
/** In px: wider than this no text needs to be, because the rest of the row has to be seen too. */
const WIDEST = 320
/** In px: in a window narrower than this a text leaves its room to the amounts beside it. */
export const NARROW_WINDOW = 1200
const WIDEST_IN_NARROW = 200
/** In px: on both sides of a cell; what a number keeps apart from the text that begins beside it. */
const PADDING = 16
const BESIDE_NUMBER = 8
/** In px: the frame of a tag, the button that copies, the arrows of a sort. */
const TAG = 18
const COPY = 22
const ARROWS = 14
/** In px: bold titles are a little wider. */
const BOLD = 1.06
/** In px: the mark before a value that stands out. */
const MARK = 28
/** In px: before the text of a tree, what opens and closes a row; how far each level is moved in. */
const TOGGLE = 23
export const LEVEL = 20

/**
 * How wide the columns have to be, in px, for the rows that are shown: as wide as their values (of texts that no row is known by nine of ten, or all where they are hardly longer), their sums and their title. Undefined for a
 * column whose cells are no text: it keeps the width of its plan.
 * @param levelOf how deep a row stands in a tree, which the first column shows
 */
export function contentWidths(
  columns: readonly ColumnPlan[],
  rows: readonly RecordValues[],
  context: FieldContext,
  summary?: TableSummary,
  levelOf?: (row: RecordValues) => number,
): Readonly<Record<string, number | undefined>> {
  const sumsOf = (key: string): string[] => [summary?.page, summary?.total].flatMap((sums) => sums?.[key] ?? [])
  const indent = levelOf && ((row: RecordValues): number => TOGGLE + levelOf(row) * LEVEL)
  return Object.fromEntries(
    columns.map((column, index) => [column.key, widthOf(column, rows, context, sumsOf(column.key), index === 0 ? indent : undefined)]),
  )
}

function widthOf(
  column: ColumnPlan,
  rows: readonly RecordValues[],
  context: FieldContext,
  sums: readonly string[],
  indent: (row: RecordValues) => number = () => 0,
): number | undefined {
  const { field, display, as, unitFrom, card } = column
  const how = isCode(field) ? 'whole' : texts[field.type]
  // A tag beside the state says that a change waits: the plan has room for it.
  const waits = (row: RecordValues): boolean => stateMeanwhile({ statusField: field.name }, row) !== undefined
  if (as !== undefined || !how || field.multiple || (field.type === 'status' && rows.some(waits))) return undefined
  const format = display ? formatText : textOf(field, context)
  const read = unitFrom === undefined ? () => format : (row: RecordValues) => countedText(field, row, context)
  // The column by which a row is known shows its longest value whole, up to the widest that is allowed.
  const isRead = how === 'whole' || card === 'number'
  const values = (isRead ? withLongest(rows, column.key) : rows.slice(0, SAMPLE))
    .flatMap((row) => (isBlank(row[column.key]) ? [] : [textWidth(read(row)(row[column.key])) + indent(row)]))
    .toSorted((a, b) => a - b)
  const longest = values.at(-1) ?? 0
  const usual = values[Math.ceil(values.length * MOST) - 1] ?? 0
  const most = isRead || longest - usual <= FEW ? longest : usual
  const content =
    most +
    (field.type === 'select' || field.type === 'status' ? TAG : 0) +
    (fieldTypeOf(field).copyable(field) ? COPY : 0) +
    (column.tone ? MARK : 0)
  const title = bold(column.title) + (column.sort === undefined ? 0 : ARROWS)
  const least = Math.max(title, ...sums.map(bold))
  return (
    PADDING +
    (column.align === 'right' ? BESIDE_NUMBER : 0) +
    Math.max(least, how === 'whole' ? content : Math.min(content, window.innerWidth < NARROW_WINDOW ? WIDEST_IN_NARROW : WIDEST))
  )
}

/** A text that is copied or must look a certain way is read letter by letter: an account number without its end is another one. */
function isCode({ type, copyable, pattern, format }: FieldPlan): boolean {
  return type === 'text' && (copyable === true || pattern !== undefined || format !== undefined)
}

/** Of many rows those whose value has the most characters, and those whose whole part has: its decimals may be drawn as many as those of all others. */
function withLongest(rows: readonly RecordValues[], key: string): readonly RecordValues[] {
  if (rows.length <= SAMPLE) return rows
  return fewDifferent(rows, key) ?? [...longestBy(rows, key, (text) => text.length), ...longestBy(rows, key, wholeLength)]
}

/** One row of each value, where there are few: the text of a code may be longer than that of a longer one. */
function fewDifferent(rows: readonly RecordValues[], key: string): readonly RecordValues[] | undefined {
  const different = new Map<unknown, RecordValues>()
  for (const row of rows) {
    different.set(row[key], row)
    if (different.size > SAMPLE) return undefined
  }
  return [...different.values()]
}

/** In one pass and without copies: a page may have a thousand rows. */
function longestBy(rows: readonly RecordValues[], key: string, lengthOf: (text: string) => number): readonly RecordValues[] {
  let most = 0
  let longest: RecordValues[] = []
  for (const row of rows) {
    const length = lengthOf(String(row[key]))
    if (length > most) [most, longest] = [length, [row]]
    else if (length === most && longest.length < SAMPLE) longest.push(row)
  }
  return longest
}

function wholeLength(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? text.length : point
}

function bold(text: string): number {
  return Math.ceil(textWidth(text) * BOLD)
}
