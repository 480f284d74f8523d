import { isAttached, isBlank, type Titles } from '../../../core/fields'
import { typedColumns } from '../../../core/record/changes'
import { checkForAction, checkRecord, checkRowCount, checkSubmitted, isNeeded, type CheckedPlan } from '../../../core/record/check'
import { conditionsOf } from '../../../core/record/page'
import { Problems } from '../../../core/record/problems'
import { readOf, readOfRow } from '../../../core/record/scope'
import { rowsOf, type Values } from '../../../core/record/values'
import { newWarnings, warningReads, warningsOf } from '../../../core/record/warnings'
import type { FieldProblem } from '../../../core/wire'
import { say } from '../../laterMessages'
import type { FormCore } from './formCore'
import type { FormValues } from './formValues'
import { inFormOrder } from './problemOrder'

/** What is wrong with all that a form would send, in the order of its fields. `action`: what the save is for. */
export function problemsOf(core: FormCore, values: FormValues, action?: string): FieldProblem[] {
  const { plan, fields, items, context } = core
  const problems = new Problems()
  const known = values.known()
  const stored = values.stored(problems)
  for (const name of core.arrivals.failed()) {
    const field = items.get(name)?.plan.field
    if (field) problems.at(name, 'upload', say('files.notTaken', { title: field.title }))
  }
  if (plan.asks) checkDialog(core, known, stored, problems)
  else checkRecord(known, stored, conditionsOf(plan.sections), context, problems)
  if (action !== undefined) {
    checkForAction(known, stored, action, core.environment, problems)
    const read = readOf(stored)
    for (const field of Object.values(fields))
      if (isAttached(field) && field.requiredFor.includes(action) && isNeeded(field, read, core.environment) && isBlank(stored[field.name]))
        problems.field(field, 'required', 'invalid.required')
  }
  const columns = new Map([...items.keys()].map((name) => [name, [] as string[]]))
  for (const { name, fields: cells } of plan.lines) columns.set(name, Object.keys(cells))
  return inFormOrder(problems.all, columns)
}

function checkDialog({ environment }: FormCore, known: CheckedPlan, submitted: Values, problems: Problems): void {
  const ofRecord = readOf(submitted)
  checkSubmitted(Object.values(known.fields), submitted, ofRecord, environment, problems)
  for (const table of Object.values(known.lines)) {
    checkRowCount(table, rowsOf(submitted, table.name).length, problems)
    rowsOf(submitted, table.name).forEach((row, index) =>
      checkSubmitted(typedColumns(table), row, readOfRow(table.fields, row, ofRecord), environment, problems, { lines: table, index }),
    )
  }
}

/** What the server would have confirmed of these values, as far as the form knows what it is judged by. */
export function warningsIn(core: FormCore, values: FormValues, titles: Titles): FieldProblem[] {
  const { plan, fields, base, environment, isKnown } = core
  const judged = (plan.warnings ?? []).filter((one) => warningReads([one]).every((name) => name === 'user' || isKnown(name)))
  if (judged.length === 0) return []
  const judge = { fields, titles, environment }
  const now = warningsOf(judged, values.stored(new Problems()), judge)
  return base.isNew ? now : newWarnings(now, warningsOf(judged, base.record, judge))
}
