/**
 * Changes that wait for an approval, in the pipeline of actions.
 *
 *   request   the record as it would become is checked as a save of it would be, tried on the table, and set apart; the old values stand
 *   apply     what was set apart is laid over the record, checked again under its lock, and written
 *   drop      what was set apart is forgotten, and the state before comes back
 */
import { sql } from 'kysely'
import { displayOf, isEmptyValue, sameValue, type StoredFile } from '../../core/fields'
import { messageText } from '../messages'
import { asProposed, effectiveField, pendingField, pendingOf, type PendingChange, type PendingFieldChange } from '../../core/pending'
import type { EntityActionPlan, EntityPlan } from '../../core/plan'
import { checkPassed, checkRecord } from '../../core/record/check'
import { storedDifference } from '../../core/record/difference'
import { computeFormulas } from '../../core/record/formulas'
import type { PageConditions } from '../../core/record/page'
import { carry } from '../../core/record/references'
import { readOf } from '../../core/record/scope'
import type { Values } from '../../core/record/values'
import type { RecordChange, RecordValues } from '../../core/wire'
import { refused } from '../problem'
import { shownChanges } from '../record/changes'
import type { WriteContext } from '../record/context'
import { copyRecord, rechosen } from '../record/draft'
import { refuseOutOfScope } from '../record/owners'
import { judgePeriods } from '../record/intervals'
import type { RequestedFiles } from './pendingFiles'
import type { Problems } from '../problems'
import { followReferences } from '../record/references'
import { adoptByRule, checkContext, runSaveRule } from '../record/save'
import { updateRecord, writerId } from '../record/store'

/**
 * The action as it is performed: what the edit form sends of the pending fields is asked like what stands in a dialog, but nothing is filled in
 * that was not sent.
 * @param writable what the form may write
 */
export function asPerformed(
  entity: EntityPlan,
  action: EntityActionPlan,
  writable: readonly string[] | undefined = action.pending,
): EntityActionPlan {
  if (action.via !== 'edit') return action
  const typed = (action.pending ?? []).flatMap((name) => (writable?.includes(name) ? (entity.fields[name] ?? []) : []))
  const asked = typed.map(({ default: _preset, follows: _follows, ...field }) => ({ ...field, required: false, requiredFor: [] }))
  return { ...action, ask: [...action.ask, ...asked] }
}

/** What an action does about a change that waits: ask for one, write it, forget it, or have nothing to do with any. */
export type PendingStep = 'request' | 'apply' | 'drop' | undefined

/** Of an action that the record does not refuse. */
export function pendingStep(action: EntityActionPlan, record: RecordValues): PendingStep {
  if (pendingOf(record)) return action.onPending
  return action.pending ? 'request' : undefined
}

/** Fields that a change empties which is to be written. */
export function emptiedBy(step: PendingStep, record: RecordValues): readonly string[] {
  return step === 'apply' ? (pendingOf(record)?.clear ?? []) : []
}

/** The record that the dialog is about: with the values that wait where they are to be written. */
export function underDecision(entity: EntityPlan, step: PendingStep, record: RecordValues): RecordValues {
  const proposed = copyRecord(entity, step === 'apply' ? asProposed(record) : record)
  for (const name of emptiedBy(step, record)) if (entity.fields[name]) carry(entity.fields[name], {}, proposed)
  return proposed
}

/**
 * Checks the record as it would become, when a change is asked for and again before it is written, since what was possible then may not be any
 * more: its references, its formulas and checks, and by the rule of its saves, which may settle a value.
 * @param values the record with the change and the dialog's answers; what follows from them is written there
 * @param answered references that were looked up with the dialog's answers
 */
export async function checkProposal(
  context: WriteContext,
  entity: EntityPlan,
  step: PendingStep,
  { before, values, answered, page }: { before: RecordValues; values: RecordValues; answered: ReadonlySet<string>; page: PageConditions },
  problems: Problems,
): Promise<void> {
  if (step === undefined || step === 'drop') return
  const read = readOf(values)
  const changed = rechosen(entity.fields, values, before, read, readOf(before)).filter((name) => !answered.has(name))
  const empty = new Set(emptiedBy(step, before))
  await followReferences(context, [{ fields: entity.fields, values, changed, read, empty }], problems)
  computeFormulas(entity, values, context.environment)
  checkRecord(entity, values, page, checkContext(context), problems)
  checkPassed(entity, values, context.environment, problems)
  problems.throwIfAny()
  await runSaveRule(context, entity, values, before)
}

/** The outcome of a step: what is written besides the changed fields. */
export interface PendingResult {
  /** The record as it is written. */
  after: RecordValues
  pending: PendingChange | null
  to: string | undefined
  changes: RecordChange[]
}

interface Outcome {
  before: RecordValues
  /** As the action would leave it. */
  after: RecordValues
  to: string | undefined
  /** What the action itself writes, whatever becomes of the change: fields and line tables. */
  own: readonly string[]
  /** Fields that the request has emptied by name. */
  empty: ReadonlySet<string>
  /** Files that the request asks for. */
  files: readonly RequestedFiles[]
  opinion?: string
}

/**
 * Sets the pending values of a record apart, or ends the wait.
 * @throws HttpProblem 417 for a request that changes nothing, 422 for one that the table or a period could not take
 */
export async function applyPendingStep(
  context: WriteContext,
  entity: EntityPlan,
  action: EntityActionPlan,
  step: Exclude<PendingStep, undefined>,
  outcome: Outcome,
): Promise<PendingResult> {
  const { before, after, to, own, empty, files, opinion } = outcome
  const { plan } = context.writing.services
  const changes = shownChanges(plan, entity, before, after)
  if (step !== 'request') {
    // What was there before the request is where a dropped one leads back to.
    const pending = pendingOf(before)
    if (step === 'drop') return { after, pending: null, to: pending?.fromStatus ?? to, changes }
    return { after, pending: null, to, changes: [...changes, ...withoutFiles((pending?.changes ?? []).filter((change) => change.files))] }
  }
  const names = action.pending ?? []
  const asked: PendingFieldChange[] = [...changes.filter(({ field }) => names.includes(field)), ...files.map(changeOfFiles)]
  if (asked.length === 0) throw refused(messageText('refused.no-change', { action: action.title }))
  await tryOut(context, entity, action, outcome)

  const kept = copyRecord(entity, before)
  for (const name of own) {
    const field = names.includes(name) ? undefined : entity.fields[name]
    if (field) carry(field, after, kept)
    else if (Object.hasOwn(entity.lines, name)) kept[name] = after[name]
  }
  await adoptByRule(context, entity, before, kept, empty)
  const proposed: Values = { ...after, ...Object.fromEntries(files.map((each) => [each.field.name, each.after])) }
  const isAsked = (name: string): boolean => asked.some(({ field }) => field === name)
  const pending: PendingChange = {
    action: action.name,
    title: action.title,
    fromStatus: String(before[entity.statusField ?? '']),
    values: Object.fromEntries(
      names.filter((name) => isAsked(name) && !isEmptyValue(proposed[name])).flatMap((name) => shown(entity, name, proposed)),
    ),
    clear: names.filter((name) => isEmptyValue(proposed[name]) && (isAsked(name) || empty.has(name))),
    changes: asked,
    opinion,
    requestedById: writerId(context.user),
    requestedByName: context.user.name,
    requestedAt: context.environment.now,
  }
  return { after: kept, pending, to, changes: [...shownChanges(plan, entity, before, kept), ...withoutFiles(asked)] }
}

function changeOfFiles({ field, before, after }: RequestedFiles): PendingFieldChange {
  const fileNames = (files: readonly StoredFile[]): string | null =>
    files.length === 0 ? null : files.map(({ name }) => name).join(messageText('value.separator'))
  return { field: field.name, title: field.title, before: fileNames(before), after: fileNames(after), files: after }
}

/** As a text for the history. */
function withoutFiles(changes: readonly PendingFieldChange[]): RecordChange[] {
  return changes.map(({ files: _files, ...change }) => change)
}

/** The column that keeps it. */
export function pendingColumn({ pending }: Pick<PendingResult, 'pending'>): Values {
  return { [pendingField]: pending }
}

/** The state that others see of the record as it is written, which the database will compute. */
export function noteEffective({ pending, statusField }: EntityPlan, after: RecordValues, result: PendingResult | undefined): void {
  if (pending && statusField !== undefined) after[effectiveField] = result?.pending?.fromStatus ?? after[statusField]
}

/** A value with the display value of a reference. */
function shown(entity: EntityPlan, name: string, values: Values): [string, unknown][] {
  const display = entity.fields[name] && displayOf(entity.fields[name])
  return [name, ...(display === undefined ? [] : [display])].map((part) => [part, values[part] ?? null])
}

/**
 * Whether the table could take the record as it would become: keys that another record has, periods that would overlap, a scope that it would
 * leave. Nothing of it stays.
 */
async function tryOut(context: WriteContext, entity: EntityPlan, action: EntityActionPlan, { before, after }: Outcome): Promise<void> {
  const { id } = before
  const [approved] = Object.values(entity.actions)
    .filter(({ onPending, from }) => onPending === 'apply' && (from.length === 0 || from.some((state) => action.to.includes(state))))
    .flatMap(({ to }) => to)
  const difference = storedDifference(Object.values(entity.fields), before, after)
  if (entity.statusField !== undefined && approved !== undefined) difference[entity.statusField] = approved
  await sql`savepoint pending_change`.execute(context.trx)
  await updateRecord(context, entity, before, difference)
  if (entity.intervals) await judgePeriods(context, [{ entity: entity.name, id, before }])
  if (!sameScope(entity, before, after)) await refuseOutOfScope(context, entity, [{ id, values: after }])
  await sql`rollback to savepoint pending_change`.execute(context.trx)
}

/** Whether nothing has changed that who may see the record could depend on. */
function sameScope(entity: EntityPlan, before: Values, after: Values): boolean {
  return Object.values(entity.fields).every(
    (field) => !field.stored || field.ref === undefined || sameValue(field, before[field.name], after[field.name]),
  )
}
