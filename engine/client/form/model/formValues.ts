import { isTyped, sameValue } from '../../../core/fields'
import type { FieldPlan } from '../../../core/plan'
import { changesOf, enteredOf, sameRows, typedColumns, type Changes, type Writable } from '../../../core/record/changes'
import type { CheckedPlan } from '../../../core/record/check'
import { computeFormulas } from '../../../core/record/formulas'
import { readField, type Problems } from '../../../core/record/problems'
import { byName, rowsOf, type Values } from '../../../core/record/values'
import type { FormCore } from './formCore'
import { toJS } from './formily'

/** What a form holds, what it would send, and what would be stored of that. */
export interface FormValues {
  /** Plain values of the whole form. */
  all: () => Values
  writable: () => Writable
  changes: () => Changes
  /** What was entered into these fields and line tables. */
  entered: (names: readonly string[]) => Values
  /** It is sent: everything of a new record, else what differs. */
  isSubmitted: (field: FieldPlan, value: unknown) => boolean
  /** What the form knows of the record. */
  known: () => CheckedPlan
  /** The record as it would be stored: what is sent is read as the server reads it, and formulas are computed from that. */
  stored: (problems: Problems) => Values
}

export function createFormValues(core: FormCore): FormValues {
  const { form, plan, fields, items, lines, base, context, environment } = core

  const all = (): Values => toJS(form.values)

  function isSubmitted(field: FieldPlan, value: unknown): boolean {
    return base.isNew || !sameValue(field, base.record[field.name], value)
  }

  function writable(): Writable {
    const shown = [...items.values()].flatMap(({ plan, field }) => (isTyped(plan.field) && field.display !== 'hidden' ? [plan.field] : []))
    return { fields: shown, lines: plan.lines }
  }

  function known(): CheckedPlan {
    return { fields, lines: byName([...lines.values()].map((table) => table.known)), checks: plan.checks }
  }

  return {
    all,
    writable,
    changes: () => (base.isNew ? enteredOf(writable(), all(), base.record) : changesOf(writable(), base.record, all())),
    entered(names) {
      const { fields: typed, lines: tables } = writable()
      const watched = { fields: typed.filter(({ name }) => names.includes(name)), lines: tables.filter(({ name }) => names.includes(name)) }
      return enteredOf(watched, all()).values
    },
    isSubmitted,
    known,
    stored(problems) {
      const entered = all()
      for (const field of writable().fields)
        if (isSubmitted(field, entered[field.name])) entered[field.name] = readField(field, entered[field.name], context.checks, problems)
      for (const table of plan.lines) {
        if (!base.isNew && sameRows(table, base.record, entered)) continue
        rowsOf(entered, table.name).forEach((row, index) => {
          for (const field of typedColumns(table))
            row[field.name] = readField(field, row[field.name], context.checks, problems, { lines: table, index })
        })
      }
      computeFormulas(known(), entered, environment)
      return entered
    },
  }
}
