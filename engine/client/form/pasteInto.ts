import type { FieldPlan } from '../../core/plan'
import type { Dictionaries } from '../fields/definition'
import type { LineColumn } from './lineColumns'
import type { LinesModel } from './linesModel'
import { parseCell } from './paste'
import type { Values } from '../../core/record/values'

interface Paste {
  lines: LinesModel
  columns: readonly LineColumn[]
  /** The cell that has the focus. */
  place: { row: number; column: number }
  cells: readonly string[][]
  dictionaries: Dictionaries
  fixedRows: boolean
}

/** What has become of a pasted block. */
export interface Pasted {
  rows: number
  /** Rows for which the table has no room. */
  dropped: number
  /** Cells that were not understood. */
  unread: { row: number; title: string }[]
}

/**
 * Fills a block of cells to the right of and below a cell, over the columns as they are shown, and adds rows where the table ends. Cells
 * that fall on computed columns are passed over. Of those that were not understood a number shows what was pasted and is marked, as if
 * it had been typed; any other keeps what it had.
 */
export function pasteInto({ lines, columns, place, cells, dictionaries, fixedRows }: Paste): Pasted {
  const body = isHeading(cells[0] ?? [], columns.slice(place.column)) ? cells.slice(1) : cells
  const existing = lines.rows().length - place.row
  const added = fixedRows ? 0 : Math.min(Math.max(body.length - existing, 0), lines.room())
  const fitting = body.slice(0, Math.min(body.length, existing) + added)
  const unread: { row: number; column: LineColumn }[] = []
  const parsed = fitting.map((texts, index) => {
    const values: Values = {}
    texts.forEach((text, offset) => {
      const column = columns[place.column + offset]
      if (!column?.editable) return
      const { field } = column
      const value = parseCell(field, text, dictionaries[field.dictionary ?? '']?.items)
      if (value === undefined) unread.push({ row: place.row + index, column })
      if (value !== undefined || isNumber(field)) values[field.name] = value ?? text.trim()
    })
    return values
  })
  lines.fill(place.row, parsed)
  for (const { row, column } of unread) {
    const filled = lines.rows()[row]
    if (filled && isNumber(column.field)) lines.leave(filled, column.field.name)
  }
  return {
    rows: fitting.length,
    dropped: body.length - fitting.length,
    unread: unread.map(({ row, column }) => ({ row, title: column.plan.title })),
  }
}

/** Its input shows a text that is none. */
function isNumber({ decimals }: FieldPlan): boolean {
  return decimals !== undefined
}

/** The first line of the clipboard are the titles of the columns: a whole sheet was copied. */
function isHeading(texts: readonly string[], columns: readonly LineColumn[]): boolean {
  return texts.length > 0 && texts.every((text, index) => text.trim() === columns[index]?.plan.title)
}
