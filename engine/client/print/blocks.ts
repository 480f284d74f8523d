import { shownOf, textOf } from '../../core/fields'
import type { BrowserScreenPlan, ColumnPlan, PrintPartPlan, PrintPlan } from '../../core/plan'
import { isTrue, readOf, type Environment } from '../../core/record/scope'
import { filled } from '../../core/record/warnings'
import type { RecordValues } from '../../core/wire'
import { nameOf } from '../actions/actionRequest'
import { formatText } from '../fields/formatText'
import { summaryOf } from '../table/summary'
import { say } from '../messages'
import type { ColumnsContext } from '../table/compileColumns'
import { sayPrint } from '../printMessages'
import { textWidth } from '../ui/textWidth'
import { columnShares } from './columnShares'

/** A part of a print that is kept on one sheet; only a table may continue on the next one. All values are formatted already. */
export type Block =
  | { kind: 'head'; title: string; name: string; state: string | undefined }
  | { kind: 'title'; text: string }
  | { kind: 'fields'; across: number; cells: { title: string; text: string; span: number }[] }
  | { kind: 'table'; columns: TableColumn[]; rows: string[][]; sums: string[] | undefined }
  | { kind: 'text'; text: string; align: 'start' | 'center' | 'end' }
  | { kind: 'sign'; who: string[] }

export interface TableColumn {
  title: string
  /** In percent of the table. */
  width: number
  align: ColumnPlan['align']
}

interface BlockContext {
  screen: BrowserScreenPlan
  columns: ColumnsContext
  environment: Environment
}

/** What is printed of a record, from top to bottom. */
export function blocksOf(print: PrintPlan, record: RecordValues, context: BlockContext): Block[] {
  const { screen, columns, environment } = context
  const state = screen.statusField === undefined ? undefined : screen.states?.[String(record[screen.statusField])]?.title
  const read = readOf(record)
  return [
    { kind: 'head', title: print.title, name: nameOf(screen, record), state },
    ...print.parts.filter(({ when }) => isTrue(when, read, environment)).flatMap((part) => blocksOfPart(part, record, columns)),
  ]
}

function blocksOfPart(part: PrintPartPlan, record: RecordValues, context: ColumnsContext): Block[] {
  switch (part.kind) {
    case 'fields':
      return [...titled(part.title), ...rowsOf(part, record, context)]
    case 'lines':
      return [...titled(part.title), tableOf(part.columns, record[part.lines], context)]
    case 'text':
      return [{ kind: 'text', text: filled(part.text, record, part.fields, context), align: part.align }]
    case 'sign':
      return [{ kind: 'sign', who: part.who }]
  }
}

function titled(text: string | undefined): Block[] {
  return text === undefined ? [] : [{ kind: 'title', text }]
}

type FieldsPart = Extract<PrintPartPlan, { kind: 'fields' }>

/** A block for each row of fields, so that a sheet can end between two rows. */
function rowsOf({ across, items }: FieldsPart, record: RecordValues, context: ColumnsContext): Block[] {
  const rows: { taken: number; cells: { title: string; text: string; span: number }[] }[] = []
  for (const { field, title, span } of items) {
    const text = textOf(field, context)(shownOf(field, record))
    const last = rows.at(-1)
    if (last && last.taken + span <= across) {
      last.cells.push({ title, text, span })
      last.taken += span
    } else rows.push({ taken: span, cells: [{ title, text, span }] })
  }
  return rows.map(({ cells }) => ({ kind: 'fields', across, cells }))
}

/** Width of the column that numbers the rows, in px. */
const INDEX_WIDTH = 72

/** Least width of a column, in px: on the narrowest paper a title still has two characters in a line. */
const LEAST_WIDTH = 72

/** How large the text of a table is on paper, beside that of the screen: 8pt of 14 px. */
const PRINTED = 0.77
/** In px, at both sides of a cell. */
const PADDING = 9

function tableOf(columns: readonly ColumnPlan[], given: unknown, context: ColumnsContext): Block {
  const rows = Array.isArray(given) ? (given as RecordValues[]) : []
  const texts = columns.map(({ display, field, key }) => {
    const format = textOf(field, context)
    return display ? (row: RecordValues) => formatText(row[key]) : (row: RecordValues) => format(shownOf(field, row))
  })
  const sums = summaryOf(columns, rows, undefined, context)?.page
  const body = rows.map((row, index) => [String(index + 1), ...texts.map((text) => text(row))])
  const foot = sums && [sayPrint('print.sum'), ...columns.map(({ key }) => sums[key]?.join(' ') ?? '')]
  const widest = (index: number): number => Math.max(...[...body, ...(foot ? [foot] : [])].map((row) => textWidth(row[index] ?? '')))
  const [first = 0, ...shares] = columnShares([
    { width: INDEX_WIDTH, least: 0 },
    ...columns.map(({ width, align }, index) => ({
      width: Math.max(width, LEAST_WIDTH),
      // A number is not broken in two.
      least: align === 'right' && rows.length > 0 ? widest(index + 1) * PRINTED + PADDING : 0,
    })),
  ])
  return {
    kind: 'table',
    columns: [
      { title: say('table.index'), width: first, align: 'center' },
      ...columns.map(({ title, align }, index) => ({ title, width: shares[index] ?? 0, align })),
    ],
    rows: body,
    sums: foot,
  }
}
