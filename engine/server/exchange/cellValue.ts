import { shiftDecimal, toDecimal } from '../../core/decimal'
import { isMultiple, Unfit } from '../../core/fields'
import { messageText } from '../../core/messages'
import type { DictionaryPlan, FieldPlan } from '../../core/plan'
import type { Cell } from './xlsx'

/** Where several values of a cell are parted: as exports write them, and as people do. */
const separators = /[\u3001,\uff0c;\uff1b\n]/

/**
 * A cell as a form would have sent it; undefined for an empty one. What a cell cannot mean is handed on as it stands, and the pipeline says
 * what is wrong with it. References are left as texts, see referenceReader.ts.
 */
export function cellValue(field: FieldPlan, cell: Cell | undefined, dictionaries: Record<string, DictionaryPlan>): unknown {
  if (isEmptyCell(cell)) return undefined
  switch (field.type) {
    case 'digit':
    case 'money':
      return numberOf(cell)
    case 'percent':
      return fractionOf(cell)
    case 'date':
      return dayOf(cell)
    case 'dateTime':
      return momentOf(cell)
    case 'switch':
      return booleanOf(cell)
    case 'select': {
      const codes = new Map(dictionaries[field.dictionary ?? '']?.items.map((item) => [item.title, item.code]))
      return severalOf(field, textOf(cell), (text) => codes.get(text) ?? text)
    }
    case 'ref':
      return severalOf(field, textOf(cell), (text) => text)
    default:
      return typeof cell === 'number' && !Number.isSafeInteger(cell) && Math.abs(cell) >= EXACT
        ? new Unfit('type', 'import.long-number')
        : textOf(cell)
  }
}

export function isEmptyCell(cell: Cell | undefined): cell is null | undefined {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
}

/** Digits that a spreadsheet keeps of a number. */
const DIGITS = 15
const EXACT = 10 ** DIGITS

function severalOf(field: FieldPlan, text: unknown, read: (text: string) => string): unknown {
  if (typeof text !== 'string') return text
  if (!isMultiple(field)) return read(text)
  const parts = text.split(separators).map((part) => part.trim())
  return parts.filter((part) => part !== '').map(read)
}

function textOf(cell: NonNullable<Cell>): unknown {
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'boolean') return messageText(cell ? 'value.yes' : 'value.no')
  if (cell instanceof Date) return dayOf(cell)
  return decimalOf(cell)
}

/** The number as the spreadsheet itself has it: what a binary number says beyond 15 digits was never typed. */
function decimalOf(cell: number): unknown {
  return toDecimal(Number(cell.toPrecision(DIGITS))) ?? cell
}

/** As text it may have thousands commas. */
function numberOf(cell: NonNullable<Cell>): unknown {
  if (typeof cell === 'number') return decimalOf(cell)
  if (typeof cell !== 'string') return cell instanceof Date ? dayOf(cell) : cell
  const text = cell.trim()
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
}

/** A cell in per cent holds the fraction; a text says it with the sign or is the fraction. */
function fractionOf(cell: NonNullable<Cell>): unknown {
  const percent = typeof cell === 'string' ? /^(-?\d{1,15}(?:\.\d{1,15})?)\s*%$/.exec(cell.trim())?.[1] : undefined
  return percent === undefined ? numberOf(cell) : shiftDecimal(percent, -2)
}

function dayOf(cell: NonNullable<Cell>): unknown {
  if (cell instanceof Date) {
    const moment = isoOf(cell)
    return moment?.endsWith('T00:00:00') ? moment.slice(0, 10) : (moment ?? '')
  }
  if (typeof cell !== 'string') return cell
  const text = cell.trim()
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? []
  return year === undefined || month === undefined || day === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Sheets know no time zones: what is written is the wall clock of Shanghai. */
function momentOf(cell: NonNullable<Cell>): unknown {
  if (cell instanceof Date) return `${isoOf(cell) ?? ''}+08:00`
  if (typeof cell !== 'string') return cell
  const [, date = '', hours, minutes, seconds = '00'] = /^(\S+)(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(cell.trim()) ?? []
  const day = dayOf(date)
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return cell.trim()
  return `${day}T${(hours ?? '00').padStart(2, '0')}:${minutes ?? '00'}:${seconds}+08:00`
}

/** The nearest second: a sheet counts in fractions of a day. */
function isoOf(cell: Date): string | undefined {
  const seconds = Math.round(cell.getTime() / 1000) * 1000
  return Number.isNaN(seconds) ? undefined : new Date(seconds).toISOString().slice(0, 19)
}

function booleanOf(cell: NonNullable<Cell>): unknown {
  if (typeof cell !== 'string') return cell
  const text = cell.trim()
  return text === messageText('value.yes') ? true : text === messageText('value.no') ? false : text
}
