import type { FieldPlan } from '../../../core/plan'
import type { Values } from '../../../core/record/values'
import type { Dictionaries } from '../../fieldDefinition'
import { say } from '../../laterMessages'
import type { LineColumn } from './lineColumns'
import type { LinesModel } from './linesModel'
import { lookUp, type PastedName } from './lookUp'
import { parseCell } from './paste'

interface Paste {
  lines: LinesModel
  columns: readonly LineColumn[]
  /** The cell that has the focus. */
  place: { row: number; column: number }
  cells: readonly string[][]
  dictionaries: Dictionaries
  fixedRows: boolean
  /** Endpoint of the choices of a reference. */
  loader: Parameters<typeof lookUp>[3]
}

/** What has become of a pasted block. */
export interface Pasted {
  /** Rows of which something came in. */
  rows: number
  /** Rows for which the table has no room. */
  dropped: number
  /** Cells that were not understood, in the order of their rows. */
  unread: { row: number; title: string }[]
  /** Why references could not be looked up. */
  failure?: Error
}

/**
 * Fills a block of cells to the right of and below a cell, over the columns as they are shown, and adds rows where the table ends. Cells
 * that fall on computed columns are passed over, names of references are looked up. Of those that were not understood a number shows what was
 * pasted and is marked, as if it had been typed; any other keeps what it had, and its mark says what was pasted.
 */
export async function pasteInto({ lines, columns, place, cells, dictionaries, fixedRows, loader }: Paste): Promise<Pasted> {
  const body = isHeading(cells[0] ?? [], columns.slice(place.column)) ? cells.slice(1) : cells
  const existing = lines.rows().length - place.row
  const added = fixedRows ? 0 : Math.min(Math.max(body.length - existing, 0), lines.room())
  const fitting = body.slice(0, Math.min(body.length, existing) + added)
  const taken = new Set<number>()
  const unread: { row: number; column: LineColumn; text: string }[] = []
  const names = new Map<LineColumn, { row: number; text: string }[]>()
  const parsed = fitting.map((texts, index) => {
    const values: Values = {}
    texts.forEach((pasted, offset) => {
      const column = columns[place.column + offset]
      const text = pasted.trim()
      if (!column?.editable) return
      const { field } = column
      const value = parseCell(field, text, dictionaries[field.dictionary ?? '']?.items)
      const cell = { row: place.row + index, text }
      if (value !== undefined) {
        values[field.name] = value
        if (value !== null) taken.add(cell.row)
      } else if (field.ref ?? field.mixed) names.set(column, [...(names.get(column) ?? []), cell])
      else {
        unread.push({ ...cell, column })
        if (isNumber(field)) values[field.name] = text
      }
    })
    return values
  })
  lines.fill(place.row, parsed)
  for (const { row, column, text } of unread) {
    const filled = lines.rows()[row]
    if (filled && isNumber(column.field)) lines.leave(filled, column.field.name)
    else if (filled) lines.say(filled, column.field.name, say('lines.notRead', { text }))
  }

  let failure: Error | undefined
  // One after another: what was found for one may narrow the choices of the next.
  for (const [column, texts] of names) {
    const asked = texts.flatMap(({ row, text }) => {
      const filled = lines.rows()[row]
      return filled ? [{ row: filled, text, at: row }] : []
    })
    let left: readonly PastedName[] = asked
    try {
      left = await lookUp(lines, column.field, asked, loader)
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      for (const { row, text } of asked) lines.say(row, column.field.name, say('lines.notRead', { text }))
    }
    for (const { row, text, at } of asked) {
      if (left.some((cell) => cell.row === row)) unread.push({ row: at, column, text })
      else taken.add(at)
    }
  }
  return {
    rows: taken.size,
    dropped: body.length - fitting.length,
    unread: unread.toSorted((a, b) => a.row - b.row).map(({ row, column }) => ({ row, title: column.plan.title })),
    ...(failure ? { failure } : {}),
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
