import { isEmptyValue } from '../../core/fields'
import { messageText } from '../messages'
import type { EntityPlan, FieldPlan } from '../../core/plan'
import { checkPassed, checkRecord, type CheckContext } from '../../core/record/check'
import { differenceOf, isBuiltIn, type Difference } from '../../core/record/difference'
import { computeFormulas } from '../../core/record/formulas'
import type { PageConditions } from '../../core/record/page'
import type { Values } from '../../core/record/values'
import { fieldsOf, fixedValues, meetsTest, testsOf, type Where } from '../../core/where'
import type { RecordValues } from '../../core/wire'
import { withStored } from '../masks'
import { numberRows } from './serial'
import { acceptedFrom } from '../outside'
import { refuseRenumbering, wantNumbers } from './sequences'
import type { Accepted } from '../accepted'
import { objectBody, readBody, typedFields, type Submitted } from './body'
import { completeByRule } from './dryRun'
import { shownChanges } from './changes'
import type { WriteContext } from './context'
import { adoptRuleValues, changedValues, copyRecord, newValues, type NewRecord } from './draft'
import { readVersionOrThrow, refuseClosed, refuseStaleTo, refuseState } from './guards'
import { addHistories, addHistory, type HistoryLine } from './history'
import { loadRecord } from './load'
import { refuseForeign, refuseOutOfScope } from './owners'
import { Problems } from '../problems'
import { refuseUnseenRows } from './rowNames'
import { recordChanged } from './sums'
import { judge } from './warnings'
import { deleteLines, insertLines, insertRecords, updateLine, updateRecord } from './store'

/** What a screen lets be saved. */
export interface SaveAccess {
  entity: string
  accepted: Accepted
  /** Conditions of the page that sends it. */
  page: PageConditions
  /** Fixed values of the screen. */
  where?: Where
}

/** `POST {base}`. Returns the id. @throws HttpProblem 400, 422, 417 by a rule */
export async function create(context: WriteContext, access: SaveAccess, body: unknown): Promise<string> {
  const entity = context.writing.entity(access.entity)
  const [begun] = await beginDrafts(context, access, [body])
  if (!begun) throw new TypeError('a body is one record')
  await finishDraft(context, access, begun)
  const [id = ''] = await insert(context, entity, [begun.values], { refuse: (written) => refuseOutOfScope(context, entity, written) })
  return id
}

/** A record that is to be created, before anything of it is written. */
export interface Draft {
  values: Values
  /** Problems found so far. */
  problems: Problems
}

/** The first part of `create` for several records: what is submitted is read, and the references of all of them are followed together. */
export async function beginDrafts(context: WriteContext, access: SaveAccess, bodies: readonly unknown[]): Promise<Draft[]> {
  const entity = context.writing.entity(access.entity)
  const accepted = acceptedFrom(access.accepted, context.user)
  const records = bodies.map((body) => {
    const problems = new Problems()
    const submitted = readBody(accepted, objectBody(body), context.writing.checks, problems)
    fix(access.where, submitted.values)
    return { submitted, empty: submitted.empty, problems }
  })
  const values = await newValues(context, entity, records, false)
  return records.map(({ problems }, index) => ({ problems, values: values[index] ?? {} }))
}

/** The second part of `create`, for one record after the other: whatever refuses or completes it. @throws HttpProblem 422, 417 by a rule */
export async function finishDraft(context: WriteContext, access: SaveAccess, { values, problems }: Draft): Promise<void> {
  const entity = context.writing.entity(access.entity)
  await refuseUnseenRows(context, entity, values, problems)
  checkFixed(context, entity, access.where, values, problems)
  begin(context, entity, values, access.page, problems)
  await refuseForeign(context, entity, values, problems)
  await completeByRule(context, entity, values, problems, (complete) => runSaveRule(context, entity, complete))
  judge(context, entity, entity.warnings, { values })
  context.flow.warnings.refuse()
}

/**
 * The last part of `create` for several finished drafts, in few statements however many there are.
 * @param drafts each with what was confirmed of it @throws HttpProblem 422 for any of them
 */
export async function storeDrafts(
  context: WriteContext,
  access: SaveAccess,
  drafts: readonly { values: Values; confirmed: readonly string[] }[],
): Promise<void> {
  if (drafts.length === 0) return
  const entity = context.writing.entity(access.entity)
  await insert(
    context,
    entity,
    drafts.map(({ values }) => values),
    { refuse: (written) => refuseOutOfScope(context, entity, written), confirmed: drafts.map(({ confirmed }) => confirmed) },
  )
}

/**
 * A record as a rule creates it: system fields may be set, and neither row scope nor the `where` of references is checked. Returns the id.
 * @throws TypeError that names what is wrong: the rule has to be fixed, the user can do nothing
 */
export async function createByRule(context: WriteContext, entity: EntityPlan, input: Values): Promise<string> {
  const [id = ''] = await createAllByRule(context, entity, [input])
  return id
}

/**
 * `createByRule` for several records, in few queries however many there are: what one of them writes the rules of the others do not see.
 * @throws TypeError that names what is wrong
 */
export async function createAllByRule(context: WriteContext, entity: EntityPlan, inputs: readonly Values[]): Promise<string[]> {
  if (inputs.length === 0) return []
  const problems = new Problems()
  const submitted = inputs.map((input) => submittedByRule(context, entity, input, problems))
  const records = await newValues(context, entity, submitted, true)
  for (const values of records) begin(context, entity, values, {}, problems)
  throwRuleProblems(entity, problems)
  for (const values of records) await runSaveRule(context, entity, values)
  return insert(context, entity, records)
}

/**
 * `createByRule` for rows of a journal, which has neither lines nor rules, in few queries however many there are.
 * @throws TypeError that names what is wrong
 */
export async function appendByRule(context: WriteContext, entity: EntityPlan, inputs: readonly Values[]): Promise<void> {
  if (!entity.appendOnly || Object.keys(entity.rules).length > 0)
    throw new TypeError(`${entity.name} is no journal that the engine can keep`)
  const problems = new Problems()
  const submitted = inputs.map((input) => submittedByRule(context, entity, input, problems))
  const records = await newValues(context, entity, submitted, true)
  for (const values of records) {
    computeFormulas(entity, values, context.environment)
    checkRecord(entity, values, {}, checkContext(context), problems)
  }
  throwRuleProblems(entity, problems)
  const { today: day } = context.environment
  await numberRows(
    context,
    entity,
    records.map((values) => ({ values, day })),
  )
  await insertRecords(context, entity, records)
}

/** Null means empty; undefined means not submitted, so a default applies. */
function submittedByRule(context: WriteContext, entity: EntityPlan, input: Values, problems: Problems): NewRecord {
  const spoken = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const submitted = readBody(allFields(entity), spoken, context.writing.checks, problems)
  return { submitted, empty: new Set(Object.keys(submitted.values)), problems }
}

/**
 * `PATCH {base}/{id}`: changes the submitted fields, empties those that `clear` names, leaves the rest. A line table is submitted as a whole. A save
 * without changes writes nothing, not even history. @throws HttpProblem 400, 404, 409, 417, 422
 */
export async function update(context: WriteContext, access: SaveAccess, id: string, body: unknown): Promise<void> {
  const entity = context.writing.entity(access.entity)
  const input = objectBody(body)
  const version = readVersionOrThrow(input)
  const before = await loadRecord(context, entity.name, id, {
    lock: 'change',
    visible: true,
    where: access.where,
  })
  await refuseStaleTo(context, entity, before, version)
  refuseState(context, entity, before, 'edit')

  const problems = new Problems()
  const submitted = readBody(
    { ...acceptedFrom(access.accepted, context.user), beside: ['version'] },
    withStored(access.accepted, input, before),
    context.writing.checks,
    problems,
  )
  refuseSilentClear(entity, submitted, problems)
  refuseClosed(entity, before, submitted, problems)
  const values = await changedValues(context, entity, before, submitted, problems)
  await refuseUnseenRows(context, entity, values, problems, before)
  checkFixed(context, entity, access.where, values, problems)
  computeFormulas(entity, values, context.environment)
  checkRecord(entity, values, access.page, checkContext(context), problems)
  checkPassed(entity, values, context.environment, problems)
  await refuseForeign(context, entity, values, problems)
  await completeByRule(context, entity, values, problems, (complete) => runSaveRule(context, entity, complete, before))
  judge(context, entity, entity.warnings, { values, before })
  context.flow.warnings.refuse()
  refuseRenumbering(entity, before, values)
  const difference = differenceOf(entity, before, values)
  if (difference.none) return
  await writeDifference(context, entity, before, difference)
  await recordChanged(context, entity, id, before, values)
  await refuseOutOfScope(context, entity, [{ id, values }])
  const changes = shownChanges(context.writing.services.plan, entity, before, values)
  await addHistory(context, entity, before, { action: 'edit', title: messageText('history.edit'), changes })
  await runSavedRule(context, entity, id, before)
}

/** Writes fields as a rule does (`RuleTools.set`): system fields too, in any state. @throws TypeError for values the fields cannot keep */
export async function updateByRule(context: WriteContext, entity: EntityPlan, id: string, input: Values): Promise<void> {
  const before = await loadRecord(context, entity.name, id, { lock: 'change' })
  const values = copyRecord(entity, before)
  for (const [name, value] of Object.entries(input)) values[changeable(entity, name).name] = value
  await adoptByRule(context, entity, before, values)
  refuseRenumbering(entity, before, values)
  const difference = differenceOf(entity, before, values)
  if (difference.none) return
  await writeDifference(context, entity, before, difference)
  await recordChanged(context, entity, id, before, values)
  const changes = shownChanges(context.writing.services.plan, entity, before, values)
  await addHistory(context, entity, before, { action: 'edit', title: messageText('history.edit'), changes })
}

/** Takes over what a rule wrote into the values of a record, and computes what follows from it. `empty` stays empty. */
export async function adoptByRule(
  context: WriteContext,
  entity: EntityPlan,
  before: Values,
  values: Values,
  empty?: ReadonlySet<string>,
): Promise<void> {
  const problems = new Problems()
  await adoptRuleValues(context, entity, before, values, problems, empty)
  throwRuleProblems(entity, problems)
  computeFormulas(entity, values, context.environment)
}

/** Writes what has become of a record that was read so. @throws HttpProblem 409 when it has changed since */
export async function writeDifference(
  context: WriteContext,
  entity: EntityPlan,
  read: RecordValues,
  { fields, lines }: Difference,
): Promise<void> {
  const { id } = read
  for (const [name, { deleted, updated, inserted }] of Object.entries(lines)) {
    const table = entity.lines[name]
    if (!table) continue
    await deleteLines(context, table, deleted)
    for (const row of updated) await updateLine(context, table, row.id, row.values, row.lineNo)
    await insertLines(
      context,
      table,
      inserted.map((row) => ({ parentId: id, ...row })),
    )
  }
  await updateRecord(context, entity, read, fields)
}

/** @throws TypeError for what rules may not write: a field that is not there, computed, or the state, which only actions change */
export function changeable(entity: EntityPlan, name: string): FieldPlan {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (!field?.stored || field.value !== undefined || field.kept || isBuiltIn(name))
    throw new TypeError(`${entity.name}.${name} cannot be written`)
  if (name === entity.statusField) throw new TypeError(`${entity.name}.${name} is changed by actions only`)
  return field
}

/** Gives a new record its first state and its computed fields, and checks it, before its save rule works on it. */
function begin(context: WriteContext, entity: EntityPlan, values: Values, page: PageConditions, problems: Problems): void {
  if (entity.statusField !== undefined) values[entity.statusField] = firstState(entity, values[entity.statusField])
  computeFormulas(entity, values, context.environment)
  checkRecord(entity, values, page, checkContext(context), problems)
  // What begins beyond its draft has what a draft could have lacked.
  checkPassed(entity, values, context.environment, problems)
}

interface Inserted {
  id: string
  values: Values
}

/**
 * Writes new records, in their order; answers their ids.
 * @param refuse what a user who writes may not; a rule may all
 * @param confirmed of each record, when several are written together: what the user was warned of
 */
async function insert(
  context: WriteContext,
  entity: EntityPlan,
  records: readonly Values[],
  { refuse, confirmed = [] }: { refuse?: (written: readonly Inserted[]) => Promise<void>; confirmed?: readonly (readonly string[])[] } = {},
): Promise<string[]> {
  const { today: day } = context.environment
  // As late as possible, so that a refused save uses no number.
  await numberRows(
    context,
    entity,
    records.map((values) => ({ values, day })),
  )
  const ids = await insertRecords(context, entity, records)
  const written = records.map((values, index) => ({ id: ids[index] ?? '', values, lines: differenceOf(entity, {}, values).lines }))
  // New records are seen by nobody else: they need not be locked and read again when holds are given to them.
  for (const { id, values } of written) context.flow.ledger.noteState(entity, id, values)
  for (const table of Object.values(entity.lines)) {
    const rows = written.flatMap(({ id, lines }) => (lines[table.name]?.inserted ?? []).map((row) => ({ parentId: id, ...row })))
    await insertLines(context, table, rows)
  }
  for (const { id, values } of written) await recordChanged(context, entity, id, undefined, values)
  await refuse?.(written)
  // A ledger is its own history.
  if (!entity.appendOnly)
    await addHistories(
      context,
      entity,
      written.map(({ id, values }, index) => ({ record: { ...values, id }, line: created(entity, values, confirmed[index]) })),
    )
  for (const { id } of written) {
    wantNumbers(context, entity, id)
    if (!refuse && !entity.appendOnly) context.flow.effects?.create({ entity: entity.name, id })
    await runSavedRule(context, entity, id)
  }
  return ids
}

/** @throws TypeError when a rule wants a record to start in a state that there is not */
function firstState(entity: EntityPlan, wanted: unknown): string | undefined {
  const states = Object.values(entity.states ?? {})
  const first = isEmptyValue(wanted) ? states.find((state) => state.initial) : states.find((state) => state.code === wanted)
  if (!first) throw new TypeError(`${entity.name} has no state ${String(wanted)} to start in`)
  return first.code
}

function created(entity: EntityPlan, values: Values, confirmed: readonly string[] = []): HistoryLine {
  const state = entity.statusField === undefined ? undefined : values[entity.statusField]
  const extra = confirmed.length > 0 ? { extra: { confirmed } } : {}
  return { action: 'create', title: messageText('history.create'), to: typeof state === 'string' ? state : undefined, ...extra }
}

/** The entity's own rule of saves, which may settle values in place. @throws TypeError when it writes what it may not */
export async function runSaveRule(context: WriteContext, entity: EntityPlan, values: Values, before?: RecordValues): Promise<void> {
  const rule = entity.rules.save === undefined ? undefined : context.writing.services.extensions.save[entity.rules.save]
  if (!rule) return
  const asGiven = copyRecord(entity, values)
  await rule(context.tools, before ? { values, before } : { values })
  const status = entity.statusField
  if (before && status !== undefined && values[status] !== before[status]) {
    throw new TypeError(`${entity.name}.${status} is changed by actions only`)
  }
  await adoptByRule(context, entity, asGiven, values)
}

/** The entity's own rule after a save. */
export async function runSavedRule(context: WriteContext, entity: EntityPlan, id: string, before?: RecordValues): Promise<void> {
  const rule = entity.rules.saved === undefined ? undefined : context.writing.services.extensions.saved[entity.rules.saved]
  if (!rule) return
  const record = await loadRecord(context, entity.name, id)
  await rule(context.tools, before ? { record, before } : { record })
}

function throwRuleProblems(entity: EntityPlan, problems: Problems): void {
  if (!problems.none) throw new TypeError(`a rule made an invalid ${entity.name}: ${problems.summary()}`)
}

/** Fields and cells that rules may say of a new record. */
function allFields(entity: EntityPlan): Accepted {
  const stored = (fields: Record<string, FieldPlan>): Record<string, FieldPlan> =>
    Object.fromEntries(
      Object.entries(fields).filter(([name, field]) => field.stored && field.value === undefined && !field.kept && !isBuiltIn(name)),
    )
  return {
    fields: stored(entity.fields),
    lines: Object.fromEntries(Object.values(entity.lines).map((table) => [table.name, { table, cells: stored(table.fields) }])),
  }
}

/** What a screen's forms may say: its writable fields and line tables. */
export function acceptedBy(entity: EntityPlan, access: { writable: string[]; writableLines: string[] }): Accepted {
  return {
    fields: typedFields(Object.fromEntries(access.writable.flatMap((name) => (entity.fields[name] ? [[name, entity.fields[name]]] : [])))),
    lines: Object.fromEntries(
      access.writableLines.flatMap((name) =>
        entity.lines[name] ? [[name, { table: entity.lines[name], cells: typedFields(entity.lines[name].fields) }]] : [],
      ),
    ),
  }
}

/** What checks of a record read beyond it. */
export function checkContext({ environment, writing }: WriteContext): CheckContext {
  return { environment, checks: writing.checks }
}

/** Refuses an empty value that `clear` does not name: it could mean to empty the field or to leave it. */
function refuseSilentClear(entity: EntityPlan, submitted: Submitted, problems: Problems): void {
  for (const [name, value] of Object.entries(submitted.values)) {
    const field = entity.fields[name]
    if (field && value === null && !submitted.empty.has(name)) problems.field(field, 'clear', 'invalid.clear')
  }
}

/** Fixed values of the screen that are one literal are not for the user to choose. */
function fix(where: Where | undefined, values: Values): void {
  Object.assign(values, fixedValues(where))
}

/**
 * Refuses values with which the record would no longer match the `where` of this screen. Computed fields and the state are not checked, because the
 * user does not choose them.
 */
function checkFixed(context: WriteContext, entity: EntityPlan, where: Where | undefined, values: Values, problems: Problems): void {
  const scope = { fields: entity.fields, today: context.environment.today }
  for (const test of testsOf(where)) {
    const field = fieldsOf(test).flatMap((name) => entity.fields[name] ?? [])[0]
    if (!field || field.readOnly || meetsTest(test, values, scope)) continue
    problems.field(field, 'dictionary', 'invalid.dictionary', { value: String(values[field.name] ?? '') })
  }
}
