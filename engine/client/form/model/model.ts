import type { Expression } from '../../../core/expression'
import { isAttached, isBlank, isGiven, isTyped, sameValue, type Titles } from '../../../core/fields'
import type { CheckPlan, FieldPlan, FormItemPlan, LinesPlan, SectionPlan, WarningPlan } from '../../../core/plan'
import { changesOf, enteredOf, hasChanges, sameRows, typedColumns, type Changes, type Writable } from '../../../core/record/changes'
import {
  checkSubmitted,
  checkForAction,
  passesCheck,
  checkRecord,
  checkRowCount,
  checkValue,
  isAsked,
  type CheckContext,
  type CheckedPlan,
} from '../../../core/record/check'
import { complete, expressionOf, followed, followersOf, presetOf } from '../../../core/record/defaults'
import {
  computed,
  computeFormulas,
  isComputed,
  throughFormulas,
  withKnownFormulas,
  type ComputedField,
} from '../../../core/record/formulas'
import { conditionsOf } from '../../../core/record/page'
import { Problems, readField } from '../../../core/record/problems'
import { consequences, dependsOn, filledBy } from '../../../core/record/references'
import { isTrue, namesRead, readOf, readOfRow, type Environment, type Read } from '../../../core/record/scope'
import { asStored } from '../../../core/record/stored'
import { byName, rowsOf, type Fields, type Values } from '../../../core/record/values'
import { newWarnings, warningReads, warningsOf } from '../../../core/record/warnings'
import type { FieldProblem, Option, TryResponse } from '../../../core/wire'
import { emptyUnreadable, namesOf, type FormState, type Told } from './carryOver'
import { batch, createForm, onFormInputChange, toJS, untracked, type Field, type Form } from './formily'
import { createLinesModel, type LinesModel, type Row } from './linesModel'
import { inFormOrder } from './problemOrder'
import { valueChecks, type Formats } from './valueChecks'

/** What a form edits: a record page, or the dialog of an action. */
export interface FormPlan {
  sections: readonly SectionPlan[]
  lines: readonly LinesPlan[]
  checks: readonly CheckPlan[]
  warnings?: readonly WarningPlan[]
  /** The dialog of an action: what it asks is sent as it stands there, files too, and the record around it is not checked. */
  asks?: true
}

export interface FormSetup {
  plan: FormPlan
  /** The record as it was loaded, which changes are counted from; for a new one what is known of it beforehand. */
  record: Values
  /** What the form shows at first, when that is not the record: a draft. */
  values?: Values
  /** A new record starts with the defaults of its fields. */
  isNew: boolean
  environment: Environment
  formats: Formats
  /**
   * The form whose place this one takes because its plan was edited; it goes on with what that one holds, and `record`, `values` and `isNew` say
   * nothing.
   */
  last?: FormModel | undefined
}

/** Field of the form that is drawn, with the item it stands for. */
export interface FormItem {
  plan: FormItemPlan
  field: Field
}

/** State of a field beside what Formily itself keeps. */
export interface FieldData {
  required: boolean
}

export interface FormModel {
  readonly form: Form
  readonly plan: FormPlan
  readonly items: ReadonlyMap<string, FormItem>
  readonly lines: ReadonlyMap<string, LinesModel>
  readonly environment: Environment
  /** The record that changes are counted from. */
  readonly record: Values
  /** Tracked where it is read while drawing. */
  read: Read
  /** What the user does to a field: writes what the choice fills, drops choices that depend on it, checks again what was marked. */
  enter: (name: string, value: unknown, chosen?: readonly Option[]) => void
  /** Takes over fields (with the display values of references) and whole line tables that a choice has brought. */
  take: (brought: Values) => void
  /** The field was left: from now on it may show errors. Empty is an error only after it was emptied; a field yet to be filled is not wrong. */
  leave: (name: string) => void
  holds: (condition: Expression | undefined) => boolean
  /** Plain values of the whole form. */
  values: () => Values
  /** What may be sent now: shown fields, and those that the user's own change has hidden, so that their values are given up. */
  writable: () => Writable
  /** What would be sent: everything entered of a new record, else the difference. */
  changes: () => Changes
  isChanged: () => boolean
  /** Checks all data and marks what is wrong. `action`: what the save is for. */
  check: (action?: string) => FieldProblem[]
  /** What the server would have confirmed of these values, as far as the form knows what it is judged by. */
  warnings: (titles: Titles) => FieldProblem[]
  /**
   * Marks fields and cells by their address; what belongs to nothing that is drawn is returned. Each mark stays until its value changes, or one
   * that a check compares it with, because what was said elsewhere, as by the server, is not found again by looking at the value.
   */
  mark: (problems: readonly FieldProblem[]) => FieldProblem[]
  /** What was entered into these fields and line tables. */
  entered: (names: readonly string[]) => Values
  /** All entered values have the type of their field: a number where one is expected. */
  isReadable: () => boolean
  /**
   * Takes over what the server has computed, and marks what it would refuse where something stands already. What is typed, and what the form
   * computes itself, stays. @param rows those that were asked about, by line table; some may be gone
   */
  show: (response: Pick<TryResponse, 'values' | 'lines' | 'problems'>, rows: ReadonlyMap<string, readonly Row[]>) => void
  /** Calls back after each input; returns the end of it. */
  onInput: (listener: () => void) => () => void
  /** Goes on with another state of a record that exists, e.g. after a merge: `values` is shown, `record` is what changes are counted from. */
  restart: (record: Values, values: Values) => void
  /** What a form with another plan goes on from. */
  state: () => FormState
}

/** Formily's states: `hidden` keeps the value in the form, `none` takes it out until the field is shown again. */
type Display = 'visible' | 'hidden' | 'none'

const fieldsBySections = new WeakMap<readonly SectionPlan[], Fields>()

/** Made once for a page, so that what is settled of its fields is too. */
function fieldsOf(sections: readonly SectionPlan[]): Fields {
  let fields = fieldsBySections.get(sections)
  if (fields === undefined) {
    fields = byName(sections.flatMap(({ items }) => items.map(({ field }) => field)))
    fieldsBySections.set(sections, fields)
  }
  return fields
}

export function createFormModel(setup: FormSetup): FormModel {
  const { plan, environment, formats } = setup
  const planned = plan.sections.flatMap((section) => section.items.map((item) => ({ section, item })))
  const context: CheckContext = { environment, checks: valueChecks(formats) }
  const last = setup.last?.state()
  let { record, isNew } = last ?? setup

  const form = createForm({ values: begunWith(setup, last, context) })
  const read: Read = (name) => form.values[name]
  const fields = withKnownFormulas(fieldsOf(plan.sections), namesRead, isKnown)
  /** What a formula has not yet been computed from while a change is taken in. */
  const fresh = throughFormulas(fields, read, environment)
  const items = new Map<string, FormItem>()
  const lines = new Map<string, LinesModel>()
  /** Fields that were visible at some time. When such a field is hidden, its value is given up. */
  const shown = new Set<string>(last?.shown)
  /** Fields that had a value when another was entered. */
  const wereFilled = new Set<string>(last?.wereFilled)

  /** Field → what was found of it elsewhere, and of which value beside which others. */
  const told = new Map<string, Told>(last?.told)

  /** Set when a field was hidden, or written while it is hidden; then formulas that read it may not have run (see `computeGivenUp`). */
  let hasGivenUp = false

  const isFresh = last?.isFresh ?? (isNew && !setup.values)
  if (isFresh || (last && isNew)) complete(fields, form.values, namesOf(last), read, environment)
  batch(() => {
    for (const { section, item } of planned) createField(section, item)
    for (const table of plan.lines)
      lines.set(
        table.name,
        createLinesModel({
          form,
          plan: table,
          context,
          readRecord: read,
          fresh,
          inForm: isKnown,
          isFresh,
          last: setup.last?.lines.get(table.name)?.state(),
          onChanged: () => linesChanged(table.name),
        }),
      )
    markAgain()
  })

  function createField(section: SectionPlan, item: FormItemPlan): void {
    const { field: plan } = item
    const known = fields[plan.name]
    const field = form.createField({
      name: plan.name,
      title: plan.title,
      data: { required: false } satisfies FieldData,
      reactions: [
        (field) => {
          const visible = isTrue(section.visible, read, environment) && isTrue(item.visible, read, environment)
          const display = isStillUnwritten(plan) ? 'hidden' : displayOf(plan, visible)
          if (display === 'none' && field.display !== 'none') hasGivenUp = true
          field.display = display
        },
        (field) => {
          field.pattern = plan.readOnly || !isTrue(item.enabled, read, environment) ? 'disabled' : 'editable'
        },
        (field) => {
          const required = isSent(plan) && isAsked(item.required ?? plan.required, read, environment)
          if ((field.data as FieldData).required !== required) field.data = { required } satisfies FieldData
        },
        ...(known && isComputed(known) ? [() => compute(known)] : []),
        ...presetting(plan),
      ],
    }) as Field
    items.set(plan.name, { plan: item, field })
  }

  /** What was marked in the form before stays marked, unless the plan has mended it, as when a field is no longer required. */
  function markAgain(): void {
    for (const [name, text] of last?.marks ?? []) {
      const item = items.get(name)
      if (!item) continue
      item.field.setSelfErrors([String(text)])
      if (!isStillTold(name)) recheck(item)
    }
  }

  /** A default over other fields, for as long as its field is not there to be filled: the server will settle it from what these are then. */
  function presetting(plan: FieldPlan): ((field: Field) => void)[] {
    const preset = isFresh ? expressionOf(plan.default) : undefined
    if (!preset || !isTyped(plan)) return []
    let last: unknown = form.values[plan.name]
    return [
      (field) => {
        const now = presetOf(plan, preset, fresh, environment)
        if (
          field.display !== 'hidden' ||
          !sameValue(
            plan,
            untracked(() => read(plan.name)),
            last,
          )
        )
          return
        last = now
        form.values[plan.name] = now
      },
    ]
  }

  /**
   * A value that was hidden from the start stays as it is: it may be another screen's. One that the user's own change hides is gone,
   * from formulas too, until the field is shown again. What is not typed is not the user's to give up.
   */
  function displayOf(field: FieldPlan, visible: boolean): Display {
    if (visible) shown.add(field.name)
    if (visible) return 'visible'
    return shown.has(field.name) && isTyped(field) ? 'none' : 'hidden'
  }

  /** What the system writes later says nothing in a new record, until a choice fills it. A document number says that one comes. */
  function isStillUnwritten(field: FieldPlan): boolean {
    if (!isNew || !field.readOnly || isComputed(field) || isGiven(field)) return false
    const now = read(field.name)
    return isBlank(now) || sameValue(field, now, asStored(field, field.default))
  }

  function isKnown(name: string): boolean {
    return (
      isNew || name in record || planned.some(({ item }) => item.field.name === name) || plan.lines.some((table) => table.name === name)
    )
  }

  /** Written past the field, which takes no value while it is made when it has one. */
  function compute(field: ComputedField): void {
    form.values[field.name] = computed(field, read, environment)
  }

  function enter(name: string, value: unknown, chosen: readonly Option[] = []): void {
    const before = unsent()
    batch(() => {
      const typed = new Set<string>()
      assign(name, value, chosen, typed)
      follow(typed)
      recheckMarked(typed)
    })
    giveUpHidden()
    keepUnsent(before, name)
    recheckComputed()
    form.notify('onFormInputChange')
  }

  /** A reference that is chosen may fill a field that the same change hides. Hidden fields keep no values, so those are removed again. */
  function giveUpHidden(): void {
    for (const [name, { field }] of items) if (field.display === 'none' && !isBlank(read(name))) delete form.values[name]
    computeGivenUp()
  }

  /** Rows were changed: formulas over them, and fields that are compared with them. */
  function linesChanged(name: string): void {
    computeGivenUp()
    recheckMarked(new Set([name]))
    recheckComputed()
  }

  /**
   * Formulas are reactions, which run by themselves when a value changes that they read. In one case Formily does not run them: when the value
   * of a hidden field is given up by a reaction while they are waiting for the end of the same change. So all formulas are computed once more
   * after a change that has hidden a field.
   */
  function computeGivenUp(): void {
    if (!hasGivenUp) return
    hasGivenUp = false
    const known = knownPlan()
    const result = values()
    computeFormulas(known, result, environment)
    batch(() => {
      writeComputed(known.fields, result, form.values)
      for (const [name, table] of lines) {
        const rows = rowsOf(result, name)
        table.rows().forEach((row, index) => writeComputed(table.known.fields, rows[index] ?? {}, row))
      }
    })
  }

  function writeComputed(of: Fields, from: Values, into: Values): void {
    for (const field of Object.values(of))
      if (isComputed(field) && !sameValue(field, into[field.name], from[field.name])) into[field.name] = from[field.name]
  }

  /** By name the values of fields that are not shown in a stored record, so that nothing is sent of them. */
  function unsent(): Map<string, unknown> {
    if (isNew) return new Map()
    return new Map([...items].filter(([, item]) => isUnsent(item)).map(([name]) => [name, read(name)]))
  }

  /**
   * Puts the values of `unsent` back where the fields are still not shown, because the server keeps them as well. Fields that the chosen reference
   * fills are left out: the server fills those, too.
   */
  function keepUnsent(before: ReadonlyMap<string, unknown>, entered: string): void {
    const item = items.get(entered)
    const filled = filledBy(item ? [item.plan.field] : [], form.values)
    for (const [name, value] of before) {
      const item = items.get(name)
      if (item && isUnsent(item) && !filled.has(name) && !sameValue(item.plan.field, read(name), value)) form.values[name] = value
    }
  }

  function isUnsent({ plan, field }: FormItem): boolean {
    return isTyped(plan.field) && field.display === 'hidden'
  }

  /** Fields that follow those that were typed, and fields that follow them in turn; one that was typed itself stays. */
  function follow(typed: Set<string>): void {
    for (const follower of followersOf(fields)) {
      const { name } = follower.field
      if (!typed.has(name) && [...follower.sources].some((source) => typed.has(source)))
        assign(name, followed(fields, follower, read, environment), [], typed)
    }
  }

  /** A field is marked by a check over several fields until any of them mends it. */
  function recheckMarked(names: ReadonlySet<string>): void {
    const judged = plan.checks.filter(({ that }) => namesRead(that).some((name) => names.has(name))).map((check) => check.field)
    recheckAll(new Set([...names, ...judged]))
  }

  /** Computed fields, which have changed after what they are computed from. */
  function recheckComputed(): void {
    recheckAll(new Set([...told.keys()].filter((name) => !isStillTold(name))))
  }

  function recheckAll(names: ReadonlySet<string>): void {
    for (const name of names) {
      told.delete(name)
      const item = items.get(name)
      if (item && item.field.selfErrors.length > 0) recheck(item)
    }
  }

  function take(brought: Values): void {
    batch(() => {
      const typed = new Set<string>()
      for (const [name, value] of Object.entries(brought)) {
        const table = lines.get(name)
        if (table) table.take(rowsOf(brought, name))
        else {
          const item = items.get(name)
          if (item) void item.field.onInput(value)
          else form.values[name] = value
          typed.add(name)
        }
      }
      recheckMarked(typed)
    })
    giveUpHidden()
    recheckComputed()
    form.notify('onFormInputChange')
  }

  function assign(name: string, value: unknown, chosen: readonly Option[], done: Set<string>): void {
    if (done.has(name)) return
    done.add(name)
    if (!isBlank(read(name))) wereFilled.add(name)
    const item = items.get(name)
    if (item?.field.display === 'none') hasGivenUp = true
    if (item) void item.field.onInput(value)
    else form.values[name] = value
    for (const [target, filled] of Object.entries(item ? consequences(item.plan.field, value, chosen) : {}))
      if (!keepsIts(target)) assign(target, filled, [], done)
    for (const { plan: other } of items.values()) {
      if (dependsOn(other.field, name) && !isBlank(read(other.field.name))) assign(other.field.name, null, [], done)
    }
    for (const table of lines.values()) table.recordChanged(name)
  }

  /** A hidden field is not sent, so its stored value is not replaced. */
  function keepsIts(name: string): boolean {
    const item = items.get(name)
    return item !== undefined && isUnsent(item) && !isBlank(read(name))
  }

  function leave(name: string): void {
    const item = items.get(name)
    if (!item?.field.visible || !item.field.editable) return
    const isUntouched = isBlank(item.field.value) && !wereFilled.has(name) && item.field.selfErrors.length === 0
    if (!isUntouched && !isStillTold(name)) recheck(item)
  }

  /** An error from the server stays as long as the values that it belongs to. */
  function isStillTold(name: string): boolean {
    const item = items.get(name)
    const found = told.get(name)
    if (!item || !found || item.field.selfErrors[0] !== found.text) return false
    const ofWhat = [[name, found.value] as const, ...Object.entries(found.beside)]
    return ofWhat.every(([each, value]) => fields[each] === undefined || sameValue(fields[each], value, read(each)))
  }

  function recheck({ plan, field }: FormItem): void {
    const { required } = field.data as FieldData
    // What is stored and was not touched is not in question.
    const isOpen = isBlank(field.value) || isSaid(plan.field, field.value)
    const problem = isOpen ? checkValue(plan.field, field.value, required, context.checks) : undefined
    const text = problem?.detail ?? (field.selfErrors.length > 0 ? brokenCheck(plan.field.name) : undefined)
    field.setSelfErrors(text === undefined ? [] : [text])
  }

  function brokenCheck(name: string): string | undefined {
    const checks = plan.checks.filter((check) => check.field === name)
    const entered = checks.length > 0 ? values() : {}
    return checks.find((check) => !passesCheck(check, readOf(entered), environment))?.message
  }

  /** Files of a record are attached to it when it exists, each by itself. */
  function isSent(field: FieldPlan): boolean {
    return plan.asks ? !field.readOnly : isTyped(field)
  }

  /** What is sent of a field: everything of a new record, else what differs. */
  function isSaid(field: FieldPlan, value: unknown): boolean {
    return isNew || !sameValue(field, record[field.name], value)
  }

  function writable(): Writable {
    const fields = [...items.values()].flatMap(({ plan, field }) => (isTyped(plan.field) && field.display !== 'hidden' ? [plan.field] : []))
    return { fields, lines: plan.lines }
  }

  function values(): Values {
    return toJS(form.values)
  }

  function changes(): Changes {
    if (!isNew) return changesOf(writable(), record, values())
    return enteredOf(writable(), values(), record)
  }

  function check(action?: string): FieldProblem[] {
    for (const table of lines.values()) table.dropUntouched()
    const problems = new Problems()
    const known = knownPlan()
    const result = stored(known, problems)
    if (plan.asks) checkDialog(known, result, problems)
    else checkRecord(known, result, conditionsOf(plan.sections), context, problems)
    if (action !== undefined) {
      checkForAction(known, result, action, problems)
      for (const field of Object.values(fields))
        if (isAttached(field) && field.requiredFor.includes(action) && isBlank(result[field.name]))
          problems.field(field, 'required', 'invalid.required')
    }
    const columns = new Map([...items.keys()].map((name) => [name, [] as string[]]))
    for (const { name, fields: cells } of plan.lines) columns.set(name, Object.keys(cells))
    const found = inFormOrder(problems.all, columns)
    told.clear()
    mark(found)
    return found
  }

  function warnings(titles: Titles): FieldProblem[] {
    const judged = (plan.warnings ?? []).filter((one) => warningReads([one]).every((name) => name === 'user' || isKnown(name)))
    if (judged.length === 0) return []
    const judge = { fields, titles, environment }
    const now = warningsOf(judged, stored(knownPlan(), new Problems()), judge)
    return isNew ? now : newWarnings(now, warningsOf(judged, record, judge))
  }

  /** The record as it would be stored: what is sent is read as the server reads it, and formulas are computed from that. */
  function stored(known: CheckedPlan, problems: Problems): Values {
    const entered = values()
    for (const field of writable().fields)
      if (isSaid(field, entered[field.name])) entered[field.name] = readField(field, entered[field.name], context.checks, problems)
    for (const table of plan.lines) {
      if (!isNew && sameRows(table, record, entered)) continue
      rowsOf(entered, table.name).forEach((row, index) => {
        for (const field of typedColumns(table))
          row[field.name] = readField(field, row[field.name], context.checks, problems, { lines: table, index })
      })
    }
    computeFormulas(known, entered, environment)
    return entered
  }

  /** What the form knows of the record. */
  function knownPlan(): CheckedPlan {
    return { fields, lines: byName([...lines.values()].map(({ known }) => known)), checks: plan.checks }
  }

  function checkDialog(known: CheckedPlan, submitted: Values, problems: Problems): void {
    const ofRecord = readOf(submitted)
    checkSubmitted(Object.values(known.fields), submitted, ofRecord, environment, problems)
    for (const table of Object.values(known.lines)) {
      checkRowCount(table, rowsOf(submitted, table.name).length, problems)
      rowsOf(submitted, table.name).forEach((row, index) =>
        checkSubmitted(typedColumns(table), row, readOfRow(table.fields, row, ofRecord), environment, problems, { lines: table, index }),
      )
    }
  }

  function remember(name: string, text: unknown, params: readonly FieldProblem['params'][]): void {
    const beside = Object.fromEntries(params.flatMap(comparedIn).map((other) => [other, toJS(read(other))]))
    told.set(name, { text, value: toJS(read(name)), beside })
  }

  function tell(problems: readonly FieldProblem[]): FieldProblem[] {
    const elsewhere = mark(problems)
    told.clear()
    for (const [name, { field }] of items) {
      if (field.selfErrors.length === 0) continue
      const params = problems.filter(({ path }) => path === name).map((problem) => problem.params)
      remember(name, field.selfErrors[0], params)
    }
    for (const table of lines.values()) table.keepMarks()
    return elsewhere
  }

  function mark(problems: readonly FieldProblem[]): FieldProblem[] {
    const texts = new Map<string, string>()
    const elsewhere: FieldProblem[] = []
    const ofLines = new Map<string, FieldProblem[]>()
    for (const problem of problems) {
      const [root = ''] = problem.path.split('.')
      if (lines.has(root)) ofLines.set(root, [...(ofLines.get(root) ?? []), problem])
      else if (items.get(root)?.field.visible) texts.set(root, texts.get(root) ?? problem.detail)
      else elsewhere.push(problem)
    }
    batch(() => {
      for (const [name, { field }] of items) {
        const text = texts.get(name)
        if (text !== undefined) field.setSelfErrors([text])
        else if (field.selfErrors.length > 0) field.setSelfErrors([])
      }
      for (const [name, table] of lines) elsewhere.push(...table.mark(ofLines.get(name) ?? []))
    })
    return elsewhere
  }

  /** Field → what the server alone has found. */
  const remarked = new Map<string, string>()

  function show(
    { values: shown = {}, lines: shownRows = {}, problems }: Pick<TryResponse, 'values' | 'lines' | 'problems'>,
    rows: ReadonlyMap<string, readonly Row[]>,
  ): void {
    batch(() => {
      for (const [name, value] of Object.entries(shown)) {
        const field = fields[name]
        if (field && (isTyped(field) || isComputed(field))) continue
        if (JSON.stringify(form.values[name] ?? null) !== JSON.stringify(value)) form.values[name] = value
      }
      // What is missing is still to come.
      const found = problems.filter(({ rule }) => rule !== 'required' && rule !== 'minRows')
      for (const [name, table] of lines) table.show(rows.get(name) ?? [], shownRows[name] ?? [], found)
      for (const [name, text] of remarked) {
        if (items.get(name)?.field.selfErrors[0] === text) items.get(name)?.field.setSelfErrors([])
        told.delete(name)
      }
      remarked.clear()
      for (const { path, detail, params } of found) {
        const field = items.get(path)?.field
        if (!field?.visible || field.selfErrors.length > 0) continue
        field.setSelfErrors([detail])
        remarked.set(path, detail)
        remember(path, detail, [params])
      }
    })
  }

  function isReadable(): boolean {
    const problems = new Problems()
    stored(knownPlan(), problems)
    return problems.all.every(({ rule }) => rule !== 'type')
  }

  function enteredIn(names: readonly string[]): Values {
    const { fields: typed, lines: tables } = writable()
    const watched = { fields: typed.filter(({ name }) => names.includes(name)), lines: tables.filter(({ name }) => names.includes(name)) }
    return enteredOf(watched, values()).values
  }

  function restart(next: Values, nextValues: Values): void {
    record = next
    isNew = false
    // Computed values are still those of the state before, and a formula does not run when what it reads has not changed.
    const result = structuredClone(nextValues)
    computeFormulas(knownPlan(), result, environment)
    batch(() => {
      const target = form.values
      for (const name of Object.keys(target)) if (!(name in result)) delete target[name]
      for (const [name, value] of Object.entries(result)) {
        if (!lines.has(name)) target[name] = value
      }
      for (const [name, table] of lines) table.replace(rowsOf(result, name))
    })
    tell([])
  }

  let listeners = 0
  return {
    form,
    plan,
    items,
    lines,
    environment,
    get record() {
      return record
    },
    read,
    enter,
    take,
    leave,
    holds: (condition) => isTrue(condition, read, environment),
    values,
    writable,
    changes,
    isChanged: () => hasChanges(changes()),
    check,
    warnings,
    mark: tell,
    entered: enteredIn,
    isReadable,
    show,
    onInput(listener) {
      const id = `input-${++listeners}`
      form.addEffects(id, () => onFormInputChange(listener))
      return () => form.removeEffects(id)
    },
    restart,
    state: () => ({
      record,
      values: values(),
      isNew,
      isFresh,
      fields,
      shown,
      wereFilled,
      marks: new Map(
        [...items].flatMap(([name, { field }]) => (field.selfErrors.length > 0 ? [[name, field.selfErrors[0]] as const] : [])),
      ),
      told,
    }),
  }
}

function begunWith({ plan, record, values, last: form }: FormSetup, last: FormState | undefined, { checks }: CheckContext): Values {
  if (!last) return { ...(values ?? record) }
  const lines = new Map([...(form?.lines ?? [])].map(([name, table]) => [name, table.plan]))
  emptyUnreadable(last.values, { fields: last.fields, lines }, { fields: fieldsOf(plan.sections), lines: plan.lines }, checks)
  return last.values
}

/** Fields that a problem was found of together with the one that is marked, as of a key of several that is taken. */
function comparedIn(params: FieldProblem['params']): string[] {
  const names = params?.['fields']
  return Array.isArray(names) ? names.map(String) : []
}
