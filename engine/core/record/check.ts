import type { Expression } from '../expression'
import { isAttached, isBlank, isTyped, readValue, InvalidValue, type ValueChecks } from '../fields'
import { messageText } from '../messages'
import type { CheckPlan, EntityPlan, FieldPlan, LinesPlan } from '../plan'
import type { FieldProblem } from '../wire'
import { changedFields, changedNames } from './changes'
import { expressionOf } from './defaults'
import { formulasOver, isComputed, nameOf, sourcesOf } from './formulas'
import type { PageConditions } from './page'
import { passedActions } from './passedActions'
import { Problems, readField, type LinePlace } from './problems'
import { isTrue, namesRead, readOf, readOfRow, type Environment, type Read } from './scope'
import { byName, rowsOf, type Fields, type RecordPlan, type Values } from './values'

/** A record with its conditions over several fields: an entity, or as much of it as a form shows. */
export interface CheckedPlan extends RecordPlan {
  checks: readonly CheckPlan[]
}

/** What a check needs beyond the record. */
export interface CheckContext {
  environment: Environment
  checks: ValueChecks
}

/**
 * Checks a record as it will be saved, its values read and its formulas computed: what is required, rows of line tables, limits of computed
 * values, and conditions over several fields. Nothing is concluded from what `problems` holds already. System fields are not asked for, since
 * the user could not fill them, nor are files, which are attached to a record that exists.
 */
export function checkRecord(
  plan: CheckedPlan,
  values: Values,
  page: PageConditions,
  { environment, checks }: CheckContext,
  problems: Problems,
): void {
  const read = readOf(values)
  const unread = doubtfulNames(plan, problems)
  const isSound: IsSound = (condition, lines) =>
    typeof condition === 'boolean' || unread.size === 0 || !sourcesOf(plan, condition, lines).some((name) => unread.has(name))
  for (const field of Object.values(plan.fields)) {
    const asked = Object.hasOwn(page, field.name) ? page[field.name] : undefined
    const { fillable = [], required = field.required } = asked ?? {}
    if (![...fillable, required].every((condition) => isSound(condition))) continue
    if (!fillable.every((condition) => isTrue(condition, read, environment))) continue
    if (isRequired(field, read, environment, required)) requireValue(field, values, problems)
  }
  for (const lines of Object.values(plan.lines)) checkRows(lines, values, environment, isSound, problems)

  const doubtful = doubtfulNames(plan, problems)
  for (const field of Object.values(plan.fields)) if (!doubtful.has(field.name)) checkComputed(field, values, checks, problems)
  for (const lines of Object.values(plan.lines))
    for (const field of Object.values(lines.fields))
      if (isComputed(field) && !doubtful.has(`${lines.name}.${field.name}`))
        rowsOf(values, lines.name).forEach((row, index) => checkComputed(field, row, checks, problems, { lines, index }))
  for (const check of plan.checks) {
    const isDoubtful = doubtful.has(check.field) || sourcesOf(plan, check.that).some((name) => doubtful.has(name))
    if (!isDoubtful) checkCondition(check, read, environment, problems)
  }
}

/**
 * Checks of a record that an action is about to write what the action changes in it: limits of computed values, keys and numbers of rows, and
 * conditions over several fields. What was wrong before stays so: a record that has come to break a condition must not be stuck in its state.
 */
export function checkChanges(
  plan: CheckedPlan,
  before: Values,
  after: Values,
  { environment, checks }: CheckContext,
  problems: Problems,
): void {
  const changed = changedNames(plan, before, after)
  const isChanged = (name: string): boolean => changed.has(name)
  for (const field of Object.values(plan.fields)) if (isChanged(field.name)) checkComputed(field, after, checks, problems)
  for (const lines of Object.values(plan.lines)) {
    const rows = rowsOf(after, lines.name)
    if (isChanged(lines.name)) checkRowCount(lines, rows.length, problems)
    for (const key of lines.unique)
      if ([lines.name, ...key.map((name) => `${lines.name}.${name}`)].some(isChanged)) checkUniqueRows(lines, key, rows, problems)
    const stored = new Map(rowsOf(before, lines.name).map((row) => [row['id'], row]))
    for (const [index, row] of rows.entries())
      for (const field of changedFields(Object.values(lines.fields), stored.get(row['id']) ?? {}, row))
        checkComputed(field, row, checks, problems, { lines, index })
  }
  const read = readOf(after)
  for (const check of plan.checks) if (sourcesOf(plan, check.that).some(isChanged)) checkCondition(check, read, environment, problems)
}

/**
 * Checks what a draft may lack, but not before this action: fields, cells and rows with `requiredFor`. Files are counted where they are kept.
 * Nothing is concluded from what `problems` holds already.
 */
export function checkForAction(plan: RecordPlan, values: Values, action: string, environment: Environment, problems: Problems): void {
  const record = readOf(values)
  const doubtful = doubtfulNames(plan, problems)
  const neededIn = (fields: Fields, lines?: LinesPlan): FieldPlan[] =>
    Object.values(fields).filter(
      (field) =>
        field.requiredFor.includes(action) &&
        !isAttached(field) &&
        !(field.requiredWhen && sourcesOf(plan, field.requiredWhen, lines).some((name) => doubtful.has(name))),
    )
  for (const field of neededIn(plan.fields)) if (isNeeded(field, record, environment)) requireValue(field, values, problems)
  for (const lines of Object.values(plan.lines)) {
    const rows = rowsOf(values, lines.name)
    if (lines.requiredFor.includes(action)) requireRows(lines, rows.length, problems)
    const fields = neededIn(lines.fields, lines)
    rows.forEach((row, index) => {
      const read = readOfRow(lines.fields, row, record)
      for (const field of fields) if (isNeeded(field, read, environment)) requireValue(field, row, problems, { lines, index })
    })
  }
}

/** Checks of a record that is no draft any more what it could lack as one: whoever edits it must not take away what it was submitted with. */
export function checkPassed(entity: EntityPlan, values: Values, environment: Environment, problems: Problems): void {
  const state = values[entity.statusField ?? '']
  if (typeof state !== 'string') return
  for (const action of passedActions(entity, state)) checkForAction(entity, values, action, environment, problems)
}

/**
 * Checks what a dialog must fill, files too; conditions `read` its answers, and beyond them the record. Nothing is concluded from what `problems`
 * holds already.
 */
export function checkSubmitted(
  fields: readonly FieldPlan[],
  submitted: Values,
  read: Read,
  environment: Environment,
  problems: Problems,
  place?: LinePlace,
): void {
  const doubtful = doubtfulInputs(fields, problems, place)
  const isSound = (condition: boolean | Expression): boolean =>
    typeof condition === 'boolean' || !namesRead(condition).some((name) => doubtful.has(name))
  for (const field of fields)
    if (!field.readOnly && isSound(field.required) && isAsked(field.required, read, environment))
      requireValue(field, submitted, problems, place)
}

/** Reads and checks submitted values that belong to no record. Returns them as they would be stored. */
export function readSubmitted(
  fields: readonly FieldPlan[],
  raw: Values,
  { environment, checks }: CheckContext,
  problems: Problems,
): Values {
  const submitted = Object.fromEntries(fields.map((field) => [field.name, readField(field, raw[field.name], checks, problems)]))
  checkSubmitted(fields, submitted, readOf(submitted), environment, problems)
  return submitted
}

/** What is wrong with one value while the record is filled, or undefined. */
export function checkValue(
  field: FieldPlan,
  raw: unknown,
  required: boolean,
  checks: ValueChecks,
  place?: LinePlace,
): FieldProblem | undefined {
  const problems = new Problems()
  const value = isBlank(raw) ? null : readField(field, raw, checks, problems, place)
  if (required) requireValue(field, { [field.name]: value }, problems, place)
  return problems.all[0]
}

/** Whether the user has to fill a field. `condition` is the page's own, in place of the field's. */
export function isRequired(
  field: FieldPlan,
  read: Read,
  environment: Environment,
  condition: boolean | Expression = field.required,
): boolean {
  return isTyped(field) && isAsked(condition, read, environment)
}

/** Whether what a field or a page says of being required holds now. */
export function isAsked(condition: boolean | Expression, read: Read, environment: Environment): boolean {
  return typeof condition === 'boolean' ? condition : isTrue(condition, read, environment)
}

/** Whether the actions of `requiredFor`, if there are any, need a field of this record or row. */
export function isNeeded({ requiredFor, requiredWhen }: FieldPlan, read: Read, environment: Environment): boolean {
  return requiredFor.length > 0 && isTrue(requiredWhen, read, environment)
}

function checkCondition(check: CheckPlan, read: Read, environment: Environment, problems: Problems): void {
  if (!passesCheck(check, read, environment)) problems.at(check.field, 'check', check.message)
}

/** A condition over several fields says nothing as long as one of them is empty. */
export function passesCheck({ that }: CheckPlan, read: Read, environment: Environment): boolean {
  return namesRead(that).some((name) => isBlank(read(name))) || isTrue(that, read, environment)
}

/** Too few rows, unless only an action needs them, or too many. */
export function checkRowCount(lines: LinesPlan, count: number, problems: Problems, isNeeded = lines.requiredFor.length === 0): void {
  if (isNeeded) requireRows(lines, count, problems)
  if (count > lines.maxRows) problems.table(lines, 'maxRows', 'invalid.maxRows', { max: lines.maxRows })
}

/** The condition reads nothing that is wrong, by which it would be judged as if it were empty. `lines`: it is about a row of these. */
type IsSound = (condition: boolean | Expression, lines?: LinesPlan) => boolean

function checkRows(lines: LinesPlan, values: Values, environment: Environment, isSound: IsSound, problems: Problems): void {
  const rows = rowsOf(values, lines.name)
  const record = readOf(values)
  checkRowCount(lines, rows.length, problems)
  const fields = Object.values(lines.fields).filter((field) => field.required !== false && isTyped(field) && isSound(field.required, lines))
  rows.forEach((row, index) => {
    const read = readOfRow(lines.fields, row, record)
    for (const field of fields) if (isAsked(field.required, read, environment)) requireValue(field, row, problems, { lines, index })
  })
  for (const key of lines.unique) checkUniqueRows(lines, key, rows, problems)
}

function requireRows(lines: LinesPlan, count: number, problems: Problems): void {
  if (count < lines.minRows) problems.table(lines, 'minRows', 'invalid.minRows', { min: lines.minRows })
}

function requireValue(field: FieldPlan, values: Values, problems: Problems, place?: LinePlace): void {
  if (isBlank(values[field.name])) problems.field(field, 'required', 'invalid.required', {}, place)
}

/** A typed value was checked when it was read; what a formula makes of it must have its place too. */
function checkComputed(field: FieldPlan, values: Values, checks: ValueChecks, problems: Problems, place?: LinePlace): void {
  if (!isComputed(field) || field.decimals === undefined) return
  const value = readValue(field, values[field.name], checks)
  if (value instanceof InvalidValue) problems.invalid(field, value, place)
}

function checkUniqueRows(lines: LinesPlan, key: readonly string[], rows: readonly Values[], problems: Problems): void {
  const first = new Map<string, number>()
  const fields = key.flatMap((name) => lines.fields[name] ?? [])
  const [marked] = fields
  if (!marked) return
  const title = fields.map((field) => field.title).join(messageText('value.separator'))
  rows.forEach((row, index) => {
    if (key.some((name) => isBlank(row[name]))) return
    const identity = JSON.stringify(key.map((name) => row[name]))
    const other = first.get(identity)
    if (other === undefined) first.set(identity, index)
    else problems.field({ ...marked, title }, 'unique', 'invalid.unique-row', { other: other + 1 }, { lines, index })
  })
}

/** What is wrong in a dialog, and what its formulas make of it; with `place` also in that row of it. */
function doubtfulInputs(fields: readonly FieldPlan[], problems: Problems, place?: LinePlace): ReadonlySet<string> {
  const row = place ? `${place.lines.name}.${place.index}.` : ''
  const wrong = new Set(problems.all.map(({ path }) => (path.startsWith(row) ? path.slice(row.length) : path)))
  if (wrong.size > 0) for (const formula of formulasOver({ fields: byName(fields), lines: {} }, wrong)) wrong.add(nameOf(formula))
  return wrong
}

/**
 * What is wrong, and what is made of it: formulas, what follows it, what begins with it. These are others once it is mended, and where they
 * were not sent the form has made them of what was typed, the server of nothing. Of a cell its column, `<lines>.<name>`.
 */
function doubtfulNames(plan: RecordPlan, problems: Problems): ReadonlySet<string> {
  const wrong = new Set(
    problems.all.map(({ path }) => {
      const [root = '', , column] = path.split('.')
      return column === undefined ? root : `${root}.${column}`
    }),
  )
  if (wrong.size === 0) return wrong
  const made = [
    ...Object.values(plan.fields).map((field) => ({ name: field.name, sources: sourcesOfAll(plan, field) })),
    ...Object.values(plan.lines).flatMap((lines) =>
      Object.values(lines.fields).map((field) => ({ name: `${lines.name}.${field.name}`, sources: sourcesOfAll(plan, field, lines) })),
    ),
  ]
  const isReached = ({ name, sources }: (typeof made)[number]): boolean => !wrong.has(name) && sources.some((source) => wrong.has(source))
  for (let next = made.find(isReached); next; next = made.find(isReached)) wrong.add(next.name)
  return wrong
}

/** What the value of a field is made of, at once or later. */
function sourcesOfAll(plan: RecordPlan, { value, follows, default: preset }: FieldPlan, lines?: LinesPlan): string[] {
  return [value, follows, expressionOf(preset)].flatMap((expression) => (expression ? sourcesOf(plan, expression, lines) : []))
}
