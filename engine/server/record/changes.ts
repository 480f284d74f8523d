import { asMasked, isEmptyValue, sameValue, shownOf } from '../../core/fields'
import { messageText } from '../messages'
import type { EntityPlan, FieldPlan, LinesPlan, ProductPlan } from '../../core/plan'
import { isBuiltIn } from '../../core/record/difference'
import { countedText } from '../../core/record/summary'
import { rowsOf, type Fields, type Values } from '../../core/record/values'
import type { RecordChange } from '../../core/wire'

/** More changes of one save are counted, not listed. */
const MAX_LISTED = 200

/**
 * What differs between two states of a record, for readers: titles, labels, formatted numbers. Secret and computed fields are left out,
 * masked ones stand there in part: the history is for many readers.
 */
export function shownChanges(plan: ProductPlan, entity: EntityPlan, before: Values, after: Values): RecordChange[] {
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
): RecordChange[] {
  return Object.values(fields).flatMap((field) => {
    const computed = field.value !== undefined
    if (!field.stored || field.secret || computed || field.type === 'status' || isBuiltIn(field.name)) return []
    if (sameValue(field, before[field.name], after[field.name])) return []
    return [{ ...naming(field), before: shownValue(plan, field, before), after: shownValue(plan, field, after) }]
  })
}

function shownLines(plan: ProductPlan, lines: LinesPlan, before: Values[], after: Values[]): RecordChange[] {
  const rowsBefore = new Map(before.map((row) => [row['id'], row]))
  const idsAfter = new Set(after.map((row) => row['id']))
  const rowTitle = (index: number): string => messageText('history.row', { lines: lines.title, row: index + 1 })
  const changed = after.flatMap((row, index) => {
    const rowBefore = rowsBefore.get(row['id'])
    const cells = shownFields(plan, lines.fields, rowBefore ?? {}, row, (field) => ({
      field: `${lines.name}.${index}.${field.name}`,
      title: messageText('history.cell', { row: rowTitle(index), title: field.title }),
    }))
    return rowBefore ? cells : cells.map((cell): RecordChange => ({ ...cell, row: 'added' }))
  })
  const deleted = before.flatMap((row, index) =>
    idsAfter.has(row['id'])
      ? []
      : [
          {
            field: `${lines.name}.${index}`,
            title: rowTitle(index),
            before: rowText(plan, lines, row),
            after: null,
            row: 'removed' as const,
          },
        ],
  )
  return [...changed, ...deleted]
}

/** The text of a deleted row, in the order of its columns. */
function rowText(plan: ProductPlan, lines: LinesPlan, row: Values): string {
  const fields = Object.values(lines.fields).filter((field) => field.stored && !field.secret)
  return fields.flatMap((field) => shownValue(plan, field, row) ?? []).join(' ')
}

/** A value as users read it beside the others of its record or row, null when there is none. */
function shownValue(plan: ProductPlan, field: FieldPlan, values: Values): string | null {
  const value = shownOf(field, values)
  return isEmptyValue(value) ? null : countedText(field, values, plan)(asMasked(field, value))
}
