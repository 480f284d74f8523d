import { displayOf, isEmptyValue } from '../../core/fields'
import { messageText } from '../messages'
import type { ActionPlan, ColumnPlan, DictionaryPlan, ListPagePlan, ScreenPlan } from '../../core/plan'
import { serverTypeOf } from '../fields'
import { importColumns, staysEmpty, type ImportColumn } from './importColumns'
import type { ReferenceTexts } from './referenceTexts'
import { textFormat, type Cell, type SheetColumn } from '../xlsx'

/** A column of an export: of the list, of what can be imported, or both. */
export interface ExportColumn {
  /** Keys of the record that it reads. */
  keys: string[]
  sheet: SheetColumn
  /** What an import reads from it; without, it only shows. */
  imported?: ImportColumn
  shown?: ColumnPlan
}

/** The button that imports records of the screen. */
export function recordImport(screen: ScreenPlan): ActionPlan | undefined {
  return Object.values(screen.actions).find(({ does }) => does.kind === 'import' && does.into === undefined)
}

/**
 * The columns of the list; for who may import records, behind them what an import needs and the list does not have, so that what was exported
 * can be imported again.
 */
export function exportColumns(screen: ScreenPlan, page: ListPagePlan | undefined): { list: ExportColumn[]; toImport: ExportColumn[] } {
  const shown = (page?.columns ?? []).filter((column) => !column.hidden)
  const list = shown.map((column): ExportColumn => ({ keys: [column.key], sheet: sheetColumn(column), shown: column }))
  if (!recordImport(screen)) return { list, toImport: list }
  const imported = importColumns(screen)
  const found = list.map((column) => imported.find((other) => isSame(column, other)))
  const both = list.map((column, index): ExportColumn => {
    const other = found[index]
    if (other) return { ...column, keys: keysOf(other), imported: other }
    const isTaken = imported.some(({ title }) => title === column.sheet.title)
    return isTaken ? { ...column, sheet: { ...column.sheet, title: messageText('export.shown', { title: column.sheet.title }) } } : column
  })
  const rest = imported.filter((column) => !found.includes(column))
  return { list, toImport: [...both, ...rest.map((column) => ({ keys: keysOf(column), sheet: importSheet(column), imported: column }))] }
}

/** The list whose columns an export has. */
export function listPageOf(screen: ScreenPlan): ListPagePlan | undefined {
  return Object.values(screen.pages).find((page): page is ListPagePlan => page.kind === 'list')
}

/** Titles of an export that an import passes over. */
export function titlesNotImported(screen: ScreenPlan, page: ListPagePlan | undefined): string[] {
  return exportColumns(screen, page).toImport.flatMap(({ imported, sheet }) => (imported ? [] : sheet.title))
}

function isSame({ sheet, shown }: ExportColumn, { title, field }: ImportColumn): boolean {
  return sheet.title === title && shown?.field.name === field.name
}

function keysOf({ field }: ImportColumn): string[] {
  return [field.name, ...[displayOf(field) ?? []].flat()]
}

function importSheet({ field, title }: ImportColumn): SheetColumn {
  const format = displayOf(field) === undefined ? serverTypeOf(field).sheet.format(field) : textFormat
  return { title, width: Math.ceil(140 / 7), format }
}

export function sheetColumn(column: ColumnPlan): SheetColumn {
  const format = column.display ? textFormat : serverTypeOf(column.field).sheet.format(column.field)
  // A character is about seven pixels wide.
  const title = column.group === undefined ? column.title : messageText('export.grouped', { group: column.group, title: column.title })
  return { title, width: Math.ceil(column.width / 7), format }
}

/** How the values of a column become cells. @param texts of references whose label does not name one row */
export function exportCell(
  { imported, shown }: ExportColumn,
  screen: ScreenPlan,
  dictionaries: Record<string, DictionaryPlan>,
  texts: ReferenceTexts,
): (record: Record<string, unknown>) => Cell {
  if (imported) return importCell(imported, screen, dictionaries, texts)
  if (shown) return cellOf(shown, screen, dictionaries)
  throw new TypeError('a column of an export shows something or is imported')
}

/** A cell that an import reads as the value that it was. */
function importCell(
  { field, entry, filled }: ImportColumn,
  { states }: ScreenPlan,
  dictionaries: Record<string, DictionaryPlan>,
  texts: ReferenceTexts,
): (record: Record<string, unknown>) => Cell {
  const nothing = filled ? staysEmpty : null
  const display = displayOf(field)
  if (display !== undefined) {
    return (record) => {
      const labels = listed(record[display])
      const names = listed(record[field.name]).map((key, index) => texts.get(field.name)?.get(String(key)) ?? labels[index] ?? key)
      return names.length === 0 ? nothing : textCell(names)
    }
  }
  const plain = serverTypeOf(field).sheet.cell(field, { dictionaries, states })
  const toCell = entry.exact?.(field, dictionaries) ?? plain
  return (record) => {
    const value = record[field.name]
    return isEmptyValue(value) ? nothing : toCell(value)
  }
}

function listed(value: unknown): unknown[] {
  return isEmptyValue(value) ? [] : Array.isArray(value) ? value : [value]
}

/** How a column's values become cells: what is counted stays a number, codes become their titles. */
export function cellOf(
  { key, field, display }: ColumnPlan,
  screen: ScreenPlan,
  dictionaries: Record<string, DictionaryPlan>,
): (record: Record<string, unknown>) => Cell {
  const toCell = display ? textCell : serverTypeOf(field).sheet.cell(field, { dictionaries, states: screen.states })
  return (record) => {
    const value = record[key]
    return isEmptyValue(value) ? null : toCell(value)
  }
}

/** Several values read as a Chinese list. */
function textCell(value: unknown): Cell {
  return Array.isArray(value) ? value.join(messageText('value.separator')) : String(value)
}
