import { displayOf, isAttached, targetsOf } from '../../core/fields'
import { refKey, type RecordRef } from '../../core/ledger/book'
import { computeFormulas, formulasOver } from '../../core/record/formulas'
import type { Environment } from '../../core/record/scope'
import type { EntityActionPlan, EntityPlan } from '../../core/plan'
import { rowsOf, type Values } from '../../core/record/values'
import type { FieldProblem, RecordValues } from '../../core/wire'
import { HttpProblem } from '../problem'
import type { WriteContext } from './context'
import { copyRecord } from './draft'
import { foreignOwners, scopeRule } from './owners'
import type { Problems } from '../problems'

/** What a dry run of a save has come to, when it ends before its end. */
export class DryRunOver extends Error {
  constructor() {
    super('a dry run has computed what it can')
    this.name = 'DryRunOver'
  }
}

interface KeptSum {
  /** Line table and row, where it does not stand in the record itself. */
  lines?: string
  row?: string
  field: string
  value: unknown
}

/** Notes of a dry run: nothing of its transaction will stand. */
export class DryRun {
  /** All that a save or an action would be refused for. */
  readonly problems = new Map<string, FieldProblem>()
  /** The record as it would be saved, as far as it could be computed. */
  values: Values | undefined
  /** Changed sums by the record that keeps them; they are not written, so that no other transaction waits for their locks. */
  readonly #sums = new Map<string, KeptSum[]>()

  keep(ref: RecordRef, sum: KeptSum): void {
    const kept = this.#sums.get(refKey(ref)) ?? []
    this.#sums.set(refKey(ref), [...kept.filter((each) => each.field !== sum.field || each.row !== sum.row), sum])
  }

  /** Puts the sums that were kept into a record as it is stored. */
  layOver(entity: EntityPlan, record: RecordValues, environment: Environment): void {
    const kept = this.#sums.get(refKey({ entity: entity.name, id: record.id })) ?? []
    for (const { lines, row, field, value } of kept) {
      const holder = lines === undefined ? record : rowsOf(record, lines).find((each) => each['id'] === row)
      if (holder) holder[field] = value
    }
    const names = kept.map(({ lines, field }) => (lines === undefined ? field : `${lines}.${field}`))
    if (kept.length > 0) computeFormulas(entity, record, environment, formulasOver(entity, names))
  }

  note(problems: readonly FieldProblem[]): void {
    for (const problem of problems)
      if (!this.problems.has(problem.path) || problem.rule === scopeRule) this.problems.set(problem.path, problem)
  }

  /** Why the record is not one of the user's rows: nothing that was computed of it may be told, neither figures nor what rules refuse. */
  get foreign(): FieldProblem[] {
    return [...this.problems.values()].filter(({ rule }) => rule === scopeRule)
  }
}

/**
 * Runs the rule that ends a save, on values that have no problems. A dry run notes the problems instead, lets the rule compute with the values
 * that have none, and ends when there was any problem.
 * @param rule completes the values that it is given
 * @throws HttpProblem 422; DryRunOver
 */
export async function completeByRule(
  context: WriteContext,
  entity: EntityPlan,
  values: Values,
  problems: Problems,
  rule: (values: Values) => Promise<void>,
): Promise<void> {
  const { flow, environment } = context
  const { dry } = flow
  if (!dry) {
    problems.throwIfAny()
    return rule(values)
  }
  dry.note(problems.all)
  const sound = withoutUnsound(entity, values, problems)
  try {
    await rule(sound)
  } catch (error) {
    if (error instanceof HttpProblem) dry.note(problemsOf(error))
    // Given half a record, a rule may come to an end anywhere.
    const isToBeExpected = error instanceof HttpProblem && problemsOf(error).length > 0
    if (problems.none && !isToBeExpected) throw error
  }
  for (const [name, value] of Object.entries(sound)) {
    const table = entity.lines[name]
    // Rows are completed in place, so those that were left out stay among them.
    if (!table || rowsOf(values, name).length <= rowsOf(sound, name).length) values[name] = value
  }
  computeFormulas(entity, values, environment)
  // A rule may settle whose it is, and with other problems there is no stored row to ask.
  dry.note(await foreignOwners(context, entity, values, problems))
  dry.values = copyRecord(entity, values)
  if (dry.problems.size > 0) throw new DryRunOver()
}

/**
 * Ends a real action here when something is wrong with its dialog. A dry run goes on where words alone are missing, such as an opinion: no
 * figure rests on them. @throws HttpProblem 422
 */
export function refuseUnlessWordsMissing({ flow }: WriteContext, { ask }: EntityActionPlan, problems: Problems): void {
  const words = new Set(ask.flatMap((field) => (isAttached(field) || field.maxLength !== undefined ? field.name : [])))
  if (!flow.dry || !problems.all.every(({ rule, path }) => rule === 'required' && words.has(path))) return problems.throwIfAny()
  flow.dry.note(problems.all)
}

/** A refusal as a problem of the record as a whole; none for what a form can do nothing about. */
export function problemsOf({ status, message, extras }: HttpProblem): FieldProblem[] {
  if (status === 422) return extras.errors ?? []
  if (status !== 417) return []
  return [{ pointer: '', path: '', rule: 'refused', detail: message, params: extras.params }]
}

/**
 * The record without what a rule must not use: rows with problems, and references that the user may not choose. Rules can read every row of the
 * database, so figures that are computed from such a reference would reveal what the user may not see.
 */
function withoutUnsound({ fields, lines }: EntityPlan, values: Values, problems: Problems): Values {
  const rows = Object.keys(lines).map((name) => [
    name,
    rowsOf(values, name).filter((_row, index) => !problems.isUnsound(`${name}.${index}`)),
  ])
  const sound: Values = { ...values, ...Object.fromEntries(rows) }
  for (const field of Object.values(fields)) {
    if (targetsOf(field).length === 0 || !problems.isUnsound(field.name)) continue
    const display = displayOf(field)
    sound[field.name] = null
    if (display !== undefined) sound[display] = null
  }
  return sound
}
