import { displayOf, isBlank, isTyped, sameValue, trimmed } from '../fields'
import type { FieldPlan, LinesPlan } from '../plan'
import { filledBy } from './references'
import { rowsOf, type RecordPlan, type Values } from './values'

/** What a form may write: fields of the record and line tables. */
export interface Writable {
  fields: readonly FieldPlan[]
  lines: readonly LinesPlan[]
}

/** What is sent of a record (design.md section 6): new values, and by name the fields that were emptied. */
export interface Changes {
  values: Values
  clear: string[]
}

/**
 * The difference between two states of a record that exists. Named as emptied is also what a reference that was chosen would fill, where the
 * user has left it empty.
 */
export function changesOf({ fields, lines }: Writable, before: Values, after: Values): Changes {
  const changed = new Set(changedFields(fields, before, after))
  const filled = filledBy(changed, after)
  const tables = lines.filter((table) => !sameRows(table, before, after))
  return {
    values: { ...spoken([...changed], after), ...Object.fromEntries(tables.map((table) => [table.name, changedRows(table, after)])) },
    clear: fields.filter((field) => isBlank(after[field.name]) && (changed.has(field) || filled.has(field.name))).map(({ name }) => name),
  }
}

/**
 * Everything that was entered of a record that does not exist yet, or in a dialog. A line table without rows says nothing. Named as emptied is
 * what the server would fill otherwise, and what `known`, the record that a dialog asks about, had.
 */
export function enteredOf({ fields, lines }: Writable, after: Values, known: Values = {}): Changes {
  const tables = lines.filter((table) => rowsOf(after, table.name).length > 0)
  return {
    values: { ...spoken(fields, after), ...Object.fromEntries(tables.map((table) => [table.name, enteredRows(table, after, known)])) },
    clear: emptied(fields, after, known),
  }
}

/** As the body of a request, in which `clear` names what was emptied. */
export function asSent({ values, clear }: Changes): Values {
  return clear.length === 0 ? values : { ...values, clear }
}

export function hasChanges({ values, clear }: Changes): boolean {
  return clear.length > 0 || Object.keys(values).length > 0
}

/** Fields whose values are not the same. */
export function changedFields(fields: Iterable<FieldPlan>, before: Values, after: Values): FieldPlan[] {
  return [...fields].filter((field) => !sameValue(field, before[field.name], after[field.name]))
}

/**
 * Names of what is not the same in two states of a record, by which expressions read it: fields with the display values of references, and of
 * line tables the columns (`<lines>.<name>`), or the table itself when it has other rows.
 */
export function changedNames({ fields, lines }: RecordPlan, before: Values, after: Values): ReadonlySet<string> {
  const names = new Set(changedFields(Object.values(fields), before, after).flatMap(namesOf))
  for (const table of Object.values(lines)) {
    const stored = new Map(rowsOf(before, table.name).map((row) => [row['id'], row]))
    const rows = rowsOf(after, table.name)
    if (rows.length !== stored.size || !rows.every((row) => stored.has(row['id']))) names.add(table.name)
    for (const row of rows)
      for (const field of changedFields(Object.values(table.fields), stored.get(row['id']) ?? {}, row))
        for (const name of namesOf(field)) names.add(`${table.name}.${name}`)
  }
  return names
}

function namesOf(field: FieldPlan): string[] {
  const display = displayOf(field)
  return display === undefined ? [field.name] : [field.name, display]
}

/** The same rows in the same order, as far as they can be typed. */
export function sameRows(lines: LinesPlan, before: Values, after: Values): boolean {
  const [old, now] = [rowsOf(before, lines.name), rowsOf(after, lines.name)]
  if (old.length !== now.length) return false
  const fields = typedColumns(lines)
  return now.every((row, index) => {
    const was = old[index] ?? {}
    return (row['id'] ?? '') === (was['id'] ?? '') && changedFields(fields, was, row).length === 0
  })
}

/** The columns of a line table that can be typed. */
export function typedColumns({ fields }: Pick<LinesPlan, 'fields'>): FieldPlan[] {
  return Object.values(fields).filter(isTyped)
}

/**
 * The rows of a line table as they are sent: what may be typed, the id of a row that exists, and by name what was emptied that would be filled
 * otherwise. Display values, snapshots and computed cells are the server's.
 */
function changedRows(lines: LinesPlan, values: Values): Values[] {
  const fields = typedColumns(lines)
  return rowsOf(values, lines.name).map((row) => {
    if (isBlank(row['id'])) return rowToSend(fields, row, emptied(fields, row))
    // An existing row is submitted as a whole: only its references fill fields that are missing.
    const filled = filledBy(fields, row)
    const empty = fields.filter((field) => isBlank(row[field.name]) && filled.has(field.name))
    return rowToSend(
      fields,
      row,
      empty.map(({ name }) => name),
    )
  })
}

function enteredRows(lines: LinesPlan, values: Values, known: Values): Values[] {
  const fields = typedColumns(lines)
  const stored = new Map(rowsOf(known, lines.name).map((row) => [row['id'], row]))
  return rowsOf(values, lines.name).map((row) => {
    const before = isBlank(row['id']) ? undefined : stored.get(row['id'])
    return rowToSend(fields, row, emptied(fields, row, before))
  })
}

function rowToSend(fields: readonly FieldPlan[], row: Values, clear: readonly string[]): Values {
  return { ...(isBlank(row['id']) ? {} : { id: row['id'] }), ...spoken(fields, row), ...(clear.length === 0 ? {} : { clear }) }
}

/** Names of empty fields that would not stay empty if they were not submitted. */
function emptied(fields: readonly FieldPlan[], values: Values, known: Values = {}): string[] {
  const filled = filledBy(fields, values)
  const isFilled = ({ name, default: preset, follows }: FieldPlan): boolean =>
    preset !== undefined || follows !== undefined || filled.has(name) || !isBlank(known[name])
  return fields.filter((field) => isBlank(values[field.name]) && isFilled(field)).map(({ name }) => name)
}

/** As it is sent: what is not empty, texts without blanks around them. */
export function spoken(fields: readonly FieldPlan[], values: Values): Values {
  const filled = fields.filter((field) => !isBlank(values[field.name]))
  return Object.fromEntries(filled.map((field) => [field.name, trimmed(values[field.name])]))
}
