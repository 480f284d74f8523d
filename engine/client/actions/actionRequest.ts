import { isDecision } from '../../core/decisions'
import { buildRequest, isEmpty } from '../../core/endpoint'
import type { ActionPlan, AskedLinesPlan, FieldPlan, BrowserScreenPlan } from '../../core/plan'
import type { RefusedRecord } from '../../core/record/offered'
import type { Values } from '../../core/record/values'
import { filledAsFarAsKnown, holesIn } from '../../core/record/warnings'
import { previewParameter, type RecordValues } from '../../core/wire'
import type { Dictionaries } from '../fieldDefinition'
import { say } from '../messages'
import type { AskPreview } from '../form/view/usePreview'
import type { Request, RequestCall } from '../request'
import type { Given } from '../pageAddress'

/** The records of an action: one, the selected ones, or none. */
export interface ActionTarget {
  record?: RecordValues
  records?: readonly RecordValues[]
  /** Selected rows on which the action is not possible. */
  refused?: readonly RefusedRecord[]
  /** What a new record begins with. */
  given?: Given
}

/**
 * The request of an action, with what its dialog asked for. Selected rows go in one request: a decision is made on each that allows it, anything
 * else is done on all of them or none, as what closes a period after the last of them has to be.
 * @param preview hash of the figures that were shown and confirmed
 * @throws TypeError when the action sends no request, or none for several rows
 */
export function requestOf(
  screen: Pick<BrowserScreenPlan, 'base'>,
  { name, does }: ActionPlan,
  { record, records }: ActionTarget,
  form: Record<string, unknown>,
  idempotencyKey: string,
  preview?: string,
): RequestCall {
  if (records && (does.kind === 'delete' || does.kind === 'action')) {
    const ids = records.map(({ id, version }) => ({ id, version }))
    const values = { ...form, ...(decides(does) ? { each: true } : {}), ids }
    return { method: 'POST', url: `${screen.base}/batch/${name}`, values, idempotencyKey }
  }
  const values = { ...form, id: record?.id, version: record?.['version'] }
  switch (does.kind) {
    case 'delete':
      return { method: 'DELETE', url: `${screen.base}/{id}`, values, idempotencyKey }
    case 'action':
      return {
        method: 'POST',
        url: `${screen.base}/${name}/{id}${preview ? `?${previewParameter}=${preview}` : ''}`,
        values,
        idempotencyKey,
      }
    case 'request': {
      const { method, url, body } = does.endpoint
      // An endpoint of its own knows no record in which something could be emptied, and says which version was seen only if it is asked for.
      const { clear: _emptied, ...values } = form
      const seen = body.some(({ name: key }) => key === 'version') ? { version: record?.['version'] } : {}
      return { method, url, values: { ...values, ...seen, ...holesOf(url, record) }, idempotencyKey }
    }
    default:
      throw new TypeError(`The action '${name}' sends no request`)
  }
}

/** Whether an action decides about what somebody has submitted. */
export function decides(does: ActionPlan['does']): boolean {
  return does.kind === 'action' && isDecision(does.action)
}

/** Line tables whose rows the dialog of an action shows. */
export function shownLines(does: ActionPlan['does']): readonly string[] {
  return does.kind === 'action' ? (does.action.shows ?? []) : []
}

/** Whether the dialog of an action shows what the record holds, beside what it is about. */
export function reviews(does: ActionPlan['does']): boolean {
  return decides(does) || shownLines(does).length > 0
}

/** Requests what an action would do with the values of its dialog; undefined where there is no preview, or is done on several records. */
export function previewOf(
  request: Request,
  { base }: Pick<BrowserScreenPlan, 'base'>,
  { name, does }: ActionPlan,
  { record, records }: ActionTarget,
): AskPreview | undefined {
  if (does.kind !== 'action' || !does.action.preview || records || !record) return undefined
  const { id, version } = record
  return (form, signal) =>
    request({ method: 'POST', url: `${base}/try/${name}/{id}`, values: { ...form, id, version }, quiet: true, signal })
}

/**
 * Fields and rows that the dialog of an action asks for; undefined when the action has no dialog. Both are empty for a dialog that only shows
 * what is decided on and what will be booked.
 */
export function askedBy({ does }: ActionPlan, { records }: ActionTarget = {}): { fields: FieldPlan[]; lines?: AskedLinesPlan } | undefined {
  if (does.kind === 'request') return does.ask.length > 0 ? { fields: does.ask } : undefined
  if (does.kind !== 'action') return undefined
  const { ask, askLines } = does.action
  const hasDialog = ask.length > 0 || askLines || isDecision(does.action) || (!records && (does.action.preview || reviews(does)))
  return hasDialog ? { fields: ask, lines: askLines } : undefined
}

/** The confirmation before an action; undefined when it runs at once. A change of state is always confirmed, as is what cannot be undone. */
export function confirmationOf(
  screen: Pick<BrowserScreenPlan, 'label' | 'states'>,
  action: ActionPlan,
  { record, records }: ActionTarget,
  dictionaries: Dictionaries,
): string | undefined {
  const { does, title, danger } = action
  const own = ownConfirmation(screen, action, record, dictionaries)
  if (own === undefined && does.kind === 'request' && !danger) return undefined
  if (records) return say('action.confirmBatch', { action: title, count: records.length })
  if (own !== undefined) return own
  return record ? say('action.confirmRecord', { action: title, name: nameOf(screen, record) }) : say('action.confirm', { action: title })
}

/** The confirmation text that the schema gives an action, the values in it as lists show them. */
export function ownConfirmation(
  { states }: Pick<BrowserScreenPlan, 'states'>,
  { does }: ActionPlan,
  record: Values | undefined,
  dictionaries: Dictionaries,
): string | undefined {
  const own = does.kind === 'action' ? does.action.confirm : does.kind === 'request' ? does.confirm : undefined
  return own && filledAsFarAsKnown(own, record ?? {}, { dictionaries, states })
}

/** The message shown after an action succeeded. A text of the schema may name values of the endpoint's answer. */
export function doneText({ does, title }: ActionPlan, { records }: ActionTarget = {}, answer?: unknown): string {
  if (records) return say('action.batchDone', { action: title, count: records.length })
  const own = does.kind === 'request' ? does.done : undefined
  const values = (answer ?? {}) as Readonly<Record<string, string | number | null | undefined>>
  return own?.replace(/\{(\w+)\}/g, (_hole, name: string) => String(values[name] ?? '')) ?? say('action.done', { action: title })
}

/** The display name of a record. */
export function nameOf({ label }: Pick<BrowserScreenPlan, 'label'>, record: RecordValues): string {
  const name = record[label]
  return typeof name === 'string' && name !== '' ? name : record.id
}

/** The address of a link, its placeholders filled from the record; `{ids}` are those of the selected rows. */
export function linkAddress(to: string, { record, records }: ActionTarget): string {
  const ids = records?.map(({ id }) => id).join(',')
  const values: Record<string, unknown> = { ...record, ...(ids === undefined ? {} : { ...sharedBy(records ?? []), ids }) }
  const [path = '', query = ''] = to.split('?')
  // What a new record is not given, it does not begin with.
  const given = query.split('&').filter((pair) => holesIn(pair).every((name) => !isEmpty(values[name])))
  return buildRequest({ method: 'GET', url: [path, given.join('&')].filter(Boolean).join('?') }, values).path
}

/** What all of the records have alike. */
function sharedBy([first, ...others]: readonly RecordValues[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(first ?? {}).filter(([name, value]) => others.every((other) => other[name] === value)))
}

/** The record's values that fill placeholders of an endpoint; nothing else of it is sent. What it does not have, the dialog asks. */
function holesOf(url: string, record: RecordValues | undefined): Record<string, unknown> {
  return Object.fromEntries(
    holesIn(url)
      .filter((name) => record && Object.hasOwn(record, name))
      .map((name) => [name, record?.[name]]),
  )
}
