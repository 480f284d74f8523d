import { setImmediate as nextTurn } from 'node:timers/promises'
import { isMultiple, targetsOf, InvalidValue } from '../../core/fields'
import { messageText } from '../messages'
import type { FieldPlan } from '../../core/plan'
import { namesFrom } from '../../core/where'
import { dictionariesOf } from '../services'
import type { WriteContext } from '../record/context'
import { cutText } from './cutText'
import { staysEmpty, type ImportColumn } from './importColumns'
import { letterTitle, type ImportSheet } from './importSheet'
import type { ReferenceReader } from './referenceReader'
import { isEmptyCell, type Cell, type SheetRow } from '../xlsx'

/** What is wrong with a row: its number in the sheet, the title of the column (empty: the row as a whole) and why. */
export interface RowProblem {
  row: number
  column: string
  detail: string
}

/** Of what is said about a row, and of each value that is named in it. */
const MAX_DETAIL_LENGTH = 300
const MAX_VALUE_LENGTH = 60

export function rowProblem(row: number, column: string, detail: string): RowProblem {
  return { row, column, detail: cutText(detail, MAX_DETAIL_LENGTH) }
}

/** Thrown out of the transaction, so that nothing of the file is stored. */
export class RowsRefusal extends Error {
  readonly problems: readonly RowProblem[]

  constructor(problems: readonly RowProblem[]) {
    super('import refused')
    this.problems = problems
  }
}

/** The rows may be imported when what they are warned of is confirmed, all of it by one key. */
export class RowsWarning extends Error {
  readonly warnings: readonly RowProblem[]
  readonly key: string

  constructor(warnings: readonly RowProblem[], key: string) {
    super('import to be confirmed')
    this.warnings = warnings
    this.key = key
  }
}

export type Values = Record<string, unknown>

/** Why a row is refused; `path` names a field, or nothing that has a column. */
export interface Refused {
  path: string
  detail: string
}

/** Reads a row and tries what is to happen with its values; answers all that is wrong. */
export async function tryRow(
  context: WriteContext,
  sheet: ImportSheet,
  row: SheetRow,
  references: ReferenceReader,
  attempt: (values: Values) => Promise<readonly Refused[]>,
): Promise<RowProblem[]> {
  // Rows that ask the database for nothing would follow each other without a pause, and everybody else would wait.
  await nextTurn()
  const read = await readRow(context, sheet, row, references)
  return problemsOf(sheet, read, await attempt(read.values))
}

/** A row as it was read: what its cells say, and what is wrong with them. */
export interface ReadRow {
  number: number
  values: Values
  problems: readonly RowProblem[]
}

/** Reads several rows; the texts that name rows of others are looked up together. */
export async function readRows(
  context: WriteContext,
  sheet: ImportSheet,
  rows: readonly SheetRow[],
  references: ReferenceReader,
): Promise<ReadRow[]> {
  for (const [index, column] of sheet.columns.entries()) {
    if (!column?.field.ref || isMultiple(column.field)) continue
    const texts = rows.flatMap(({ cells }) => {
      const cell = cells[index]
      const isSaid = cell !== undefined && !isEmptyCell(cell) && !(column.filled && cell === staysEmpty)
      const value = isSaid ? column.entry.read(column.field, cell, dictionariesOf(context.writing.services)) : undefined
      return value === undefined || value instanceof InvalidValue ? [] : [String(value)]
    })
    await references.lookUp(column.field, texts)
  }
  const read: ReadRow[] = []
  for (const row of rows) read.push(await readRow(context, sheet, row, references))
  return read
}

/** All that is wrong with a row. A cell that could not be read is told once, and what seems wrong with the row may come from it. */
export function problemsOf(sheet: ImportSheet, { number, problems: unread }: ReadRow, refused: readonly Refused[]): RowProblem[] {
  const problems = [...unread]
  const wrong = new Set(unread.map(({ column }) => column))
  for (const { path, detail } of refused) {
    const title = columnOf(sheet, path)
    if (!(title === '' ? problems.length > 0 : wrong.has(title))) problems.push(rowProblem(number, title, detail))
  }
  return problems
}

/** The title of the column that holds a field; empty where none does. */
export function columnOf(sheet: ImportSheet, path: string): string {
  return sheet.columns.find((column) => column?.field.name === path)?.title ?? ''
}

/** Reads the cells; references last, because their choice can depend on the other cells. */
async function readRow(
  context: WriteContext,
  sheet: ImportSheet,
  { number, cells }: SheetRow,
  references: ReferenceReader,
): Promise<ReadRow> {
  const dictionaries = dictionariesOf(context.writing.services)
  const values: Values = {}
  const problems: RowProblem[] = []
  const emptied: string[] = []
  const tell = ({ title }: ImportColumn, { code, params }: InvalidValue): void => {
    const label = messageText('invalid.label', { title })
    const text = Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? cutText(value, MAX_VALUE_LENGTH) : value])
    problems.push(rowProblem(number, title, messageText(code, { ...Object.fromEntries(text), label })))
  }
  const filled = cells.flatMap((cell: Cell, index) => {
    if (isEmptyCell(cell)) return []
    const column = sheet.columns[index]
    if (column?.filled && cell === staysEmpty) {
      emptied.push(column.field.name)
      return []
    }
    if (column) return [{ column, value: column.entry.read(column.field, cell, dictionaries) }]
    problems.push(rowProblem(number, letterTitle(index), messageText('import.without-title')))
    return []
  })
  for (const { column, value } of filled.toSorted((a, b) => dependence(a.column.field) - dependence(b.column.field))) {
    const read = (column.field.ref ?? column.field.mixed) ? await keysOf(references, column.field, value, values) : value
    if (read instanceof InvalidValue) tell(column, read)
    else values[column.field.name] = read
  }
  if (emptied.length > 0) values['clear'] = emptied
  return { number, values, problems }
}

/** What other values are chosen by comes first. */
function dependence(field: FieldPlan): number {
  const targets = targetsOf(field)
  if (targets.length === 0) return 0
  return targets.some(({ where }) => namesFrom(where).length > 0) ? 2 : 1
}

async function keysOf(references: ReferenceReader, field: FieldPlan, value: unknown, values: Values): Promise<unknown> {
  if (!isMultiple(field)) return references.read(field, String(value), values)
  const keys: string[] = []
  for (const text of value as string[]) {
    const key = await references.read(field, text, values)
    if (key instanceof InvalidValue) return key
    keys.push(key)
  }
  return keys
}
