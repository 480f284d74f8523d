import type { DictionaryItem, FieldPlan } from '../../../core/plan'
import { fieldTypeOf } from '../../fields'

/**
 * Cells of a text that a spreadsheet put on the clipboard: rows by line break, cells by tab, a cell with either of them in double quotes.
 * Undefined when it is a single cell, which the input pastes itself.
 */
export function parseClipboard(text: string): string[][] | undefined {
  const rows = splitCells(text.replace(/\r\n?/g, '\n').replace(/\n$/, ''))
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : undefined
}

/** The value that a pasted text stands for, as if it had been typed into the field; undefined when the field cannot take it. */
export function parseCell(field: FieldPlan, text: string, dictionary: readonly DictionaryItem[] = []): unknown {
  const typed = text.trim()
  if (typed === '') return null
  return fieldTypeOf(field).paste(field, typed, dictionary)
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
