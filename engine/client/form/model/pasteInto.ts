import type { FieldPlan } from '../../../core/plan'
import type { Values } from '../../../core/record/values'
import type { Dictionaries } from '../../fieldDefinition'
import { say } from '../../laterMessages'
import type { LineColumn } from './lineColumns'
import type { LinesModel, Row } from './linesModel'
import { lookUp } from './lookUp'
import { parseCell } from './paste'
import { readHeading } from './pasteHeading'

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

/** A cell that was not understood. */
export interface Unread {
  /** Line of the block, from 1, without its heading. */
  line: number
  /** Undefined: nothing of its line was understood, and no row was made of it. */
  row?: Row
  column: LineColumn
  text: string
}

/** What has become of a pasted block. */
export interface Pasted {
  /** Rows of which something came in. */
  rows: number
  /** Lines for which the table has no room. */
  dropped: number
  /** In the order of their lines. */
  unread: Unread[]
  /** Columns of its heading that the table has not. */
  unknown: readonly string[]
  /** Why references could not be looked up. */
  failure?: Error
}

interface Cell {
  line: number
  column: LineColumn
  text: string
}

/** A line of the block as far as it can be read without asking. */
interface ReadLine {
  values: Values
  /** References by name, several texts for one. */
  names: Map<LineColumn, string[]>
  unread: Cell[]
  /** Something of it that is not empty. */
  isUnderstood: boolean
}

type Targets = readonly (LineColumn | undefined)[]

/**
 * Fills a block of cells to the right of and below a cell, over the columns as they are shown or as its heading names them, and adds rows where
 * the table ends, but none of a line of which nothing was understood. Cells that fall on computed columns are passed over, names of references
 * are looked up. Of those that were not understood a number shows what was pasted and is marked, as if it had been typed; any other keeps what
 * it had, and its mark says what was pasted.
 */
export async function pasteInto({ lines, columns, place, cells, dictionaries, fixedRows, loader }: Paste): Promise<Pasted> {
  const heading = readHeading(cells[0] ?? [], columns, lines.plan)
  const body = heading ? cells.slice(1) : cells
  const targets = heading?.targets ?? alignment(body, columns.slice(place.column), dictionaries)
  const existing = lines.rows().length - place.row
  const added = fixedRows ? 0 : Math.min(Math.max(body.length - existing, 0), lines.room())
  const fitting = body.slice(0, Math.min(body.length, existing) + added)
  const read = fitting.map((texts, index) => readLine(index, texts, targets, dictionaries))
  lines.fill(
    place.row,
    read.map(({ values }) => values),
  )
  const filled = lines.rows().slice(place.row, place.row + read.length)
  const taken = new Set(filled.filter((_row, index) => read[index]?.isUnderstood))
  const unread = read.flatMap((line) => line.unread)
  for (const { line, column, text } of unread) {
    const row = filled[line]
    if (row && isNumber(column.field)) lines.leave(row, column.field.name)
    else if (row) lines.say(row, column.field.name, say('lines.notRead', { text }))
  }

  let failure: Error | undefined
  // One after another: what was found for one may narrow the choices of the next.
  for (const column of new Set(read.flatMap(({ names }) => [...names.keys()]))) {
    const asked = read.flatMap(({ names }, line) => {
      const [row, texts] = [filled[line], names.get(column)]
      return row && texts ? [{ row, texts, line }] : []
    })
    let left: readonly { row: Row; texts: readonly string[]; line: number }[] = asked
    try {
      left = await lookUp(lines, column.field, asked, loader)
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      for (const { row, texts } of asked) lines.say(row, column.field.name, say('lines.notRead', { text: texts[0] ?? '' }))
    }
    for (const { row } of asked) if (!left.some((cell) => cell.row === row)) taken.add(row)
    unread.push(...left.map(({ line, texts }) => ({ line, column, text: texts.join(' ') })))
  }
  lines.drop(filled.slice(Math.max(existing, 0)).filter((row) => !taken.has(row)))
  return {
    rows: taken.size,
    dropped: body.length - fitting.length,
    unread: unread
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, column, text }) => {
        const row = filled[line]
        return { line: line + 1, column, text, ...(row && lines.indexOf(row) >= 0 ? { row } : {}) }
      }),
    unknown: heading?.unknown ?? [],
    ...(failure ? { failure } : {}),
  }
}

/**
 * Where a block without a heading leads: over the columns as they are shown, as it was copied from such a table; or over those alone that can be
 * typed, when the other way would lose texts of it and this one understands all of them.
 */
function alignment(body: readonly string[][], shown: readonly LineColumn[], dictionaries: Dictionaries): Targets {
  const asShown = shown.map((column) => (column.editable ? column : undefined))
  const typed = shown.filter((column) => column.editable)
  const losesTexts = body.some((texts) => texts.some((text, index) => text.trim() !== '' && asShown[index] === undefined))
  if (!losesTexts || body.some((texts) => texts.length > typed.length)) return asShown
  const isRead = body.every((texts, index) => readLine(index, texts, typed, dictionaries).unread.length === 0)
  return isRead ? typed : asShown
}

function readLine(line: number, texts: readonly string[], targets: Targets, dictionaries: Dictionaries): ReadLine {
  const read: ReadLine = { values: {}, names: new Map(), unread: [], isUnderstood: false }
  texts.forEach((pasted, index) => {
    const column = targets[index]
    if (!column) return
    const { field } = column
    const text = pasted.trim()
    const value = parseCell(field, text, dictionaries[field.dictionary ?? '']?.items)
    // One of several columns of the block that mean the same cell may be empty.
    if (value === null && (Object.hasOwn(read.values, field.name) || read.names.has(column))) return
    if (value !== undefined) {
      read.values[field.name] = value
      read.isUnderstood ||= value !== null
    } else if (field.ref ?? field.mixed) {
      delete read.values[field.name]
      read.names.set(column, [...(read.names.get(column) ?? []), text])
    } else {
      read.unread.push({ line, column, text })
      if (isNumber(field)) read.values[field.name] = text
    }
  })
  return read
}

/** Its input shows a text that is none. */
function isNumber({ decimals }: FieldPlan): boolean {
  return decimals !== undefined
}
