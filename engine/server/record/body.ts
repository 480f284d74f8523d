import { isBlank, isTyped, type ValueChecks } from '../../core/fields'
import { messageText } from '../messages'
import type { LinesPlan } from '../../core/plan'
import { readField, type LinePlace, type Problems } from '../../core/record/problems'
import type { Fields, Values } from '../../core/record/values'
import type { Accepted } from '../accepted'
import { badRequest } from '../problem'

export interface Submitted {
  values: Values
  /** Fields that stay empty: named by `clear`, or submitted with an invalid value. */
  empty: Set<string>
  lines: Record<string, SubmittedRow[]>
}

/** A row of a line table: with an id it stands for the stored row, without it is new. */
export interface SubmittedRow {
  id?: string
  cells: Values
  /** As in `Submitted`. */
  empty: Set<string>
}

/** The body of a request as an object. @throws HttpProblem 400 */
export function objectBody(body: unknown): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest()
  return body as Values
}

/**
 * Reads every field and row of a body, and by `clear` the names of fields that it empties (design.md section 6); what is not allowed or invalid is
 * added to `problems`.
 */
export function readBody(accepted: Accepted, body: Values, checks: ValueChecks, problems: Problems): Submitted {
  const submitted: Submitted = { values: {}, empty: readCleared(accepted.fields, body, problems), lines: {} }
  for (const name of submitted.empty) submitted.values[name] = null
  for (const [name, raw] of Object.entries(body)) {
    if (name === 'clear' || accepted.beside?.includes(name)) continue
    const field = ownOf(accepted.fields, name)
    const lines = ownOf(accepted.lines, name)
    if (field) {
      submitted.values[name] = readField(field, raw, checks, problems)
      if (problems.has(name)) submitted.empty.add(name)
    } else if (lines) submitted.lines[name] = readRows(lines.table, lines.cells, raw, checks, problems)
    else problems.unknown(name)
  }
  return submitted
}

/** Rows of a line table, each of which may have an `id` and a `clear`. Rows beyond the limit are not looked at. */
export function readRows(table: LinesPlan, cells: Fields, raw: unknown, checks: ValueChecks, problems: Problems): SubmittedRow[] {
  if (raw === null || raw === undefined || raw === '') return []
  if (!Array.isArray(raw)) {
    problems.table(table, 'type', 'invalid.list')
    return []
  }
  if (raw.length > table.maxRows) {
    problems.table(table, 'maxRows', 'invalid.maxRows', { max: table.maxRows })
    return []
  }
  return raw.map((row: unknown, index) => readRow({ lines: table, index }, cells, row, checks, problems))
}

/** The fields of a table that a form may fill. */
export function typedFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => isTyped(field)))
}

function readRow(place: LinePlace, cells: Fields, raw: unknown, checks: ValueChecks, problems: Problems): SubmittedRow {
  const row: SubmittedRow = { cells: {}, empty: new Set() }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    problems.row(place, 'type', 'invalid.row-type')
    return row
  }
  row.empty = readCleared(cells, raw as Values, problems, place)
  for (const name of row.empty) row.cells[name] = null
  for (const [name, value] of Object.entries(raw)) {
    const cell = ownOf(cells, name)
    if (name === 'clear') continue
    if (cell) {
      row.cells[name] = readField(cell, value, checks, problems, place)
      if (problems.has(`${place.lines.name}.${place.index}.${name}`)) row.empty.add(name)
    } else if (name !== 'id') problems.unknown(name, place)
    else if (typeof value === 'string') row.id = value
    else if (value !== null) problems.row(place, 'reference', 'invalid.unknown-row')
  }
  return row
}

function readCleared(fields: Fields, body: Values, problems: Problems, place?: LinePlace): Set<string> {
  const { clear } = body
  const at = place ? `${place.lines.name}.${place.index}.clear` : 'clear'
  if (clear === undefined || clear === null) return new Set()
  if (!Array.isArray(clear)) {
    problems.at(at, 'type', messageText('invalid.list', { label: messageText('invalid.label', { title: 'clear' }) }))
    return new Set()
  }
  const names = clear.filter((name: unknown): name is string => {
    if (typeof name === 'string' && Object.hasOwn(fields, name) && isBlank(body[name])) return true
    problems.at(at, 'unknown', messageText('invalid.unknown', { name: typeof name === 'string' ? name.slice(0, 40) : 'clear' }))
    return false
  })
  return new Set(names)
}

function ownOf<T>(map: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined
}
