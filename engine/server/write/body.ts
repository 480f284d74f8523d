import { isTyped, readValue, Unfit, type ValueChecks } from '../../core/fields'
import type { FieldPlan, LinesPlan } from '../../core/plan'
import type { Fields, Values } from '../../core/record/values'
import { badRequest } from '../problem'
import type { LinePlace, Problems } from './problems'

/** What a request may say. */
export interface Accepted {
  fields: Fields
  /** With the cells that may be typed. */
  lines: Record<string, { table: LinesPlan; cells: Fields }>
  /** Keys that are no fields: `version`, `clear`. */
  beside?: readonly string[]
}

export interface Said {
  values: Values
  lines: Record<string, SaidRow[]>
}

/** A row of a line table: with an id it stands for the stored row, without it is new. */
export interface SaidRow {
  id?: string
  cells: Values
}

/** The body of a request as an object. @throws HttpProblem 400 */
export function objectBody(body: unknown): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest()
  return body as Values
}

/** Reads every field and row that a body says; what it may not say, or says wrongly, goes to `problems`. */
export function readBody(accepted: Accepted, body: Values, checks: ValueChecks, problems: Problems): Said {
  const said: Said = { values: {}, lines: {} }
  for (const [name, raw] of Object.entries(body)) {
    if (accepted.beside?.includes(name)) continue
    const field = ownOf(accepted.fields, name)
    const lines = ownOf(accepted.lines, name)
    if (field) readInto(said.values, field, raw, checks, problems)
    else if (lines) said.lines[name] = readRows(lines.table, lines.cells, raw, checks, problems)
    else problems.unknown(name)
  }
  return said
}

/** Rows of a line table, each of which may have an `id`. Rows beyond the limit are not looked at. */
export function readRows(table: LinesPlan, cells: Fields, raw: unknown, checks: ValueChecks, problems: Problems): SaidRow[] {
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

function readRow(place: LinePlace, cells: Fields, raw: unknown, checks: ValueChecks, problems: Problems): SaidRow {
  const row: SaidRow = { cells: {} }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    problems.row(place, 'type', 'invalid.row-type')
    return row
  }
  for (const [name, value] of Object.entries(raw)) {
    const cell = ownOf(cells, name)
    if (cell) readInto(row.cells, cell, value, checks, problems, place)
    else if (name !== 'id') problems.unknown(name, place)
    else if (typeof value === 'string') row.id = value
    else if (value !== null) problems.row(place, 'reference', 'invalid.unknown-row')
  }
  return row
}

function readInto(values: Values, field: FieldPlan, raw: unknown, checks: ValueChecks, problems: Problems, place?: LinePlace): void {
  const value = readValue(field, raw, checks)
  if (value instanceof Unfit) problems.unfit(field, value, place)
  else values[field.name] = value
}

function ownOf<T>(map: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined
}
