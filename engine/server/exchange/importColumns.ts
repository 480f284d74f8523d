import { evaluateExpression, expressionDependencies, type ExpressionEnvironment } from '../../core/expression'
import { isInteger, isMultiple } from '../../core/fields'
import { messageText } from '../../core/messages'
import type { DictionaryPlan, EntityPlan, FieldPlan, FormItemPlan, LinesPlan, ScreenPlan } from '../../core/plan'
import { typedFields } from '../write/body'
import { textFormat, writeForm, type FormSheet } from './xlsx'

/** A column of a sheet that is imported. */
export interface ImportColumn {
  field: FieldPlan
  title: string
  required: 'always' | 'sometimes' | 'never'
}

/** Marks titles of columns that must be filled. */
export const requiredMark = '*'
const WIDTH = 20
const HINT_WIDTH = 80
/** Nothing that a condition could ask for besides the record. */
const noEnvironment: ExpressionEnvironment = { today: '', now: '' }

/**
 * What the form of a new record can be filled with, in its order; files and structured values have no place in a cell.
 * @throws TypeError when the form cannot be imported
 */
export function importColumns(screen: ScreenPlan): ImportColumn[] {
  const { add } = screen.actions
  const page = add?.does.kind === 'add' ? screen.pages[add.does.page] : undefined
  if (page?.kind !== 'record') throw new TypeError('import is offered without add, whose form says what can be imported')
  const writable = new Set(screen.access.writable)
  const columns = page.sections
    .flatMap((section) => section.items.filter((item) => isForNew(section.visible) && isForNew(item.visible)))
    .filter(({ field }) => writable.has(field.name) && field.type !== 'json')
    .map((item) => ({ field: item.field, title: item.field.title, required: requiredOf(item) }))
  return differentlyTitled(columns)
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
      field.type !== 'json' &&
      (shown.has(field.name) || field.required !== false || Object.keys(field.ref?.fill ?? {}).some((name) => shown.has(name))),
  )
  return differentlyTitled(fields.map((field) => ({ field, title: field.title, required: requiredOf({ field, span: 1 }) })))
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
  if (typeof (required ?? field.required) === 'object') return 'sometimes'
  if (field.required !== true || field.default !== undefined) return 'never'
  return visible === undefined ? 'always' : 'sometimes'
}

/** What a workbook is about. */
export interface ImportForm {
  title: string
  columns: readonly ImportColumn[]
  maxRows: number
}

/** A workbook to fill in: the columns with their choices, and a second sheet that says how each is filled. */
export async function importTemplate(
  { title: name, columns, maxRows }: ImportForm,
  entities: Record<string, EntityPlan>,
  dictionaries: Record<string, DictionaryPlan>,
): Promise<Uint8Array> {
  const fill = columns.map((column) => sheetColumn(column, dictionaries))
  const requiredTexts = { always: 'import.required', sometimes: 'import.required-sometimes', never: 'import.optional' } as const
  const hints = columns.map(({ field, title, required }) => [
    title,
    messageText(requiredTexts[required]),
    howToFill(field, entities, dictionaries),
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
  { field, title, required }: ImportColumn,
  dictionaries: Record<string, DictionaryPlan>,
): FormSheet['columns'][number] {
  return {
    title: required === 'always' ? title + requiredMark : title,
    width: WIDTH,
    // So that codes keep their leading zeros and long numbers all their digits.
    ...(isTyped(field) ? { format: textFormat } : {}),
    choices: isMultiple(field) ? [] : choicesOf(field, dictionaries),
  }
}

function isTyped({ type }: FieldPlan): boolean {
  return type === 'text' || type === 'textarea' || type === 'ref'
}

function choicesOf(field: FieldPlan, dictionaries: Record<string, DictionaryPlan>): string[] {
  if (field.type === 'switch') return [messageText('value.yes'), messageText('value.no')]
  return dictionaries[field.dictionary ?? '']?.items.map((item) => item.title) ?? []
}

function howToFill(field: FieldPlan, entities: Record<string, EntityPlan>, dictionaries: Record<string, DictionaryPlan>): string {
  let how = howToFillOne(field, entities, dictionaries)
  if (isMultiple(field)) how = messageText('import.how-several', { how })
  if (field.unit !== undefined) how = messageText('import.how-unit', { how, unit: field.unit })
  return field.help === undefined ? how : messageText('import.how-help', { how, help: field.help })
}

function howToFillOne(field: FieldPlan, entities: Record<string, EntityPlan>, dictionaries: Record<string, DictionaryPlan>): string {
  switch (field.type) {
    case 'digit':
    case 'money':
      return isInteger(field) ? messageText('import.how-integer') : messageText('import.how-number', { decimals: field.decimals })
    case 'percent':
      return messageText('import.how-percent', { decimals: Math.max(0, (field.decimals ?? 0) - 2) })
    case 'date':
      return messageText('import.how-date')
    case 'dateTime':
      return messageText('import.how-moment')
    case 'select':
    case 'switch':
      return messageText('import.how-choice', { choices: choicesOf(field, dictionaries).join(messageText('value.separator')) })
    case 'ref':
      return messageText('import.how-reference', { title: entities[field.ref?.entity ?? '']?.title ?? field.title })
    default:
      return messageText('import.how-text', { max: field.maxLength ?? '' })
  }
}
