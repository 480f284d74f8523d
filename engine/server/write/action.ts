import { asMasked, isAttached, isEmptyValue } from '../../core/fields'
import type { AskedLinesPlan, EntityActionPlan, EntityPlan, FieldPlan } from '../../core/plan'
import { checkSubmitted, checkChanges, checkForAction, isNeeded } from '../../core/record/check'
import { complete } from '../../core/record/defaults'
import { differenceOf } from '../../core/record/difference'
import type { Refusal } from '../../core/refusal'
import { computed, computedColumns } from '../../core/record/formulas'
import { carry } from '../../core/record/references'
import { actionRefusal } from '../../core/record/refusal'
import { Problems as RecordProblems, type LinePlace } from '../../core/record/problems'
import { evaluate, readOf, readOfSubmitted, type Read } from '../../core/record/scope'
import { asStored } from '../../core/record/stored'
import { byName, rowsOf, type Fields, type Values } from '../../core/record/values'
import type { RecordValues } from '../../core/wire'
import { attachFiles, checkFiles, countFiles } from '../uploads/attachments'
import { withStored } from '../masks'
import { refuseRenumbering, wantNumbers } from '../record/sequences'
import { acceptedFrom } from '../outside'
import type { Accepted } from '../accepted'
import { objectBody, readBody, type Submitted } from '../record/body'
import { shownChanges } from '../record/changes'
import { lockAhead } from '../ledger/ahead'
import { carryOut, undoneRun } from '../ledger/carryOut'
import { takenBackFrom } from '../ledger/undo'
import { noteState } from '../ledger/settle'
import { actionOf, lineTable, type ActionRequest, type WriteContext } from '../record/context'
import { refuseUnlessWordsMissing } from '../record/dryRun'
import { refusalOf } from '../record/refusals'
import { updateComputed } from '../record/store'
import { copyRecord } from '../record/draft'
import { readVersion, refuseByRecord, refuseStaleTo, stateOf } from '../record/guards'
import { addHistory } from '../record/history'
import { loadRecord } from '../record/load'
import { Problems } from '../problems'
import { followReferences } from '../record/references'
import {
  asPerformed,
  checkProposal,
  emptiedBy,
  noteEffective,
  pendingColumn,
  pendingStep,
  applyPendingStep,
  underDecision,
  type PendingStep,
} from './pending'
import { requestedFiles, dropRequestedFiles, storeRequestedFiles, applyRequestedFiles, waitingFiles } from './pendingFiles'
import { adoptByRule, changeable, checkContext, runSavedRule, writeDifference } from '../record/save'
import { recordChanged } from '../record/sums'
import { judge } from '../record/warnings'

/**
 * Carries out an action, the only way a state changes (design.md section 5): locked row, guard, dialog, rule, state, history. What the
 * dialog asks under the name of a field of the record or of a row is written there; empty answers leave it as it is, unless `clear` names them.
 * @throws HttpProblem 400, 404, 409, 417, 422
 */
export async function perform(
  context: WriteContext,
  { entity: entityName, id, action: actionName, body, from, undoes, alone }: ActionRequest,
): Promise<void> {
  const entity = context.writing.entity(entityName)
  const action = asPerformed(entity, actionOf(entity, actionName), from?.writable)
  const input = objectBody(body ?? {})
  const version = readVersion(input)
  const visible = from ? { visible: true, where: from.where } : {}
  await lockAhead(context, entity, action, id, visible)
  const before = await loadRecord(context, entity.name, id, { lock: 'change', ...visible })
  await refuseStaleTo(context, entity, before, version)
  refuseByRecord(actionRefusal(entity, action, before, context.user, context.environment))
  const step = pendingStep(action, before)

  const problems = new Problems()
  const values = underDecision(entity, step, before)
  const form = await readForm(context, entity, action, values, input, problems)
  writeForm(entity, action, form, values)
  checkForAction(entity, values, action.name, context.environment, problems)
  await checkNeededFiles(context, entity, action, values, form, problems)
  const proposal = { before, values, answered: new Set(filledNames(form.values)), page: from?.page ?? {} }
  await checkProposal(context, entity, step, proposal, problems)
  refuseUnlessWordsMissing(context, action, problems)

  const empty = new Set([...form.empty, ...emptiedBy(step, before)])
  await writeSet(context, entity, action, { form, before, values, empty })
  const undone = await undoneRun(context, entity, id, action, undoes)
  const outcome = await runRule(context, entity, action, form, undone ? await takenBackFrom(context, entity, values, undone) : values)
  if (outcome.refused) return keepOfRefusal(context, entity, id, outcome, alone)
  let after = copyRecord(entity, values)
  writeOutcome(entity, outcome.set ?? {}, after)
  await adoptByRule(context, entity, values, after)
  let to = targetState(action, outcome.to)
  const submitted = spoken(action, form)
  checkOutcome(context, entity, form, before, outcomeOf(entity, step, after, to))
  const own = ownWrites(action, outcome.set)
  const files = step === 'request' ? await requestedFiles(context, entity, action, id, form) : []
  const pendingResult =
    step && (await applyPendingStep(context, entity, action, step, { before, after, to, own, empty, files, ...submitted }))
  if (pendingResult) ({ after, to } = pendingResult)
  if (entity.statusField !== undefined && to !== undefined) after[entity.statusField] = to
  noteEffective(entity, after, pendingResult)
  refuseRenumbering(entity, before, after)
  if (from && step === 'request') judge(context, entity, entity.warnings, { values, before })
  if (from)
    judge(context, { fields: { ...byName(action.ask), ...entity.fields } }, action.warnings, {
      values: { ...form.values, ...after },
      more: { form: formOf(form) },
    })

  const difference = differenceOf(entity, before, after)
  if (pendingResult) Object.assign(difference.fields, pendingColumn(pendingResult))
  await writeDifference(context, entity, before, difference)
  await recordChanged(context, entity, id, before, after)
  const waiting = waitingFiles(entity, action)
  for (const field of action.ask)
    if (isAttached(field) && !waiting.some(({ name }) => name === field.name))
      await attachFiles(context, entity.name, id, field.name, filesOf(form.values, field))
  await storeRequestedFiles(context, entity, id, files)
  if (step === 'apply') await applyRequestedFiles(context, entity, before)
  if (step === 'drop') await dropRequestedFiles(context, entity, before)
  const state = stateOf(entity, before)
  noteState(context, entity, after, to !== undefined)
  context.flow.effects?.rewrite(entity.name, before, after)
  if (state && to !== undefined) context.flow.effects?.change({ entity: entity.name, id, from: state.code, to })
  const run = await addHistory(context, entity, before, {
    action: action.name,
    title: action.title,
    ...(state && to !== undefined ? { from: state.code, to } : {}),
    ...submitted,
    changes: pendingResult?.changes ?? shownChanges(context.writing.services.plan, entity, before, after),
    undoes: undone?.id,
  })
  wantNumbers(context, entity, id, action.name)
  if (step === 'apply') await runSavedRule(context, entity, id, before)
  // A change that was only requested, or was dropped, has no effects.
  if (step !== 'request' && step !== 'drop') await carryOut(context, { entity, action, id, before, form: formOf(form), run, undone })
}

/**
 * The record as it is checked, in the state that the action leads to. A change that is only requested, or dropped, is checked in the present state.
 */
function outcomeOf(entity: EntityPlan, step: PendingStep, after: RecordValues, to: string | undefined): RecordValues {
  if (entity.statusField === undefined || to === undefined || step === 'request' || step === 'drop') return after
  return { ...after, [entity.statusField]: to }
}

/**
 * Checks the record after dialog, formulas and rule.
 * @throws HttpProblem 422 at fields of the record; a problem in a row of the dialog is reported at the dialog's row
 */
function checkOutcome(context: WriteContext, entity: EntityPlan, form: Form, before: RecordValues, after: RecordValues): void {
  const found = new RecordProblems()
  checkChanges(entity, before, after, checkContext(context), found)
  const problems = new Problems()
  for (const { path, rule, detail, params } of found.all) problems.at(pathInDialog(path, form, after), rule, detail, params)
  problems.throwIfAny()
}

/** Turns the path of a cell of the record into the path of the same row in the dialog; a row that the dialog does not show becomes its table. */
function pathInDialog(path: string, { rows }: Form, record: RecordValues): string {
  const [table = '', index, column] = path.split('.')
  if (column === undefined) return path
  const row = rowsOf(record, table)[Number(index)]
  const place = rows?.lines === table ? rows.rows.findIndex(({ row: submitted }) => submitted['id'] === row?.['id']) : -1
  return place < 0 ? table : `${table}.${place}.${column}`
}

/** What an action writes by its dialog, its `set` and its rule. */
function ownWrites(action: EntityActionPlan, bySet: Values = {}): string[] {
  return [...formNames(action), ...Object.keys(action.set), ...Object.keys(bySet)]
}

/** What the dialog of an action may send: its fields, and the rows that it asks about. */
export function formNames({ ask, askLines }: Pick<EntityActionPlan, 'ask' | 'askLines'>): string[] {
  return [...ask.map(({ name }) => name), ...(askLines ? [askLines.lines] : [])]
}

/** What a rule answers: fields, and cells of line tables by the ids of their rows. */
function writeOutcome(entity: EntityPlan, set: Values, after: Values): void {
  for (const [name, value] of Object.entries(set)) {
    if (Object.hasOwn(entity.lines, name)) after[name] = rowsLaidOver(rowsOf(after, name), rowsOf(set, name))
    else after[changeable(entity, name).name] = value
  }
}

function rowsLaidOver(rows: Values[], set: Values[]): Values[] {
  const byId = new Map(set.map((row) => [row['id'], row]))
  return [...rows.map((row) => ({ ...row, ...byId.get(row['id']) })), ...set.filter((row) => row['id'] === undefined)]
}

/** The dialog's answers: fields, and rows by the ids of the record's rows. */
interface Form {
  values: Values
  /** Fields that were emptied. */
  empty: ReadonlySet<string>
  /** Undefined when the dialog asks no rows. */
  rows?: { lines: string; rows: AskedRow[] }
}

async function readForm(
  context: WriteContext,
  entity: EntityPlan,
  action: EntityActionPlan,
  record: RecordValues,
  body: Values,
  problems: Problems,
): Promise<Form> {
  const { askLines } = action
  const fields = byName(action.ask)
  const accepted = acceptedFrom(acceptedBy(entity, fields, askLines), context.user)
  const submitted = readBody(accepted, withStored(accepted, body, record), context.writing.checks, problems)
  const { environment } = context
  const { empty } = submitted
  const values = submittedValues(submitted.values, empty)
  const read = readOfSubmitted(fields, values, record)
  complete(fields, values, new Set([...empty, ...filledNames(record)]), read, environment)
  const rows = askLines ? submittedRowsOf(entity, askLines, submitted, record, read, problems) : []
  const cells = byName(askLines?.fill ?? [])
  for (const row of rows) complete(cells, row.row, new Set([...row.empty, ...filledNames(row.stored)]), row.read, environment)
  const holders = [
    { fields, values, changed: filledNames(values), read, empty },
    ...rows.map(({ row, ...asked }) => ({ fields: cells, values: row, changed: filledNames(row), ...asked })),
  ]
  await followReferences(context, holders, problems)
  for (const field of computedColumns(fields)) values[field.name] = computed(field, read, environment)
  for (const row of rows) for (const field of computedColumns(cells)) row.row[field.name] = computed(field, row.read, environment)
  checkSubmitted(action.ask, values, read, environment, problems)
  for (const { row, read: readRow, place } of rows) checkSubmitted(askLines?.fill ?? [], row, readRow, environment, problems, place)
  for (const field of action.ask)
    if (isAttached(field)) {
      const replaces = action.pending?.includes(field.name) === true
      await checkFiles(context, entity.name, record.id, field, filesOf(values, field), problems, { replaces })
    }
  return askLines ? { values, empty, rows: { lines: askLines.lines, rows } } : { values, empty }
}

/** A field of the dialog that is missing or empty leaves the record as it is, unless `clear` names it. */
function submittedValues(submitted: Values, empty: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(submitted).filter(([name, value]) => !isEmptyValue(value) || empty.has(name)))
}

function acceptedBy(entity: EntityPlan, fields: Fields, askLines: AskedLinesPlan | undefined): Accepted {
  const lines = askLines
    ? { [askLines.lines]: { table: lineTable(entity, askLines.lines), cells: withoutReadOnly(byName(askLines.fill)) } }
    : {}
  return { fields: withoutReadOnly(fields), lines, beside: ['version'] }
}

function withoutReadOnly(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.readOnly))
}

interface AskedRow {
  /** The answers, with the id of the row that they are about. */
  row: Values
  empty: ReadonlySet<string>
  stored: Values
  /** What expressions about the row read. */
  read: Read
  place: LinePlace
}

/** Each row names one of the record's. */
function submittedRowsOf(
  entity: EntityPlan,
  askLines: AskedLinesPlan,
  submitted: Submitted,
  record: RecordValues,
  read: Read,
  problems: Problems,
): AskedRow[] {
  const lines = lineTable(entity, askLines.lines)
  const columns = { ...lines.fields, ...byName(askLines.fill) }
  const stored = new Map(rowsOf(record, lines.name).map((row) => [row['id'], row]))
  return (submitted.lines[lines.name] ?? []).map(({ id, cells, empty }, index) => {
    const asked = stored.get(id) ?? {}
    const place = { lines, index }
    if (!stored.has(id)) problems.row(place, 'reference', 'invalid.unknown-row')
    // Each row is answered once.
    stored.delete(id)
    const row = { ...submittedValues(cells, empty), id }
    return { row, empty, stored: asked, place, read: readOfSubmitted(columns, row, asked, read) }
  })
}

/** A field of the dialog with the name of a field of the record writes that field. */
function writeForm(entity: EntityPlan, action: EntityActionPlan, form: Form, values: Values): void {
  writeSubmitted(entity.fields, action.ask, form.values, form.empty, values)
  if (!form.rows || !action.askLines) return
  const stored = new Map(rowsOf(values, form.rows.lines).map((row) => [row['id'], row]))
  for (const { row: submitted, empty } of form.rows.rows) {
    const row = stored.get(submitted['id'])
    if (row) writeSubmitted(lineTable(entity, form.rows.lines).fields, action.askLines.fill, submitted, empty, row)
  }
}

function writeSubmitted(fields: Fields, asked: readonly FieldPlan[], submitted: Values, empty: ReadonlySet<string>, values: Values): void {
  for (const { name } of asked) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (field?.stored && (!isEmptyValue(submitted[name]) || empty.has(name))) carry(field, submitted, values)
  }
}

/** The action's own formulas, over the record, the dialog and who is at work. */
async function writeSet(
  context: WriteContext,
  entity: EntityPlan,
  action: EntityActionPlan,
  { form, before, values, empty }: { form: Form; before: RecordValues; values: Values; empty: ReadonlySet<string> },
): Promise<void> {
  const read = readOf({ ...values, form: formOf(form) })
  for (const [name, expression] of Object.entries(action.set)) {
    const field = entity.fields[name]
    if (field) values[name] = asStored(field, evaluate(expression, read, context.environment))
  }
  await adoptByRule(context, entity, before, values, empty)
}

/** Writes what the rule keeps of its refusal, which is told when that is committed. @throws HttpProblem when nothing may be kept of it */
async function keepOfRefusal(
  context: WriteContext,
  entity: EntityPlan,
  id: string,
  { refused, set = {} }: RuleOutcome,
  alone: true | undefined,
): Promise<void> {
  if (!refused) return
  const refusal = refusalOf(context.writing.services.extensions.refusals, refused)
  if (!alone || context.flow.dry) throw refusal
  const kept = Object.entries(set).map(([name, value]) => [changeable(entity, name).name, value])
  if (kept.length > 0) await updateComputed(context, entity, id, Object.fromEntries(kept))
  context.flow.refusal = refusal
}

interface RuleOutcome {
  to?: string
  set?: Values
  refused?: Refusal
}

async function runRule(
  context: WriteContext,
  entity: EntityPlan,
  action: EntityActionPlan,
  form: Form,
  values: RecordValues,
): Promise<RuleOutcome> {
  const rule = action.rule === undefined ? undefined : context.writing.services.extensions.action[action.rule]
  if (!rule) return {}
  const self = { entity: entity.name, id: values.id }
  return context.flow.deciding.during(self, async () => {
    // The rule gets a copy: what it wants to be written is what it answers.
    return (await rule(context.tools, { record: copyRecord(entity, values), form: formOf(form), action: action.name })) ?? {}
  })
}

/** @throws TypeError when the rule has to choose and does not, or chooses what the schema does not allow */
function targetState(action: EntityActionPlan, chosen: string | undefined): string | undefined {
  if (chosen === undefined && action.to.length <= 1) return action.to[0]
  if (chosen !== undefined && action.to.includes(chosen)) return chosen
  throw new TypeError(`the rule of ${action.name} chose ${chosen ?? 'no state'}, allowed: ${action.to.join(', ')}`)
}

async function checkNeededFiles(
  context: WriteContext,
  entity: EntityPlan,
  action: EntityActionPlan,
  record: RecordValues,
  form: Form,
  problems: Problems,
): Promise<void> {
  const read = readOf(record)
  for (const field of Object.values(entity.fields)) {
    if (!isAttached(field) || !field.requiredFor.includes(action.name) || filesOf(form.values, field).length > 0) continue
    if (!isNeeded(field, read, context.environment)) continue
    if ((await countFiles(context, entity.name, record.id, field.name)) === 0) problems.field(field, 'required', 'invalid.required')
  }
}

/** The submitted values for the history: the opinion in its own column, the rest as entered, masked values masked. */
function spoken({ ask, askLines }: EntityActionPlan, { values, rows }: Form): { opinion?: string; extra?: Values } {
  const { opinion, ...rest } = masked(byName(ask), values)
  const submitted = Object.fromEntries(Object.entries(rest).filter(([, value]) => !isEmptyValue(value)))
  return {
    opinion: typeof opinion === 'string' ? opinion : undefined,
    extra: {
      ...submitted,
      ...(rows && rows.rows.length > 0
        ? { [rows.lines]: submittedRows(rows).map((row) => masked(byName(askLines?.fill ?? []), row)) }
        : {}),
    },
  }
}

function masked(fields: Fields, values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fields[name] ? asMasked(fields[name], value) : value]))
}

/** The dialog as rules and formulas read it. */
function formOf({ values, rows }: Form): Values {
  return { ...values, ...(rows ? { [rows.lines]: submittedRows(rows) } : {}) }
}

function submittedRows({ rows }: NonNullable<Form['rows']>): Values[] {
  return rows.map(({ row }) => row)
}

function filesOf(values: Values, field: FieldPlan): string[] {
  const files = values[field.name]
  return Array.isArray(files) ? files.map(String) : []
}

function filledNames(values: Values): string[] {
  return Object.keys(values).filter((name) => !isEmptyValue(values[name]))
}
