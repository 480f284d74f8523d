/**
 * Fields that are kept as sums of other records, or of their rows (`sumOf`): each change of what is summed up adds its difference to the
 * record that it points to, under that record's lock. What points to another one from now on is taken from the one and added to the other.
 */
import { addDecimals, compareDecimals, isDecimal, negateDecimal, toDecimal, type Decimal } from '../../core/decimal'
import type { SumPlan } from '../../core/plan/effects'
import { isEmptyValue, textOf } from '../../core/fields'
import { messageText } from '../messages'
import { asSeen } from '../../core/pending'
import type { EntityPlan, FieldPlan } from '../../core/plan'
import { computeFormulas, formulasOver } from '../../core/record/formulas'
import { evaluate, readOf, readOfRow } from '../../core/record/scope'
import { asStored } from '../../core/record/stored'
import { rowsOf, type Values } from '../../core/record/values'
import { matches } from '../../core/where'
import type { RecordValues } from '../../core/wire'
import { refused } from '../problem'
import { lineTable, type WriteContext } from './context'
import { copyRecord } from './draft'
import { touchPeriods } from './intervals'
import { loadRecord } from './load'
import { Problems } from '../problems'
import { recompute } from './recompute'
import { refusalOf } from './refusals'
import { recordsOfRows } from './rowNames'
import { updateLine } from './store'

/** What is added to one sum: of a record, or of a row of its line table. */
interface Part {
  sum: SumPlan
  /** Id of the record, or of the row. */
  target: string
  delta: Decimal
  /** When rows are added up: the index of the first row that names this one. */
  index?: number
}

/**
 * To be called after each write of a record, when it stands in the database: what others sum up of it, the periods that it is one of, and what
 * the ledgers have read of it.
 * @param before what it was; undefined: it is new @param after what it is; undefined: it is deleted
 * @throws HttpProblem 417 when a sum would pass what it may be at most, 422 where a row is named that there is not
 */
export async function recordChanged(
  context: WriteContext,
  entity: EntityPlan,
  id: string,
  before: Values | undefined,
  after: Values | undefined,
): Promise<void> {
  touchPeriods(context, entity, id, before, after)
  if (after) context.flow.ledger.written(entity, id, after)
  const parts = context.writing.services.plan.sums
    .filter(({ of }) => of.entity === entity.name)
    .flatMap((sum) => partsOf(context, entity, sum, before, after))
  for (const name of new Set(parts.map(({ sum }) => sum.entity))) {
    const owner = context.writing.entity(name)
    const byRecord = await byOwner(
      context,
      entity,
      owner,
      parts.filter(({ sum }) => sum.entity === name),
    )
    await context.flow.locks.acquire([...byRecord.keys()].map((target) => ({ entity: name, id: target })))
    for (const [target, together] of byRecord) await addToSums(context, owner, target, together)
  }
}

/** How a change of one record changes a sum: nothing where what it counts for stays what it was. */
function partsOf(context: WriteContext, entity: EntityPlan, sum: SumPlan, before: Values | undefined, after: Values | undefined): Part[] {
  const deltas = new Map<string, Decimal>()
  const indexes = new Map<string, number>()
  const count = (values: Values | undefined, sign: (amount: Decimal) => Decimal): void => {
    if (!values || !matches(sum.of.where, asSeen(entity, values), { fields: entity.fields, today: context.environment.today })) return
    for (const [index, counted] of (sum.of.lines === undefined ? [values] : rowsOf(values, sum.of.lines)).entries()) {
      const target = counted[sum.of.by]
      if (isEmptyValue(target)) continue
      if (sum.of.lines !== undefined && values === after && !indexes.has(String(target))) indexes.set(String(target), index)
      deltas.set(String(target), addDecimals(deltas.get(String(target)) ?? '0', sign(toDecimal(counted[sum.of.field]) ?? '0')))
    }
  }
  count(before, negateDecimal)
  count(after, (amount) => amount)
  return [...deltas].flatMap(([target, delta]) =>
    compareDecimals(delta, '0') === 0 ? [] : [{ sum, target, delta, index: indexes.get(target) }],
  )
}

/**
 * Groups parts by the record that keeps their sum; for sums in rows, the records are found by the ids of the rows. A part that is taken away from
 * a deleted row is left out.
 * @throws HttpProblem 422 where a row is named that there is not
 */
async function byOwner(context: WriteContext, entity: EntityPlan, owner: EntityPlan, parts: readonly Part[]): Promise<Map<string, Part[]>> {
  const found = new Map<string, Part[]>()
  const owners = new Map<string, Map<string, string>>()
  for (const lines of new Set(parts.flatMap(({ sum }) => sum.lines ?? []))) {
    const rows = parts.flatMap(({ sum, target }) => (sum.lines === lines ? target : []))
    owners.set(lines, await recordsOfRows(context, lineTable(owner, lines).table, rows))
  }
  for (const part of parts) {
    const record = part.sum.lines === undefined ? part.target : owners.get(part.sum.lines)?.get(part.target)
    if (record === undefined) {
      if (compareDecimals(part.delta, '0') > 0) refuseUnknownRow(entity, part)
      continue
    }
    found.set(record, [...(found.get(record) ?? []), part])
  }
  return found
}

function refuseUnknownRow(entity: EntityPlan, { sum: { of }, index = 0 }: Part): void {
  const lines = of.lines === undefined ? undefined : lineTable(entity, of.lines)
  const field = (lines ?? entity).fields[of.by]
  if (!field) throw new TypeError(`${entity.name} has no field ${of.by}`)
  const problems = new Problems()
  problems.field(field, 'reference', 'invalid.reference', {}, lines && { lines, index })
  problems.throwIfAny()
}

async function addToSums(context: WriteContext, entity: EntityPlan, id: string, parts: readonly Part[]): Promise<void> {
  context.flow.deciding.refuseWrite({ entity: entity.name, id })
  const stored = await loadRecord(context, entity.name, id, { lock: 'change' })
  const after = copyRecord(entity, stored)
  const changed = parts.map((part) => {
    const place = placeOf(entity, after, part)
    const sum = addDecimals(toDecimal(place.values[place.field.name]) ?? '0', part.delta)
    // What was never added cannot be taken away.
    if (compareDecimals(sum, '0') < 0) throw new Error(`${entity.name} ${id}: the sum ${place.name} would become ${sum}`)
    place.values[place.field.name] = asStored(place.field, sum)
    return { ...place, part }
  })
  const names = changed.map(({ name }) => name)
  computeFormulas(entity, after, context.environment, formulasOver(entity, names))
  // The refusal of a row is more precise than that of its record, so rows are checked first.
  const isOfRow = ({ part }: { part: Part }): boolean => part.sum.lines !== undefined
  for (const place of [...changed.filter(isOfRow), ...changed.filter((each) => !isOfRow(each))])
    refuseBeyond(context, entity, stored, after, place)
  const { dry } = context.flow
  if (dry) {
    for (const { part, field, values } of changed) {
      const place = part.sum.lines === undefined ? {} : { lines: part.sum.lines, row: part.target }
      dry.keep({ entity: entity.name, id }, { ...place, field: field.name, value: values[field.name] })
    }
    context.reads.forget()
    return recordChanged(context, entity, id, stored, after)
  }
  for (const { part, field, values } of changed)
    if (part.sum.lines !== undefined)
      await updateLine(context, lineTable(entity, part.sum.lines), part.target, { [field.name]: values[field.name] })
  const ofRecord = changed.flatMap(({ part, field, values }) => (part.sum.lines === undefined ? [[field.name, values[field.name]]] : []))
  await recompute(context, entity, stored, after, names, Object.fromEntries(ofRecord) as Values)
  await recordChanged(context, entity, id, stored, after)
}

/** The place of a sum in its record. */
interface Place {
  /** A column is called `<lines>.<name>`. */
  name: string
  field: FieldPlan
  /** The record, or the row. */
  values: Values
}

function placeOf(entity: EntityPlan, record: RecordValues, { sum, target }: Part): Place {
  const lines = sum.lines === undefined ? undefined : lineTable(entity, sum.lines)
  const field = (lines ?? entity).fields[sum.field]
  const values = lines ? rowsOf(record, lines.name).find((row) => row['id'] === target) : record
  if (!field || !values) throw new TypeError(`${entity.name} has no sum ${sum.field}`)
  return { name: lines ? `${lines.name}.${sum.field}` : sum.field, field, values }
}

/** Only what adds to a sum is refused: a limit that has sunk meanwhile must not keep anything from being taken back. */
function refuseBeyond(
  context: WriteContext,
  entity: EntityPlan,
  stored: RecordValues,
  after: RecordValues,
  { field, values, part }: Place & { part: Part },
): void {
  const { sum, delta } = part
  if (!sum.atMost || compareDecimals(delta, '0') < 0) return
  const record = readOf(after)
  const read = sum.lines === undefined ? record : readOfRow(lineTable(entity, sum.lines).fields, values, record)
  const limit = toDecimal(evaluate(sum.atMost, read, context.environment)) ?? '0'
  if (compareDecimals(toDecimal(values[field.name]) ?? '0', limit) <= 0) return
  const { plan, extensions } = context.writing.services
  const shown = (amount: Decimal): string => textOf(field, plan)(asStored(field, amount))
  const before = addDecimals(toDecimal(values[field.name]) ?? '0', negateDecimal(delta))
  const figures = {
    label: stored[entity.label] ?? stored.id,
    title: field.title,
    amount: shown(delta),
    sum: shown(before),
    limit: shown(limit),
  }
  if (sum.refusal !== undefined) {
    const known: Values = { amount: delta, sum: before, limit }
    const params = Object.entries(sum.params).map(([name, expression]) => {
      const value = evaluate(expression, (asked) => (Object.hasOwn(known, asked) ? known[asked] : read(asked)), context.environment)
      return [name, isDecimal(value) ? asStored(field, value) : value]
    })
    throw refusalOf(extensions.refusals, { code: sum.refusal, params: { ...figures, ...Object.fromEntries(params) } })
  }
  throw refused(messageText('refused.sum', figures), undefined, figures)
}
