import { isInteger } from '../../core/fields'
import { messageText } from '../../core/messages'
import type { ColumnPlan, DictionaryPlan, FieldPlan, ScreenPlan } from '../../core/plan'
import { textFormat, type Cell, type SheetColumn } from './xlsx'

export function sheetColumn(column: ColumnPlan): SheetColumn {
  const format = column.display ? textFormat : formatOf(column.field)
  // A character is about seven pixels wide.
  return { title: column.title, width: Math.ceil(column.width / 7), format }
}

function formatOf(field: FieldPlan): string {
  switch (field.type) {
    case 'digit':
    case 'money':
      return isInteger(field) ? '0' : `#,##0.${'0'.repeat(field.decimals ?? 0)}`
    case 'percent':
      // Two places fewer than the fraction has, because the cell shows per cent.
      return `0.${'0'.repeat(Math.max(2, (field.decimals ?? 4) - 2))}%`
    case 'date':
      return 'yyyy-mm-dd'
    case 'dateTime':
      return 'yyyy-mm-dd hh:mm:ss'
    default:
      return textFormat
  }
}

const shanghaiOffset = 8 * 3_600_000
/** What a binary number holds exactly. */
const exactDigits = 15

/** How a column's values become cells: what is counted stays a number, codes become their titles. */
export function cellOf(
  { key, field, display }: ColumnPlan,
  screen: ScreenPlan,
  dictionaries: Record<string, DictionaryPlan>,
): (record: Record<string, unknown>) => Cell {
  const toCell = display ? textCell : cellsOfType(field, screen, dictionaries)
  return (record) => {
    const value = record[key]
    return value === null || value === undefined ? null : toCell(value)
  }
}

function cellsOfType(field: FieldPlan, screen: ScreenPlan, dictionaries: Record<string, DictionaryPlan>): (value: unknown) => Cell {
  switch (field.type) {
    case 'digit':
    case 'money':
    case 'percent':
      return (value) => (String(value).replace(/\D/g, '').length <= exactDigits ? Number(value) : String(value))
    case 'date':
      return (value) => new Date(`${String(value)}T00:00:00Z`)
    case 'dateTime':
      // Shown as the wall clock of Shanghai: a sheet knows no time zones.
      return (value) => new Date(Date.parse(String(value)) + shanghaiOffset)
    case 'switch':
      return (value) => messageText(value === true ? 'value.yes' : 'value.no')
    case 'select': {
      const titles = new Map(dictionaries[field.dictionary ?? '']?.items.map((item) => [item.code, item.title]))
      return (value) => textCell([value].flat().map((code) => titles.get(String(code)) ?? code))
    }
    case 'status':
      return (value) => screen.states?.[String(value)]?.title ?? String(value)
    case 'files':
      return (value) => textCell((value as { name: string }[]).map((file) => file.name))
    case 'json':
      return (value) => JSON.stringify(value)
    default:
      return textCell
  }
}

/** Several values read as a Chinese list. */
function textCell(value: unknown): Cell {
  return Array.isArray(value) ? value.join(messageText('value.separator')) : String(value)
}
