import { compareDecimals, toDecimal } from '../../core/decimal'
import type { Expression } from '../../core/expression'
import { boundText, isAttached, isEmptyValue, isTyped } from '../../core/fields'
import type { CheckPlan, EntityPlan, FieldPlan, LinesPlan } from '../../core/plan'
import { holds, namesRead, readOf, readOfRow, type Read } from '../../core/record/scope'
import { rowsOf, type Fields, type Values } from '../../core/record/values'
import type { WriteContext } from './context'
import type { LinePlace, Problems } from './problems'

/** What a page asks beyond the entity: a field's own condition, and whether the page shows the field at all. */
export type PageConditions = Record<string, { required?: Expression; visible: Expression[] }>

/**
 * Checks a record as it will be saved: what is required, limits of computed values, rows of line tables, and conditions over several
 * fields. System fields are not asked for: the user could not fill them. Nor are files: they are attached to a record that exists.
 */
export function checkSave(context: WriteContext, entity: EntityPlan, values: Values, page: PageConditions, problems: Problems): void {
  for (const field of Object.values(entity.fields)) {
    checkComputed(field, values, problems)
    const asked = Object.hasOwn(page, field.name) ? page[field.name] : undefined
    if (asked && !asked.visible.every((condition) => holds(condition, readOf(values), context.environment))) continue
    if (isRequired(context, field, readOf(values), asked?.required)) requireValue(field, values, problems)
  }
  for (const lines of Object.values(entity.lines)) {
    const rows = rowsOf(values, lines.name)
    if (lines.requiredFor.length === 0) checkMinRows(lines, rows, problems)
    rows.forEach((row, index) => {
      const place = { lines, index }
      for (const field of Object.values(lines.fields)) {
        checkComputed(field, row, problems, place)
        if (isRequired(context, field, readOfRow(lines.fields, row, readOf(values)))) requireValue(field, row, problems, place)
      }
    })
    for (const key of lines.unique) checkUniqueRows(lines, key, rows, problems)
  }
  for (const check of entity.checks) runCheck(context, entity.fields, check, values, problems)
}

/** Checks what a draft may lack, but not before this action: fields and rows with `requiredFor`. */
export function checkForAction(entity: EntityPlan, values: Values, action: string, problems: Problems): void {
  const needed = (field: FieldPlan): boolean => field.requiredFor.includes(action) && !isAttached(field)
  for (const field of Object.values(entity.fields).filter(needed)) requireValue(field, values, problems)
  for (const lines of Object.values(entity.lines)) {
    const rows = rowsOf(values, lines.name)
    if (lines.requiredFor.includes(action)) checkMinRows(lines, rows, problems)
    const fields = Object.values(lines.fields).filter(needed)
    rows.forEach((row, index) => fields.forEach((field) => requireValue(field, row, problems, { lines, index })))
  }
}

/** Checks what a dialog must fill; conditions `read` its answers, and beyond them the record. */
export function checkForm(
  context: WriteContext,
  fields: readonly FieldPlan[],
  form: Values,
  read: Read,
  problems: Problems,
  place?: LinePlace,
): void {
  for (const field of fields) {
    if (isRequired(context, field, read)) requireValue(field, form, problems, place)
  }
}

function isRequired(context: WriteContext, field: FieldPlan, read: Read, condition: boolean | Expression = field.required): boolean {
  if (!isTyped(field)) return false
  return typeof condition === 'boolean' ? condition : holds(condition, read, context.environment)
}

function checkMinRows(lines: LinesPlan, rows: Values[], problems: Problems): void {
  if (rows.length < lines.minRows) problems.table(lines, 'minRows', 'invalid.minRows', { min: lines.minRows })
}

function requireValue(field: FieldPlan, values: Values, problems: Problems, place?: LinePlace): void {
  if (isEmptyValue(values[field.name])) problems.field(field, 'required', 'invalid.required', {}, place)
}

/** A typed value was checked when it was read. */
function checkComputed(field: FieldPlan, values: Values, problems: Problems, place?: LinePlace): void {
  if (field.value === undefined) return
  const value = toDecimal(values[field.name])
  if (value === undefined) return
  if (field.min !== undefined && compareDecimals(value, field.min) < 0)
    problems.field(field, 'min', 'invalid.min', { min: boundText(field, field.min) }, place)
  if (field.max !== undefined && compareDecimals(value, field.max) > 0)
    problems.field(field, 'max', 'invalid.max', { max: boundText(field, field.max) }, place)
}

function checkUniqueRows(lines: LinesPlan, key: string[], rows: Values[], problems: Problems): void {
  const first = new Map<string, number>()
  rows.forEach((row, index) => {
    if (key.some((name) => isEmptyValue(row[name]))) return
    const identity = JSON.stringify(key.map((name) => row[name]))
    const other = first.get(identity)
    const field = lines.fields[key[0] ?? '']
    if (other === undefined) first.set(identity, index)
    else if (field) problems.field(field, 'unique', 'invalid.unique-row', { other: other + 1 }, { lines, index })
  })
}

/** A condition says nothing as long as one of its operands is empty, and nothing about a field that is wrong by itself. */
function runCheck(context: WriteContext, fields: Fields, check: CheckPlan, values: Values, problems: Problems): void {
  if (problems.has(check.field) || namesRead(check.that).some((name) => isEmptyValue(values[name]))) return
  if (!holds(check.that, readOf(values), context.environment) && Object.hasOwn(fields, check.field))
    problems.at(check.field, 'check', check.message)
}
