import { isEmptyValue } from '../../core/fields'
import { messageText } from '../messages'
import type { ColumnPlan, DictionaryPlan, ScreenPlan } from '../../core/plan'
import { serverTypeOf } from '../fields'
import { textFormat, type Cell, type SheetColumn } from './xlsx'

export function sheetColumn(column: ColumnPlan): SheetColumn {
  const format = column.display ? textFormat : serverTypeOf(column.field).sheet.format(column.field)
  // A character is about seven pixels wide.
  const title = column.group === undefined ? column.title : messageText('export.grouped', { group: column.group, title: column.title })
  return { title, width: Math.ceil(column.width / 7), format }
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
