import { isEmptyValue, isMultiple, isTyped, readValue, referenceIn, Unfit } from '../../core/fields'
import type { EntityPlan, FieldPlan } from '../../core/plan'
import { applyDefaults, complete } from '../../core/record/defaults'
import { throughFormulas } from '../../core/record/formulas'
import { readOf, readOfRow, type Read } from '../../core/record/scope'
import { rowsOf, type Fields, type Values } from '../../core/record/values'
import { namesFrom } from '../../core/where'
import type { Said, SaidRow } from './body'
import { sameValue } from './changes'
import type { WriteContext } from './context'
import type { Problems } from './problems'
import { followReferences, type Holder } from './references'

/** The values of a new record: what was said, then defaults, and what its references bring with them. */
export async function newValues(
  context: WriteContext,
  entity: EntityPlan,
  said: Said,
  cleared: ReadonlySet<string>,
  problems: Problems,
  trusted: boolean,
): Promise<Values> {
  const { environment } = context
  const values: Values = { ...said.values }
  for (const lines of Object.values(entity.lines)) values[lines.name] = (said.lines[lines.name] ?? []).map((row) => ({ ...row.cells }))

  // A reference that was chosen fills better than a default does; what it leaves empty gets its default afterwards.
  applyDefaults(entity.fields, values, new Set([...cleared, ...filledBy(entity.fields, values)]), readOf(values), environment)
  const rows = newRows(context, entity, values)
  await followReferences(context, [holderOf(entity.fields, values), ...rows], problems, trusted)
  complete(entity.fields, values, cleared, readOf(values), environment)
  for (const { fields, values: row } of rows) completeRow(context, entity, fields, row, values)
  return values
}

/** The values of a record with what was said about it; only references that change, or whose choice depends on a change, are looked up. */
export async function changedValues(
  context: WriteContext,
  entity: EntityPlan,
  before: Values,
  said: Said,
  problems: Problems,
): Promise<Values> {
  const values: Values = { ...before, ...said.values }
  const holders = [holderOf(entity.fields, values, before)]
  const added: Holder[] = []
  for (const lines of Object.values(entity.lines)) {
    const rowsBefore = rowsOf(before, lines.name)
    const rows = said.lines[lines.name]
    const unknownRow = (index: number): void => problems.row({ lines, index }, 'reference', 'invalid.unknown-row')
    values[lines.name] = rows ? mergedRows(lines.fields, rowsBefore, rows, unknownRow) : rowsBefore.map((row) => ({ ...row }))
    rowsOf(values, lines.name).forEach((row, index) => {
      const stored = rowsBefore.find((candidate) => candidate['id'] === row['id'])
      if (stored === undefined) applyRowDefaults(context, entity, lines.fields, row, values)
      const holder = holderOf(lines.fields, row, stored, values, before, { lines, index })
      if (stored === undefined) added.push(holder)
      holders.push(holder)
    })
  }
  await followReferences(context, holders, problems)
  for (const { fields, values: row } of added) completeRow(context, entity, fields, row, values)
  return values
}

/**
 * After a rule has worked on a record: checks what it wrote and follows the references it changed.
 * @param before the values as the rule got them @throws TypeError that names a value of a wrong form: the rule has to be mended
 */
export async function adoptRuleValues(
  context: WriteContext,
  entity: EntityPlan,
  before: Values,
  values: Values,
  problems: Problems,
): Promise<void> {
  const holders: Holder[] = []
  adopt(context, entity.fields, before, values, entity.name, holders)
  for (const lines of Object.values(entity.lines)) {
    const rowsBefore = rowsOf(before, lines.name)
    rowsOf(values, lines.name).forEach((row, index) => {
      const known = rowsBefore[index] ?? {}
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
export function ruleValue(context: WriteContext, field: FieldPlan, value: unknown, where: string): unknown {
  const taken = readValue(field, value, context.writing.checks)
  if (taken instanceof Unfit) throw new TypeError(`${where}.${field.name} cannot become ${JSON.stringify(value)}: ${taken.rule}`)
  return taken
}

function adopt(context: WriteContext, fields: Fields, before: Values, values: Values, where: string, holders: Holder[]): void {
  const changed: string[] = []
  for (const field of Object.values(fields)) {
    if (!field.stored || field.value !== undefined || sameValue(before[field.name], values[field.name])) continue
    values[field.name] = ruleValue(context, field, values[field.name], where)
    if (field.ref ?? field.mixed) changed.push(field.name)
    // Another kind makes it another row.
    for (const other of Object.values(fields)) if (other.mixed?.kind === field.name) changed.push(other.name)
  }
  if (changed.length > 0) holders.push({ fields, values, changed })
}

/** The defaults of a new row, but for what its references will fill. */
function applyRowDefaults({ environment }: WriteContext, entity: EntityPlan, fields: Fields, row: Values, record: Values): void {
  applyDefaults(fields, row, new Set(filledBy(fields, row)), readOfNewRow(entity, fields, row, record, environment), environment)
}

function completeRow({ environment }: WriteContext, entity: EntityPlan, fields: Fields, row: Values, record: Values): void {
  complete(fields, row, new Set(), readOfNewRow(entity, fields, row, record, environment), environment)
}

/** While a record is being filled, its formulas are not computed yet. */
function readOfNewRow(
  { fields }: EntityPlan,
  columns: Fields,
  row: Values,
  record: Values,
  environment: WriteContext['environment'],
): Read {
  return readOfRow(columns, row, throughFormulas(fields, readOf(record), environment))
}

function newRows(context: WriteContext, entity: EntityPlan, values: Values): Holder[] {
  return Object.values(entity.lines).flatMap((lines) =>
    rowsOf(values, lines.name).map((row, index) => {
      applyRowDefaults(context, entity, lines.fields, row, values)
      return { ...holderOf(lines.fields, row), beyond: values, place: { lines, index } }
    }),
  )
}

/** A row with an id keeps what cannot be typed; what can and was not said becomes empty, because a row is always said as a whole. */
function mergedRows(fields: Fields, before: Values[], said: SaidRow[], unknownRow: (index: number) => void): Values[] {
  const stored = new Map(before.map((row) => [row['id'], row]))
  const typed = Object.values(fields).filter(isTyped)
  return said.map(({ id, cells }, index) => {
    if (id === undefined) return { ...cells }
    const row = stored.get(id)
    if (!row) unknownRow(index)
    // An id that comes twice is unknown the second time.
    stored.delete(id)
    return { ...row, ...Object.fromEntries(typed.map((field) => [field.name, null])), ...cells }
  })
}

function holderOf(
  fields: Fields,
  values: Values,
  before?: Values,
  beyond?: Values,
  beyondBefore?: Values,
  place?: Holder['place'],
): Holder {
  const changed = Object.values(fields).filter((field) => {
    if (!field.ref && !field.mixed) return false
    if (before === undefined) return !isEmptyValue(values[field.name])
    if (field.mixed && !sameValue(before[field.mixed.kind], values[field.mixed.kind])) return true
    return !sameValue(before[field.name], values[field.name]) || dependsOnChange(fields, field, values, before, beyond, beyondBefore)
  })
  return { fields, values, changed: changed.map((field) => field.name), beyond, place }
}

/** A field that the choice is narrowed by has changed, so that the choice may be void. */
function dependsOnChange(
  fields: Fields,
  field: FieldPlan,
  values: Values,
  before: Values,
  beyond: Values = {},
  beyondBefore: Values = {},
): boolean {
  if (isEmptyValue(values[field.name])) return false
  return namesFrom(referenceIn(field, values)?.ref.where).some((from) =>
    Object.hasOwn(fields, from) ? !sameValue(before[from], values[from]) : !sameValue(beyondBefore[from], beyond[from]),
  )
}

/** Fields that the chosen references fill. */
function filledBy(fields: Fields, values: Values): string[] {
  return Object.values(fields).flatMap((field) =>
    isMultiple(field) || isEmptyValue(values[field.name]) ? [] : Object.keys(referenceIn(field, values)?.ref.fill ?? {}),
  )
}
