import { isEmptyValue, readValue, sameValue, InvalidValue } from '../../core/fields'
import type { EntityPlan, FieldPlan, LinesPlan } from '../../core/plan'
import { changedFields, typedColumns } from '../../core/record/changes'
import { applyDefaults, complete } from '../../core/record/defaults'
import { throughFormulas } from '../../core/record/formulas'
import type { LinePlace } from '../../core/record/problems'
import { filledBy, narrowedBy } from '../../core/record/references'
import { readOf, readOfRow, type Environment, type Read } from '../../core/record/scope'
import { asStored } from '../../core/record/stored'
import { rowsOf, type Fields, type Values } from '../../core/record/values'
import { isShown } from '../outside'
import type { Submitted, SubmittedRow } from './body'
import type { WriteContext } from './context'
import { Problems } from '../problems'
import { followReferences, type Holder } from './references'

/** The submitted values of a new record, the fields that stay empty, and where it is told what is wrong with it. */
export interface NewRecord {
  submitted: Submitted
  empty: ReadonlySet<string>
  problems: Problems
}

/** The values of new records of one entity: submitted values, then defaults, and what their references fill. */
export async function newValues(
  context: WriteContext,
  entity: EntityPlan,
  records: readonly NewRecord[],
  trusted: boolean,
): Promise<Values[]> {
  const { environment } = context
  const begun = records.map((record) => beginNew(context, entity, record))
  const holders = begun.flatMap(({ values, rows, read, empty, problems }): Holder[] => [
    { fields: entity.fields, values, changed: chosen(entity.fields, values), read, empty, problems },
    ...rows.map((row) => ({ ...holderOfNew(row, read), problems })),
  ])
  await followReferences(context, holders, new Problems(), trusted)
  for (const { values, rows, read, empty, problems } of begun) {
    complete(entity.fields, values, empty, read, environment)
    for (const row of rows) completeRow(context, entity, row, values)
    if (!trusted) checkBounds(context, entity, {}, values, problems)
  }
  return begun.map(({ values }) => values)
}

/** A reference that was chosen fills better than a default does; what it leaves empty gets its default afterwards. */
function beginNew(
  context: WriteContext,
  entity: EntityPlan,
  { submitted, empty, problems }: NewRecord,
): { values: Values; rows: NewRow[]; read: Read; empty: ReadonlySet<string>; problems: Problems } {
  const values: Values = { ...submitted.values }
  const rows = Object.values(entity.lines).flatMap((lines) => newRows(lines, submitted.lines[lines.name] ?? [], values))
  const read = readOf(values)
  const withoutDefault = new Set([...empty, ...filledBy(Object.values(entity.fields), values)])
  applyDefaults(entity.fields, values, withoutDefault, read, context.environment)
  for (const row of rows) applyRowDefaults(context, entity, row, values)
  return { values, rows, read, empty, problems }
}

/** The values of a record merged with the submitted ones; only references that change, or whose choice depends on a change, are looked up. */
export async function changedValues(
  context: WriteContext,
  entity: EntityPlan,
  before: Values,
  submitted: Submitted,
  problems: Problems,
): Promise<Values> {
  const values: Values = { ...before, ...submitted.values }
  const read = readOf(values)
  const readBefore = readOf(before)
  const holders: Holder[] = [
    { fields: entity.fields, values, changed: rechosen(entity.fields, values, before, read, readBefore), read, empty: submitted.empty },
  ]
  const added: NewRow[] = []
  for (const lines of Object.values(entity.lines)) {
    const rowsBefore = rowsOf(before, lines.name)
    const submittedRows = submitted.lines[lines.name]
    if (submittedRows) values[lines.name] = mergedRows(context, lines, rowsBefore, submittedRows, problems)
    else values[lines.name] = rowsBefore.map((row) => ({ ...row }))
    rowsOf(values, lines.name).forEach((row, index) => {
      const stored = rowsBefore.find((candidate) => candidate['id'] === row['id'])
      const empty = submittedRows?.[index]?.empty ?? new Set<string>()
      const place = { lines, index }
      if (!stored) {
        const fresh: NewRow = { lines, row, empty, place }
        applyRowDefaults(context, entity, fresh, values)
        added.push(fresh)
        holders.push(holderOfNew(fresh, read))
        return
      }
      const readRow = readOfRow(lines.fields, row, read)
      const changed = rechosen(lines.fields, row, stored, readRow, readOfRow(lines.fields, stored, readBefore))
      holders.push({ fields: lines.fields, values: row, changed, read: readRow, empty, place })
    })
  }
  await followReferences(context, holders, problems)
  for (const row of added) completeRow(context, entity, row, values)
  checkBounds(context, entity, before, values, problems)
  return values
}

/**
 * Numbers that references and defaults have filled in must be as large as their fields take, like typed ones, which were checked when they were
 * read. The table would refuse them, too, but could not name the field.
 */
function checkBounds(context: WriteContext, entity: EntityPlan, before: Values, values: Values, problems: Problems): void {
  const check = (fields: Fields, from: Values, to: Values, place?: LinePlace): void => {
    for (const field of changedFields(Object.values(fields), from, to)) {
      if (field.decimals === undefined || !field.stored || field.value !== undefined) continue
      const value = readValue(field, asStored(field, to[field.name]), context.writing.checks)
      if (value instanceof InvalidValue) problems.invalid(field, value, place)
    }
  }
  check(entity.fields, before, values)
  for (const lines of Object.values(entity.lines)) {
    const stored = new Map(rowsOf(before, lines.name).map((row) => [row['id'], row]))
    rowsOf(values, lines.name).forEach((row, index) => check(lines.fields, stored.get(row['id']) ?? {}, row, { lines, index }))
  }
}

/**
 * After a rule has worked on a record: checks what it wrote and follows the references it changed.
 * @param before the values as the rule got them @param empty fields that stay so, whatever a reference would fill them with @throws TypeError that
 * names a value of a wrong form: the rule has to be mended
 */
export async function adoptRuleValues(
  context: WriteContext,
  entity: EntityPlan,
  before: Values,
  values: Values,
  problems: Problems,
  empty: ReadonlySet<string> = new Set(),
): Promise<void> {
  const holders: Holder[] = []
  adopt(context, entity.fields, before, values, entity.name, holders, empty)
  for (const lines of Object.values(entity.lines)) {
    const rowsBefore = rowsOf(before, lines.name)
    const stored = new Map(rowsBefore.map((row) => [row['id'], row]))
    rowsOf(values, lines.name).forEach((row, index) => {
      const known = (row['id'] === undefined ? rowsBefore[index] : stored.get(row['id'])) ?? {}
      adopt(context, lines.fields, known, row, `${entity.name}.${lines.name}.${index}`, holders)
    })
  }
  await followReferences(context, holders, problems, true)
}

/** A copy that a rule may change without changing the original. */
export function copyRecord<T extends Values>(entity: EntityPlan, values: T): T {
  const lines = Object.keys(entity.lines).map((name) => [name, rowsOf(values, name).map((row) => ({ ...row }))])
  return { ...values, ...Object.fromEntries(lines) } as T
}

/** @throws TypeError for a value that the field cannot keep */
function ruleValue(context: WriteContext, field: FieldPlan, value: unknown, where: string): unknown {
  const taken = readValue(field, value, context.writing.checks)
  if (taken instanceof InvalidValue) throw new TypeError(`${where}.${field.name} cannot become ${JSON.stringify(value)}: ${taken.rule}`)
  return taken
}

function adopt(
  context: WriteContext,
  fields: Fields,
  before: Values,
  values: Values,
  where: string,
  holders: Holder[],
  empty: ReadonlySet<string> = new Set(),
): void {
  const changed = changedFields(Object.values(fields), before, values).filter((field) => field.stored && field.value === undefined)
  for (const field of changed) {
    if (field.kept) throw new TypeError(`${where}.${field.name} cannot be written: the engine keeps it`)
    values[field.name] = ruleValue(context, field, values[field.name], where)
  }
  const names = new Set(changed.map(({ name }) => name))
  // Another kind makes it another row.
  const isOther = (field: FieldPlan): boolean => names.has(field.name) || (field.mixed !== undefined && names.has(field.mixed.kind))
  const references = Object.values(fields).flatMap((field) => (isReference(field) && isOther(field) ? field.name : []))
  if (references.length > 0) holders.push({ fields, values, changed: references, read: readOf(values), empty })
}

/** A row that does not exist yet. */
interface NewRow {
  lines: LinesPlan
  row: Values
  /** Cells that stay empty. */
  empty: ReadonlySet<string>
  place: LinePlace
}

/** Puts the submitted rows of a new record into its values. */
function newRows(lines: LinesPlan, submitted: readonly SubmittedRow[], values: Values): NewRow[] {
  const rows = submitted.map(({ cells, empty }, index) => ({ lines, row: { ...cells }, empty, place: { lines, index } }))
  values[lines.name] = rows.map(({ row }) => row)
  return rows
}

/** The defaults of a new row, but for what its references will fill. */
function applyRowDefaults({ environment }: WriteContext, entity: EntityPlan, { lines, row, empty }: NewRow, record: Values): void {
  const submitted = new Set([...empty, ...filledBy(Object.values(lines.fields), row)])
  applyDefaults(lines.fields, row, submitted, readOfNewRow(entity, lines, row, record, environment), environment)
}

function completeRow({ environment }: WriteContext, entity: EntityPlan, { lines, row, empty }: NewRow, record: Values): void {
  complete(lines.fields, row, empty, readOfNewRow(entity, lines, row, record, environment), environment)
}

/** While a record is being filled, its formulas are not computed yet. */
function readOfNewRow({ fields }: EntityPlan, lines: LinesPlan, row: Values, record: Values, environment: Environment): Read {
  return readOfRow(lines.fields, row, throughFormulas(fields, readOf(record), environment))
}

function holderOfNew({ lines: { fields }, row, empty, place }: NewRow, record: Read): Holder {
  return { fields, values: row, changed: chosen(fields, row), read: readOfRow(fields, row, record), empty, place }
}

/**
 * A row with an id keeps what cannot be typed; a cell that can be typed and was not submitted becomes empty, because a row is always submitted as a
 * whole.
 */
function mergedRows(
  { user }: WriteContext,
  lines: LinesPlan,
  before: Values[],
  submitted: readonly SubmittedRow[],
  problems: Problems,
): Values[] {
  const stored = new Map(before.map((row) => [row['id'], row]))
  // Who does not read a cell neither writes nor empties it.
  const typed = typedColumns(lines).filter((field) => isShown(field, user))
  return submitted.map(({ id, cells }, index) => {
    if (id === undefined) return { ...cells }
    const row = stored.get(id)
    if (!row) problems.row({ lines, index }, 'reference', 'invalid.unknown-row')
    // An id that comes twice is unknown the second time.
    stored.delete(id)
    return { ...row, ...Object.fromEntries(typed.map((field) => [field.name, null])), ...cells }
  })
}

function isReference({ ref, mixed }: FieldPlan): boolean {
  return (ref ?? mixed) !== undefined
}

/** The references that say something. */
function chosen(fields: Fields, values: Values): string[] {
  return Object.values(fields).flatMap((field) => (isReference(field) && !isEmptyValue(values[field.name]) ? field.name : []))
}

/** The references that were changed, or whose choice is narrowed by something that was, so that it may be void. */
export function rechosen(fields: Fields, values: Values, before: Values, read: Read, readBefore: Read): string[] {
  const isRechosen = (field: FieldPlan): boolean =>
    !sameValue(field, before[field.name], values[field.name]) ||
    (!isEmptyValue(values[field.name]) && narrowedBy(field).some((name) => !areAlike(readBefore(name), read(name))))
  return Object.values(fields).flatMap((field) => (isReference(field) && isRechosen(field) ? field.name : []))
}

/** Includes fields that do not exist: the only cost is one look-up more than needed. */
function areAlike(one: unknown, other: unknown): boolean {
  return isEmptyValue(one) || isEmptyValue(other) ? isEmptyValue(one) && isEmptyValue(other) : JSON.stringify(one) === JSON.stringify(other)
}
