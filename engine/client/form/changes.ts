import { isBlank, isTyped, sameValue, trimmed } from '../../core/fields'
import type { FieldPlan, LinesPlan } from '../../core/plan'
import { rowsOf, type Values } from '../../core/record/values'

/** What a form may write: fields of the record and line tables. */
export interface Writable {
  fields: readonly FieldPlan[]
  lines: readonly LinesPlan[]
}

/** Difference between two states of a record (design.md section 6): new values, and by name the fields that were emptied. */
export interface Changes {
  values: Values
  clear: string[]
}

export function changesOf(writable: Writable, before: Values, after: Values): Changes {
  const values: Values = {}
  const clear: string[] = []
  for (const field of writable.fields) {
    const value = after[field.name]
    if (sameValue(field, before[field.name], value)) continue
    if (isBlank(value)) clear.push(field.name)
    else values[field.name] = trimmed(value)
  }
  for (const lines of writable.lines) {
    if (!sameRows(lines, before, after)) values[lines.name] = wireRows(lines, after)
  }
  return { values, clear }
}

export function hasChanges({ values, clear }: Changes): boolean {
  return clear.length > 0 || Object.keys(values).length > 0
}

/** Everything that was entered, for a record that does not exist yet. A line table without rows says nothing. */
export function enteredValues(writable: Writable, after: Values): Values {
  const { values } = changesOf(writable, {}, after)
  return values
}

/**
 * The rows of a line table as they are sent: what may be typed, and the id of a row that exists. Display values, snapshots and computed
 * cells are the server's.
 */
export function wireRows(lines: LinesPlan, values: Values): Values[] {
  const fields = writableFields(lines)
  return rowsOf(values, lines.name).map((row) => {
    const entered = fields.filter((field) => !isBlank(row[field.name])).map((field) => [field.name, trimmed(row[field.name])] as const)
    return Object.fromEntries(isBlank(row['id']) ? entered : [['id', row['id']], ...entered])
  })
}

/** The same rows in the same order, as far as they can be typed. */
export function sameRows(lines: LinesPlan, before: Values, after: Values): boolean {
  const [old, now] = [rowsOf(before, lines.name), rowsOf(after, lines.name)]
  if (old.length !== now.length) return false
  const fields = writableFields(lines)
  return now.every((row, index) => {
    const was = old[index] ?? {}
    return (row['id'] ?? '') === (was['id'] ?? '') && fields.every((field) => sameValue(field, was[field.name], row[field.name]))
  })
}

function writableFields(lines: LinesPlan): FieldPlan[] {
  return Object.values(lines.fields).filter(isTyped)
}
