import { sql } from 'kysely'
import { sameValue } from '../../core/fields'
import { messageText } from '../messages'
import type { EntityPlan, FieldPlan, StatePlan } from '../../core/plan'
import { checkForAction } from '../../core/record/check'
import { Problems as RecordProblems } from '../../core/record/problems'
import { operationRefusal, type ActionRefusal } from '../../core/record/refusal'
import type { RecordValues } from '../../core/wire'
import { fieldProblem, invalid, refused, stale, wrongState, type HttpProblem } from '../problem'
import { rowAlias, shapeOf } from '../read/shape'
import { objectBody, type Submitted } from './body'
import type { WriteContext } from './context'
import type { Problems } from '../problems'

type Values = Record<string, unknown>

/** The record has changed since the version that the user saw. */
export function refuseStale(entity: EntityPlan, record: RecordValues, version: number | undefined): void {
  if (version === undefined || version === record['version']) return
  const { updatedById } = record
  const updatedBy = record[entity.fields['updatedById']?.ref?.display ?? '']
  throw stale({
    version: Number(record['version']),
    updatedBy: typeof updatedBy === 'string' ? updatedBy : '',
    updatedById: typeof updatedById === 'string' ? updatedById : undefined,
    updatedAt: String(record['updatedAt']),
  })
}

/** `refuseStale`, which says who has changed the record as the user may read it. */
export async function refuseStaleTo(
  context: WriteContext,
  entity: EntityPlan,
  record: RecordValues,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === record['version']) return
  const display = entity.fields['updatedById']?.ref?.display
  const shown = display === undefined ? {} : { [display]: await shownValue(context, entity, record.id, display) }
  refuseStale(entity, { ...record, ...shown }, version)
}

/** A value of the record as the user reads it. */
async function shownValue({ writing, source, trx }: WriteContext, entity: EntityPlan, id: string, name: string): Promise<unknown> {
  const shape = shapeOf(writing.shapes, entity.name, [name])
  const { rows } = await sql<Values>`select ${shape.columns(source)} from ${shape.source.from(source)} as ${sql.raw(rowAlias)}
    where ${sql.raw(shape.source.column(rowAlias, 'id'))} = ${id}`.execute(trx)
  return rows[0]?.[name]
}

export function refuseState(
  { environment }: Pick<WriteContext, 'environment'>,
  entity: EntityPlan,
  record: RecordValues,
  operation: 'edit' | 'delete',
): void {
  refuseByRecord(operationRefusal(entity, operation, record, environment))
}

/**
 * For what follows from a record only once it has been through an action.
 * @throws HttpProblem 417 that names what the action needs and the record lacks
 */
export function refuseIncomplete(
  { environment }: Pick<WriteContext, 'environment'>,
  entity: EntityPlan,
  record: RecordValues,
  action: string,
): void {
  const problems = new RecordProblems()
  // What was found comes without its line tables.
  const lines = Object.fromEntries(Object.entries(entity.lines).filter(([name]) => Object.hasOwn(record, name)))
  checkForAction({ ...entity, lines }, record, action, environment, problems)
  if (problems.all.length === 0) return
  const titles = new Set(problems.all.map(({ path }) => titleAt(entity, path)))
  const fields = [...titles].join(messageText('value.separator'))
  throw refused(messageText('refused.incomplete', { title: entity.title, label: record[entity.label] ?? record.id, fields }))
}

/** The title of a field, a line table or a cell. */
function titleAt({ fields, lines }: EntityPlan, path: string): string {
  const [root = '', , column = ''] = path.split('.')
  return (lines[root]?.fields[column] ?? lines[root] ?? fields[root])?.title ?? path
}

/** @throws HttpProblem 417 with the refusal's text; does nothing when there is none */
export function refuseByRecord(refusal: ActionRefusal | undefined): void {
  if (refusal) throw refusal.reason === 'state' ? wrongState(refusal.text) : refused(refusal.text)
}

/** In some states only some fields may be changed; the others, if at all, by an action whose values wait for an approval. */
export function refuseClosed(entity: EntityPlan, before: RecordValues, submitted: Submitted, problems: Problems): void {
  const state = stateOf(entity, before)
  if (!state?.only) return
  for (const [name, value] of Object.entries(submitted.values)) {
    const field = entity.fields[name]
    if (field && !sameValue(field, before[name], value)) refuseClosedField(entity, before, field, problems)
  }
  for (const name of Object.keys(submitted.lines)) {
    const lines = entity.lines[name]
    if (lines && !state.only.includes(name)) problems.table(lines, 'state', 'invalid.closed')
  }
}

/** The same of one field that would change. */
export function refuseClosedField(entity: EntityPlan, before: RecordValues, field: FieldPlan, problems: Problems): void {
  const state = stateOf(entity, before)
  if (!state?.only || state.only.includes(field.name)) return
  const byApproval = Object.values(entity.actions).find(({ via, from }) => via === 'edit' && from.includes(state.code))
  if (byApproval?.pending?.includes(field.name)) problems.field(field, 'state', 'invalid.by-approval', { action: byApproval.title })
  else problems.field(field, 'state', 'invalid.closed')
}

export function stateOf(entity: EntityPlan, record: RecordValues): StatePlan | undefined {
  return entity.statusField === undefined ? undefined : entity.states?.[String(record[entity.statusField])]
}

/** The version that a body names; undefined when there is none. @throws HttpProblem 422 for an invalid version */
export function readVersion(body: Values): number | undefined {
  const version = body['version']
  if (version === undefined || version === null || version === '') return undefined
  if (typeof version === 'number' && Number.isSafeInteger(version)) return version
  throw versionProblem('type', 'invalid.integer')
}

/** @throws HttpProblem 422 for a body without the version that the user saw */
export function readVersionOrThrow(body: Values): number {
  const version = readVersion(body)
  if (version === undefined) throw versionProblem('required', 'invalid.required')
  return version
}

/** The body of a request that changes a record: an object that names the version which its sender saw. @throws HttpProblem 400, 422 */
export function versioned(body: unknown): Values {
  const values = objectBody(body ?? {})
  readVersionOrThrow(values)
  return values
}

function versionProblem(rule: string, code: 'invalid.integer' | 'invalid.required'): HttpProblem {
  const label = messageText('invalid.label', { title: messageText('field.version') })
  return invalid([fieldProblem('version', rule, messageText(code, { label }))])
}
