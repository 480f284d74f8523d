import { evaluateExpression, expressionDependencies, type ExpressionEnvironment } from '../../core/expression'
import { isMultiple } from '../../core/fields'
import { messageText } from '../messages'
import type { DictionaryPlan, EntityPlan, FieldPlan, FormItemPlan, LinesPlan, ScreenPlan } from '../../core/plan'
import { serverTypeOf } from '../fields'
import type { CellEntry } from '../fields/serverType'
import { typedFields } from '../record/body'
import { requiredMark } from './sheetContent'
import { textFormat, writeForm, type FormSheet } from '../xlsx'

/** A column of a sheet that is imported. */
export interface ImportColumn {
  field: FieldPlan
  /** How its cells are filled in. */
  entry: CellEntry
  title: string
  required: 'always' | 'sometimes' | 'later' | 'never'
  /** An empty cell is filled by a default or another cell; what is to stay empty says so. */
  filled?: boolean
}

/** In a cell: it stays empty, where an empty cell would be filled. */
export const staysEmpty = messageText('export.empty')

const WIDTH = 20
const HINT_WIDTH = 80
/** Nothing that a condition could ask for besides the record. */
const noEnvironment: ExpressionEnvironment = { today: '', now: '' }

/**
 * What the form of a new record can be filled with, in its order; files and structured values have no place in a cell. What a rule completes need
 * not be filled. @throws TypeError when the form cannot be imported
 */
export function importColumns(screen: ScreenPlan): ImportColumn[] {
  const { add } = screen.actions
  const page = add?.does.kind === 'add' ? screen.pages[add.does.page] : undefined
  if (page?.kind !== 'record') throw new TypeError('import is offered without add, whose form says what can be imported')
  const writable = new Set(screen.access.writable)
  const columns = page.sections
    .flatMap((section) => section.items.filter((item) => isForNew(section.visible) && isForNew(item.visible)))
    .filter(({ field }) => writable.has(field.name))
    .flatMap((item) => columnOf(item) ?? [])
  const completed = Object.values(screen.actions).flatMap(({ does }) => (does.kind === 'import' && does.complete?.fields) || [])
  const brought = new Set(columns.flatMap(({ field }) => Object.keys(field.ref?.fill ?? {})))
  return differentlyTitled(
    columns.map((column) => {
      const { field, required } = column
      if (completed.includes(field.name)) return { ...column, required: 'sometimes' }
      return required !== 'always' && (field.default !== undefined || brought.has(field.name)) ? { ...column, filled: true } : column
    }),
  )
}

/**
 * What the rows of a line table can be filled with: what its tables on the pages let be typed, and what must be filled besides.
 * @throws TypeError when two of them have one title
 */
export function lineColumns(screen: ScreenPlan, lines: LinesPlan): ImportColumn[] {
  const tabs = Object.values(screen.pages).flatMap((page) => (page.kind === 'record' ? page.tabs : []))
  const shown = new Set(
    tabs.flatMap((tab) => (tab.kind === 'lines' && tab.lines === lines.name ? tab.columns : [])).map(({ field }) => field.name),
  )
  const fields = Object.values(typedFields(lines.fields)).filter(
    (field) =>
      shown.has(field.name) ||
      field.required !== false ||
      field.requiredFor.length > 0 ||
      Object.keys(field.ref?.fill ?? {}).some((name) => shown.has(name)),
  )
  return differentlyTitled(fields.flatMap((field) => columnOf({ field, span: 1 }) ?? []))
}

/** Undefined for what has no place in a cell. */
function columnOf(item: FormItemPlan): ImportColumn | undefined {
  const { field } = item
  const { entry } = serverTypeOf(field).sheet
  return entry && { field, entry, title: field.title, required: requiredOf(item) }
}

function differentlyTitled(columns: ImportColumn[]): ImportColumn[] {
  const repeated = columns.find(({ title }, index) => columns.findIndex((other) => other.title === title) < index)
  if (repeated) throw new TypeError(`import needs different titles, and two fields are called ${repeated.title}`)
  return columns
}

/** What depends on nothing but whether the record is saved is not there before. */
function isForNew(visible: FormItemPlan['visible']): boolean {
  if (visible === undefined || expressionDependencies(visible).some((name) => name !== 'id')) return true
  return evaluateExpression(visible, {}, noEnvironment) === true
}

function requiredOf({ field, required, visible }: FormItemPlan): ImportColumn['required'] {
  if (typeof (required ?? field.required) === 'object' || field.requiredWhen) return 'sometimes'
  if (field.requiredFor.length > 0 && field.default === undefined) return visible === undefined ? 'later' : 'sometimes'
  if (field.required !== true || field.default !== undefined) return 'never'
  return visible === undefined ? 'always' : 'sometimes'
}

/** What a workbook is about. */
export interface ImportForm {
  title: string
  columns: readonly ImportColumn[]
  /** Titles of an export that cannot be imported: what stands there is passed over. */
  shown?: readonly string[]
  maxRows: number
}

/** A workbook to fill in: the columns with their choices, and a second sheet that says how each is filled. */
export async function importTemplate(
  { title: name, columns, maxRows }: ImportForm,
  entities: Record<string, EntityPlan>,
  dictionaries: Record<string, DictionaryPlan>,
): Promise<Uint8Array> {
  const fill = columns.map((column) => sheetColumn(column, dictionaries))
  const requiredTexts = {
    always: 'import.required',
    sometimes: 'import.required-sometimes',
    later: 'import.required-later',
    never: 'import.optional',
  } as const
  const hints = columns.map((column) => [
    column.title,
    messageText(requiredTexts[column.required]),
    howToFill(column, entities, dictionaries),
  ])
  const hintColumns = [
    { title: messageText('import.hint-column'), width: WIDTH },
    { title: messageText('import.hint-required'), width: WIDTH },
    { title: messageText('import.hint-how'), width: HINT_WIDTH },
  ]
  return writeForm(
    [
      { name, columns: fill, rows: [] },
      { name: messageText('import.hints'), columns: hintColumns, rows: hints },
    ],
    maxRows,
  )
}

/** A column as it is filled in, with its choices. */
export function sheetColumn(
  { field, entry, title, required }: ImportColumn,
  dictionaries: Record<string, DictionaryPlan>,
): FormSheet['columns'][number] {
  return {
    title: required === 'always' ? title + requiredMark : title,
    width: WIDTH,
    format: entry.isText ? textFormat : undefined,
    choices: isMultiple(field) ? [] : entry.choices(field, dictionaries),
  }
}

function howToFill(
  { field, entry, filled }: ImportColumn,
  entities: Record<string, EntityPlan>,
  dictionaries: Record<string, DictionaryPlan>,
): string {
  let how = entry.hint(field, dictionaries, entities)
  if (isMultiple(field)) how = messageText('import.how-several', { how })
  if (field.unit !== undefined) how = messageText('import.how-unit', { how, unit: field.unit })
  if (filled) how = messageText('import.how-empty', { how, empty: staysEmpty })
  return field.help === undefined ? how : messageText('import.how-help', { how, help: field.help })
}
