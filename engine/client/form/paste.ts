import { cleanDecimalInput, decimalsOf, isOtherNotation, shiftDecimal, toDecimal } from '../../core/decimal'
import { readDate, readDateTime } from '../../core/dateTime'
import type { DictionaryItem, FieldPlan } from '../../core/plan'
import { messages } from '../messages'

/** More places than any field has: what is too much is marked by the check, never cut off unseen. */
const ALL_DECIMALS = 30

/**
 * Cells of a text that a spreadsheet put on the clipboard: rows by line break, cells by tab, a cell with either of them in double quotes.
 * Undefined when it is a single cell, which the input pastes itself.
 */
export function parseClipboard(text: string): string[][] | undefined {
  const rows = splitCells(text.replace(/\r\n?/g, '\n').replace(/\n$/, ''))
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : undefined
}

/**
 * The value that a pasted text stands for, as if it had been typed into the field: of a percentage `13` and `13%` are the same, and `0.13`
 * is less than one per cent. Undefined when the field cannot take it: a reference by its name would need a question to the server, and a
 * wrong guess would go unnoticed.
 */
export function parseCell(field: FieldPlan, text: string, dictionary: readonly DictionaryItem[] = []): unknown {
  const typed = text.trim()
  if (typed === '') return null
  switch (field.type) {
    case 'text':
    case 'textarea':
      return typed
    case 'digit':
    case 'money':
      return parseNumber(field, typed)
    case 'percent':
      return parsePercent(typed)
    case 'date':
      return readDate(typed)
    case 'dateTime':
      return readDateTime(typed)
    case 'switch':
      return parseSwitch(typed)
    case 'select':
      return parseCodes(field, typed, dictionary)
    default:
      return undefined
  }
}

function parseNumber(field: FieldPlan, typed: string): string | number | undefined {
  const decimal = decimalIn(typed)
  const isWhole = field.decimals === 0 && decimal !== undefined && decimalsOf(decimal) === 0
  return isWhole ? Number(decimal) : decimal
}

function parsePercent(typed: string): string | undefined {
  const percent = decimalIn(typed.replace(/\s*[%\uff05]$/, ''))
  return percent === undefined ? undefined : shiftDecimal(percent, -2)
}

/** Thousands separators and a currency sign are what spreadsheets add; anything else is no number. */
function decimalIn(typed: string): string | undefined {
  const text = typed.normalize('NFKC')
  if (isOtherNotation(text) || !/^[^\d.,-]{0,3}\s*-?[\d,]*\.?\d*$/.test(text)) return undefined
  return toDecimal(cleanDecimalInput(text, ALL_DECIMALS).replace(/\.$/, ''))
}

function parseSwitch(typed: string): boolean | undefined {
  if (typed === messages.yes || /^(true|yes|y|1)$/i.test(typed)) return true
  return typed === messages.no || /^(false|no|n|0)$/i.test(typed) ? false : undefined
}

function parseCodes(field: FieldPlan, typed: string, dictionary: readonly DictionaryItem[]): unknown {
  const codes = (field.multiple ? typed.normalize('NFKC').split(/[,;\u3001]\s*/) : [typed]).map(
    (word) => dictionary.find((item) => item.title === word || item.code === word)?.code,
  )
  if (codes.includes(undefined)) return undefined
  return field.multiple ? codes : codes[0]
}

function splitCells(text: string): string[][] {
  const rows: string[][] = [[]]
  // A cell is quoted, with quotes inside doubled, or runs to the next tab or line end.
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/gy
  while (cell.lastIndex <= text.length) {
    const match = cell.exec(text)
    if (!match) break
    const [, quoted, plain = '', end] = match
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end === '\n') rows.push([])
  }
  return rows
}
