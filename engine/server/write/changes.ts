import { isDeepStrictEqual } from 'node:util'
import { isEmptyValue, shownOf, textOf } from '../../core/fields'
import { messageText } from '../../core/messages'
import type { EntityPlan, FieldPlan, LinesPlan, ProductPlan } from '../../core/plan'
import { rowsOf, type Fields, type Values } from '../../core/record/values'
import type { HistoryEntry } from '../../core/wire'

type Change = NonNullable<HistoryEntry['changes']>[number]

/** More changes of one save are counted, not listed. */
const MAX_LISTED = 200

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

/** `after` is the whole record with all its rows; a row without id is new. */
export function differenceOf(entity: EntityPlan, before: Values, after: Values): Difference {
  const fields = changedFields(entity.fields, before, after)
  const lines = Object.fromEntries(
    Object.values(entity.lines)
      .map((table) => [table.name, differenceOfLines(table, rowsOf(before, table.name), rowsOf(after, table.name))] as const)
      .filter(([, { inserted, updated, deleted }]) => inserted.length + updated.length + deleted.length > 0),
  )
  return { fields, lines, none: Object.keys(fields).length === 0 && Object.keys(lines).length === 0 }
}

/** Values of a field are the same; nothing is always the same, whether null, absent or a list without items. */
export function sameValue(one: unknown, other: unknown): boolean {
  return isEmptyValue(one) || isEmptyValue(other) ? isEmptyValue(one) && isEmptyValue(other) : isDeepStrictEqual(one, other)
}

function changedFields(fields: Fields, before: Values, after: Values): Values {
  const changed = Object.values(fields).filter(({ name, stored }) => stored && !isBuiltIn(name) && !sameValue(before[name], after[name]))
  return Object.fromEntries(changed.map(({ name }) => [name, isEmptyValue(after[name]) ? null : after[name]]))
}

/** Written by the pipeline itself at each write. */
export function isBuiltIn(name: string): boolean {
  return (
    name === 'id' || name === 'version' || name === 'createdById' || name === 'createdAt' || name === 'updatedById' || name === 'updatedAt'
  )
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
    const values = changedFields(lines.fields, before[place] ?? {}, row)
    const moved = place !== index ? { lineNo: index + 1 } : {}
    if (Object.keys(values).length > 0 || place !== index) difference.updated.push({ id: String(row['id']), values, ...moved })
  })
  difference.deleted = before.flatMap((row) => (kept.has(row['id']) ? [] : [String(row['id'])]))
  return difference
}

/** The same difference for readers: titles, labels, formatted numbers. Secret and computed fields are left out. */
export function shownChanges(plan: ProductPlan, entity: EntityPlan, before: Values, after: Values): Change[] {
  const changes = [
    ...shownFields(plan, entity.fields, before, after, (field) => ({ field: field.name, title: field.title })),
    ...Object.values(entity.lines).flatMap((lines) => shownLines(plan, lines, rowsOf(before, lines.name), rowsOf(after, lines.name))),
  ]
  return changes.slice(0, MAX_LISTED)
}

function shownFields(
  plan: ProductPlan,
  fields: Fields,
  before: Values,
  after: Values,
  naming: (field: FieldPlan) => { field: string; title: string },
): Change[] {
  return Object.values(fields).flatMap((field) => {
    const computed = field.value !== undefined
    if (!field.stored || field.secret || computed || field.type === 'status' || isBuiltIn(field.name)) return []
    if (sameValue(before[field.name], after[field.name])) return []
    return [{ ...naming(field), before: shownValue(plan, field, before), after: shownValue(plan, field, after) }]
  })
}

function shownLines(plan: ProductPlan, lines: LinesPlan, before: Values[], after: Values[]): Change[] {
  const rowsBefore = new Map(before.map((row) => [row['id'], row]))
  const idsAfter = new Set(after.map((row) => row['id']))
  const rowTitle = (index: number): string => messageText('history.row', { lines: lines.title, row: index + 1 })
  const changed = after.flatMap((row, index) =>
    shownFields(plan, lines.fields, rowsBefore.get(row['id']) ?? {}, row, (field) => ({
      field: `${lines.name}.${index}.${field.name}`,
      title: messageText('history.cell', { row: rowTitle(index), title: field.title }),
    })),
  )
  const deleted = before.flatMap((row, index) =>
    idsAfter.has(row['id'])
      ? []
      : [{ field: `${lines.name}.${index}`, title: rowTitle(index), before: rowText(plan, lines, row), after: null }],
  )
  return [...changed, ...deleted]
}

/** What a deleted row said, in the order of its columns. */
function rowText(plan: ProductPlan, lines: LinesPlan, row: Values): string {
  const fields = Object.values(lines.fields).filter((field) => field.stored && !field.secret)
  return fields.flatMap((field) => shownValue(plan, field, row) ?? []).join(' ')
}

/** A value as users read it, null when there is none. */
function shownValue(plan: ProductPlan, field: FieldPlan, values: Values): string | null {
  const value = shownOf(field, values)
  return isEmptyValue(value) ? null : textOf(field, plan)(value)
}
