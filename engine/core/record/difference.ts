import { isEmptyValue } from '../fields'
import { effectiveField, pendingField } from '../pending'
import type { FieldPlan, LinesPlan } from '../plan'
import { changedFields } from './changes'
import { rowsOf, type Fields, type RecordPlan, type Values } from './values'

/** What has to be written so that a stored record becomes another one. */
export interface Difference {
  /** Stored fields with their new values. */
  fields: Values
  lines: Record<string, LinesDifference>
  none: boolean
}

export interface LinesDifference {
  inserted: { values: Values; lineNo: number }[]
  /** `lineNo` when the row has moved. */
  updated: { id: string; values: Values; lineNo?: number }[]
  /** Ids. */
  deleted: string[]
}

const builtIn: ReadonlySet<string> = new Set([
  'id',
  'version',
  'createdById',
  'createdAt',
  'updatedById',
  'updatedAt',
  pendingField,
  effectiveField,
])

/** Written by the pipeline itself at each write. */
export function isBuiltIn(name: string): boolean {
  return builtIn.has(name)
}

/** `after` is the whole record with all its rows; a row without id is new. */
export function differenceOf(plan: RecordPlan, before: Values, after: Values): Difference {
  const fields = differingFields(plan.fields, before, after)
  const lines = Object.fromEntries(
    Object.values(plan.lines)
      .map((table) => [table.name, differenceOfLines(table, rowsOf(before, table.name), rowsOf(after, table.name))] as const)
      .filter(([, { inserted, updated, deleted }]) => inserted.length + updated.length + deleted.length > 0),
  )
  return { fields, lines, none: Object.keys(fields).length === 0 && Object.keys(lines).length === 0 }
}

/** Stored fields that differ, with their new values. */
export function storedDifference(fields: Iterable<FieldPlan>, before: Values, after: Values): Values {
  const changed = changedFields(fields, before, after).filter(({ name, stored }) => stored && !isBuiltIn(name))
  return Object.fromEntries(changed.map(({ name }) => [name, isEmptyValue(after[name]) ? null : after[name]]))
}

function differingFields(fields: Fields, before: Values, after: Values): Values {
  return storedDifference(Object.values(fields), before, after)
}

function differenceOfLines(lines: LinesPlan, before: Values[], after: Values[]): LinesDifference {
  const difference: LinesDifference = { inserted: [], updated: [], deleted: [] }
  const placeBefore = new Map(before.map((row, index) => [row['id'], index]))
  const kept = new Set<unknown>()
  after.forEach((row, index) => {
    const place = placeBefore.get(row['id'])
    if (place === undefined) {
      difference.inserted.push({ values: row, lineNo: index + 1 })
      return
    }
    kept.add(row['id'])
    const values = differingFields(lines.fields, before[place] ?? {}, row)
    const moved = place !== index ? { lineNo: index + 1 } : {}
    if (Object.keys(values).length > 0 || place !== index) difference.updated.push({ id: String(row['id']), values, ...moved })
  })
  difference.deleted = before.flatMap((row) => (kept.has(row['id']) ? [] : [String(row['id'])]))
  return difference
}
