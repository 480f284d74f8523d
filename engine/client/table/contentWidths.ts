import { isBlank, textOf } from '../../core/fields'
import type { ColumnPlan, FieldPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { FieldContext } from '../fieldDefinition'
import { fieldTypeOf } from '../fields'
import { formatText } from '../fields/formatText'
import { textWidth } from '../ui/textWidth'

/** Types whose cell is their text. Of the others nobody but their cell knows how wide it is. */
const texts: ReadonlySet<FieldPlan['type']> = new Set([
  'text',
  'textarea',
  'serial',
  'ref',
  'select',
  'date',
  'dateTime',
  'money',
  'digit',
  'percent',
])

/** Of the rows that are shown: what the few longest have beyond it is cut, and read by resting on it. */
const MOST = 0.9
/** In px: wider than this no text needs to be, because the rest of the row has to be seen too. */
const WIDEST = 320
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
/** In px: a sum has more digits than what it sums. */
const SUM = 24

/**
 * How wide the columns have to be, in px, for the rows that are shown: as wide as nine of ten of their values and as their title. Undefined for a
 * column whose cells are no text: it keeps the width of its plan.
 */
export function contentWidths(
  columns: readonly ColumnPlan[],
  rows: readonly RecordValues[],
  context: FieldContext,
): Readonly<Record<string, number | undefined>> {
  return Object.fromEntries(columns.map((column) => [column.key, widthOf(column, rows, context)]))
}

function widthOf(column: ColumnPlan, rows: readonly RecordValues[], context: FieldContext): number | undefined {
  const { field, display, as } = column
  if (as !== undefined || !texts.has(field.type) || field.multiple) return undefined
  const format = display ? formatText : textOf(field, context)
  const values = rows.flatMap(({ [column.key]: value }) => (isBlank(value) ? [] : [textWidth(format(value))])).toSorted((a, b) => a - b)
  const most = values[Math.ceil(values.length * MOST) - 1] ?? 0
  const content = most + (field.type === 'select' ? TAG : 0) + (fieldTypeOf(field).copyable(field) ? COPY : 0) + (column.tone ? MARK : 0) + (column.total ? SUM : 0)
  const title = Math.ceil(textWidth(column.title) * BOLD) + (column.sort === undefined ? 0 : ARROWS)
  return PADDING + (column.align === 'right' ? BESIDE_NUMBER : 0) + Math.max(title, Math.min(content, WIDEST))
}
