import type { ActionPlan, BrowserScreenPlan, EntityActionPlan } from '../../core/plan'
import type { Values } from '../../core/record/values'
import type { FieldProblem, Problem, RecordValues, TryResponse } from '../../core/wire'
import { asSent, type Changes } from '../../core/record/changes'
import { problemOf, type Failure, type Request, type RequestResult } from '../request'

type Base = Pick<BrowserScreenPlan, 'base'>

/** A new record, or the changed fields of one; what was emptied is named (design.md section 6). `warnings` are confirmed first. */
export function saveRecord(
  request: Request,
  { base }: Base,
  { record, changes, ...call }: { record: RecordValues | undefined; changes: Changes; idempotencyKey: string; warnings: FieldProblem[] },
): Promise<RequestResult<RecordValues>> {
  const values = asSent(changes)
  if (!record) return request({ method: 'POST', url: base, values, ...call, quiet: true })
  const { id, version } = record
  return request({ method: 'PATCH', url: `${base}/{id}`, values: { ...values, id, version }, ...call, quiet: true })
}

/** Asks for changes that wait for an approval. */
export function requestChange(
  request: Request,
  { base }: Base,
  { name }: EntityActionPlan,
  { record, changes, form, idempotencyKey }: { record: RecordValues; changes: Changes; form: Values; idempotencyKey: string },
): Promise<RequestResult<RecordValues>> {
  const { id, version } = record
  const values = { ...asSent(changes), ...form, id, version }
  return request({ method: 'POST', url: `${base}/${name}/{id}`, values, idempotencyKey, quiet: true })
}

/** What a save of these values would compute; nothing is stored. */
export function trySave(
  request: Request,
  { base }: Base,
  record: RecordValues | undefined,
  values: Values,
  signal: AbortSignal,
): Promise<RequestResult<TryResponse>> {
  if (!record) return request({ method: 'POST', url: `${base}/try`, values, quiet: true, signal })
  const { id, version } = record
  return request({ method: 'POST', url: `${base}/try/{id}`, values: { ...values, id, version }, quiet: true, signal })
}

/** Carries out the action that follows a save. */
export function performAfterSave(
  request: Request,
  { base }: Base,
  { name }: ActionPlan,
  { id, version }: RecordValues,
  idempotencyKey: string,
): Promise<RequestResult> {
  return request({ method: 'POST', url: `${base}/${name}/{id}`, values: { id, version }, idempotencyKey, quiet: true })
}

/** Who has saved the record meanwhile, when that is why it was refused. */
export function conflictOf(result: RequestResult): Problem['current'] {
  return !result.success && result.status === 409 ? problemOf(result)?.current : undefined
}

/**
 * Whether the server may have carried out what got no proper answer, so that trying again must be recognised as the same. After any
 * other answer the input can change, and an old key with a new body would be refused.
 */
export function mayHaveHappened({ status }: Failure): boolean {
  return status >= 500 || status === 401
}
