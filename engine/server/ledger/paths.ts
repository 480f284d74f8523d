import type { Path, PlacePlan } from '../../core/plan/effects'
import { evaluateExpression, type Expression } from '../../core/expression'
import { isEmptyValue } from '../../core/fields'
import type { RecordRef } from '../../core/ledger/book'
import type { EntityPlan, FieldPlan } from '../../core/plan'
import { rowsOf } from '../../core/record/values'
import type { RecordValues } from '../../core/wire'
import type { WriteContext } from '../record/context'
import type { Run } from '../record/history'
import { findRecords } from '../record/load'

type Values = Record<string, unknown>

/** What the steps of an action read: the record as it was written, and by name what else there is. */
export interface StepScope {
  entity: EntityPlan
  record: Values & { id: string }
  before: Values
  form: Values
  user: string | null
  run: Run
  /** The row of `each`, and the line table that it stands in. */
  row?: { lines: string; values: Values }
}

/** Stands for the run in scopes that are only read, and from which nothing is booked. */
export const noRun: Run = { id: '', rootId: '', booked: 0 }

/** The record, and `it`, `before`, `form`, `user`, and what the step adds (`of`, `on`, `held`). */
export function valueOf(
  context: WriteContext,
  expression: Expression,
  { record, before, form, user, row }: StepScope,
  more: Values = {},
): unknown {
  const scope = { ...record, before, form, user, it: row?.values ?? null, ...more }
  return evaluateExpression(expression, scope, context.environment)
}

export function stepApplies(context: WriteContext, when: Expression | undefined, scope: StepScope, more: Values = {}): boolean {
  return when === undefined || valueOf(context, when, scope, more) === true
}

/** A record of a path; undefined where a reference on the way is empty. */
export async function resolvePath(context: WriteContext, scope: StepScope, path: Path): Promise<RecordRef | undefined> {
  const [first, ...rest] = path
  if (first === 'id' && rest.length === 0) return { entity: scope.entity.name, id: scope.record.id }
  const ofRow = first === 'it'
  const fields = ofRow ? (scope.entity.lines[scope.row?.lines ?? '']?.fields ?? {}) : scope.entity.fields
  return follow(context, fields, ofRow ? (scope.row?.values ?? {}) : scope.record, ofRow ? rest : path)
}

/** Records of a path that may begin with a line table: then one for each of its rows. */
export async function resolvePaths(context: WriteContext, scope: StepScope, path: Path): Promise<RecordRef[]> {
  const [first = '', ...rest] = path
  if (!Object.hasOwn(scope.entity.lines, first)) return compact([await resolvePath(context, scope, path)])
  const found = []
  for (const inner of scopesOf(scope, first)) found.push(await resolvePath(context, inner, ['it', ...rest]))
  return compact(found)
}

function compact(refs: readonly (RecordRef | undefined)[]): RecordRef[] {
  return refs.flatMap((ref) => ref ?? [])
}

/** The record itself, or each row of a line table. */
export function scopesOf(scope: StepScope, each: string | undefined): StepScope[] {
  if (each === undefined) return [scope]
  return rowsOf(scope.record, each).map((values) => ({ ...scope, row: { lines: each, values } }))
}

/** A balance: along a path, or the one with this key. */
export async function resolvePlace(context: WriteContext, scope: StepScope, place: PlacePlan): Promise<RecordRef | undefined> {
  if ('path' in place) return resolvePath(context, scope, place.path)
  const key = Object.fromEntries(Object.entries(place.key).map(([name, expression]) => [name, valueOf(context, expression, scope)]))
  // What has no value names no balance, not all that have none.
  if (Object.values(key).some(isEmptyValue)) return undefined
  const [found] = await findRecords(context, place.entity, key, { limit: 1 })
  return found && { entity: place.entity, id: found.id }
}

async function follow(
  context: WriteContext,
  fields: Record<string, FieldPlan>,
  values: Values,
  [name, ...rest]: Path,
): Promise<RecordRef | undefined> {
  const field = fields[name ?? '']
  const id = values[name ?? '']
  // Of several entities, the one that is kept beside the id.
  const target = field?.mixed ? values[field.mixed.kind] : field?.ref?.entity
  if (typeof target !== 'string' || target === '' || typeof id !== 'string' || id === '') return undefined
  if (rest.length === 0) return { entity: target, id }
  const read = (): Promise<RecordValues[]> => findRecords(context, target, { id })
  // Several steps go the same way. In a dry run what is read depends on what it has booked in memory.
  const [record] = await (context.flow.dry ? read() : context.reads.read(['path', target, id], read))
  return record && follow(context, context.writing.entity(target).fields, record, rest)
}
