/**
 * The values of a form, its fields and line tables, and what follows from what is entered. Its parts:
 *
 *   formCore     what all share: Formily's form, fields, tables, the record that changes are counted from
 *   formFields   fields whose state follows the values: shown, editable, required, computed
 *   formEntry    what the user does, and what follows
 *   formValues   what the form holds, and what it would send
 *   formChecks   what is wrong with that
 *   formMarks    which fields show it, and for how long
 */
import { isTyped } from '../../../core/fields'
import { hasChanges } from '../../../core/record/changes'
import { computeFormulas, isComputed, throughFormulas } from '../../../core/record/formulas'
import { Problems } from '../../../core/record/problems'
import { isTrue } from '../../../core/record/scope'
import { rowsOf, type Values } from '../../../core/record/values'
import { problemsOf, warningsIn } from './formChecks'
import { createFormCore, type FormCore } from './formCore'
import { createFormEntry } from './formEntry'
import { createField } from './formFields'
import { createFormMarks, type FormMarks } from './formMarks'
import type { FormModel, FormSetup } from './formModel'
import { batch, onFormInputChange } from './formily'
import { createFormValues, type FormValues } from './formValues'
import { createLinesModel } from './linesModel'

export function createFormModel(setup: FormSetup): FormModel {
  const last = setup.last?.state()
  const core = createFormCore(setup, last)
  const { form, plan, items, lines, base, read, fields, environment } = core
  const values = createFormValues(core)
  const marks = createFormMarks(core, values, last?.reported)
  const entry = createFormEntry(core, values, marks)
  /** What a formula has not yet been computed from while a change is taken in. */
  const fresh = throughFormulas(fields, read, environment)

  batch(() => {
    for (const section of plan.sections) for (const item of section.items) createField(core, { section, item }, fresh)
    for (const table of plan.lines)
      lines.set(
        table.name,
        createLinesModel({
          form,
          plan: table,
          context: core.context,
          readRecord: read,
          fresh,
          inForm: core.isKnown,
          isFresh: core.isFresh,
          last: setup.last?.lines.get(table.name)?.state(),
          onChanged: () => entry.linesChanged(table.name),
        }),
      )
    marks.markAgain(last?.marks ?? new Map())
  })

  let listeners = 0
  return {
    form,
    plan,
    items,
    lines,
    environment,
    get record() {
      return base.record
    },
    read,
    enter: entry.enter,
    take: entry.take,
    leave: marks.leave,
    holds: (condition) => isTrue(condition, read, environment),
    values: values.all,
    writable: values.writable,
    changes: values.changes,
    isChanged: () => core.arrivals.isOpen() || hasChanges(values.changes()),
    note(name, part, status) {
      core.arrivals.note(name, part, status)
      // Taken again or taken away: the field is judged by its value.
      if (status !== 'failed') marks.recheckChanged(new Set([name]))
      if (status !== undefined) form.notify('onFormInputChange')
    },
    settled: core.arrivals.settled,
    check(action) {
      for (const table of lines.values()) table.dropUntouched()
      const found = problemsOf(core, values, action)
      marks.check(found)
      return found
    },
    warnings: (titles) => warningsIn(core, values, titles),
    mark: marks.report,
    entered: values.entered,
    isReadable() {
      const problems = new Problems()
      values.stored(problems)
      return problems.all.every(({ rule }) => rule !== 'type')
    },
    show: (response, rows) => show(core, marks, response, rows),
    onInput(listener) {
      const id = `input-${++listeners}`
      form.addEffects(id, () => onFormInputChange(listener))
      return () => form.removeEffects(id)
    },
    restart(record, next) {
      restart(core, values, record, next)
      marks.report([])
    },
    state: () => ({
      ...base,
      values: values.all(),
      isFresh: core.isFresh,
      fields,
      arrivals: core.arrivals,
      shown: core.shown,
      wereFilled: core.wereFilled,
      ...marks.state(),
    }),
  }
}

/** What the server has computed and found; see `FormModel.show`. */
function show({ form, fields, lines }: FormCore, marks: FormMarks, ...[response, rows]: Parameters<FormModel['show']>): void {
  const { values = {}, lines: computedRows = {}, problems } = response
  batch(() => {
    for (const [name, value] of Object.entries(values)) {
      const field = fields[name]
      if (field && (isTyped(field) || isComputed(field))) continue
      if (JSON.stringify(form.values[name] ?? null) !== JSON.stringify(value)) form.values[name] = value
    }
    // What is missing is still to come.
    const found = problems.filter(({ rule }) => rule !== 'required' && rule !== 'minRows')
    for (const [name, table] of lines) table.show(rows.get(name) ?? [], computedRows[name] ?? [], found)
    // Rows that rules alone fill have no table here, but formulas count on them.
    for (const [name, shown] of Object.entries(computedRows)) if (!lines.has(name)) form.values[name] = shown
    marks.markFromServer(found)
  })
}

/** Another state of a record that exists; see `FormModel.restart`. */
function restart({ form, lines, base, environment }: FormCore, values: FormValues, record: Values, next: Values): void {
  base.record = record
  base.isNew = false
  // Computed values are still those of the state before, and a formula does not run when what it reads has not changed.
  const result = structuredClone(next)
  computeFormulas(values.known(), result, environment)
  batch(() => {
    const target = form.values
    for (const name of Object.keys(target)) if (!(name in result)) delete target[name]
    for (const [name, value] of Object.entries(result)) {
      if (!lines.has(name)) target[name] = value
    }
    for (const [name, table] of lines) table.replace(rowsOf(result, name))
  })
}
