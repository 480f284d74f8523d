import type { Dictionaries } from '../fields/definition'
import type { LineColumn } from './lineColumns'
import type { LinesModel } from './linesModel'
import { parseCell } from './paste'
import type { Values } from './values'

interface Paste {
  lines: LinesModel
  columns: readonly LineColumn[]
  /** The cell that has the focus. */
  place: { row: number; column: number }
  cells: readonly string[][]
  dictionaries: Dictionaries
  fixedRows: boolean
}

/**
 * Fills a block of cells to the right of and below a cell, over the columns as they are shown, and adds rows where the table ends. Cells
 * that fall on computed columns are passed over; `skipped` counts those that were not understood, which keep what they had.
 */
export function pasteInto({ lines, columns, place, cells, dictionaries, fixedRows }: Paste): {
  rows: number
  skipped: number
  dropped: number
} {
  let skipped = 0
  const body = isHeading(cells[0] ?? [], columns.slice(place.column)) ? cells.slice(1) : cells
  const parsed = body.map((texts) => {
    const values: Values = {}
    texts.forEach((text, offset) => {
      const column = columns[place.column + offset]
      if (!column?.editable) return
      const value = parseCell(column.field, text, dictionaries[column.field.dictionary ?? '']?.items)
      if (value === undefined) skipped++
      else values[column.field.name] = value
    })
    return values
  })
  const existing = lines.rows().length - place.row
  const added = fixedRows ? 0 : Math.min(Math.max(parsed.length - existing, 0), lines.room())
  const fitting = Math.min(parsed.length, existing) + added
  lines.fill(place.row, parsed.slice(0, fitting))
  return { rows: fitting, skipped, dropped: parsed.length - fitting }
}

/** The first line of the clipboard are the titles of the columns: a whole sheet was copied. */
function isHeading(texts: readonly string[], columns: readonly LineColumn[]): boolean {
  return texts.length > 0 && texts.every((text, index) => text.trim() === columns[index]?.plan.title)
}
