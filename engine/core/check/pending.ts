import type { Entity } from '../../spec/generated/entity'
import type { ProductSources, ResolvedEntity } from '../compile'
import { bucketsOf } from '../compile/entity'
import { hasPending } from '../compile/pending'
import { isGiven } from '../fields'
import { isOfRecord } from './asked'
import type { Report } from './report'

type Actions = NonNullable<Entity['actions']>

/** Changes that wait: what may wait, that it is asked for, and that somebody can settle it. `own` is what the entity says itself of it. */
export function checkPending(name: string, own: Entity, entity: ResolvedEntity, sources: ProductSources, report: Report): void {
  const source = `entities/${name}`
  const place = (action: string, keyword: string): string => (own.actions?.[action] ? `/actions/${action}/${keyword}` : '/include')
  const actions: Actions = entity.actions ?? {}
  for (const [code, state] of Object.entries(own.states ?? {})) {
    const known = [...Object.keys(entity.fields), ...Object.keys(entity.lines ?? {})]
    for (const [index, field] of (Array.isArray(state.edit) ? state.edit : []).entries())
      report.known(source, `/states/${code}/edit/${index}`, 'field', field, known)
  }
  for (const [key, action] of Object.entries(actions)) {
    if (action.via !== undefined && action.pending === undefined)
      report.add(source, place(key, 'via'), 'check.via-without-pending', { name: key })
    if (own.actions?.[key]?.onPending !== undefined && !hasPending(entity))
      report.add(source, place(key, 'onPending'), 'check.on-pending-alone', { name: key })
    if (action.pending === undefined) continue
    for (const state of action.via === 'edit' ? (action.from ?? []) : []) {
      if (!Array.isArray(entity.states?.[state]?.edit)) report.add(source, place(key, 'via'), 'check.via-state', { name: key, state })
    }
    const at = place(key, 'pending')
    const buckets = bucketsOf(name, sources)
    for (const [index, field] of action.pending.entries()) {
      const pointer = own.actions?.[key]?.pending ? `${at}/${index}` : at
      if (!report.known(source, pointer, 'field', field, Object.keys(entity.fields))) continue
      if (!mayWait(entity, field) || buckets.includes(field)) report.add(source, pointer, 'check.pending-field', { name: field })
      else if (action.via === undefined && !isOfRecord(action.ask?.[field]))
        report.add(source, pointer, 'check.pending-not-asked', { name: field, action: key })
    }
    const staysThere = typeof action.to === 'string' && (action.from === undefined || action.from.includes(action.to))
    if (typeof action.to !== 'string' || staysThere) report.add(source, at, 'check.pending-state', { name: key }, { key: true })
    for (const keyword of ['free', 'undo', 'moves', 'then', 'refresh'] as const) {
      if (action[keyword] !== undefined)
        report.add(source, place(key, keyword), 'check.pending-effects', { name: key, keyword }, { key: true })
    }
    for (const step of typeof action.to === 'string' ? (['apply', 'drop'] as const) : []) {
      if (!hasPendingStep(entity, action.to, step))
        report.add(source, at, 'check.pending-unsettled', { name: key, settling: step }, { key: true })
    }
  }
}

/** What is typed and stored as one value of the record. */
function mayWait(entity: ResolvedEntity, name: string): boolean {
  const field = entity.fields[name]
  if (!field || field.value !== undefined || field.query !== undefined || field.secret || field.system) return false
  // The kind of a reference that points to several stands in a field of its own.
  return !isGiven(field) && !('to' in field && Array.isArray(field.to))
}

/**
 * From the state in which it waits an action writes it, and one forgets it. An action whose states are misspelt may be that one: it is told
 * of by itself.
 */
function hasPendingStep({ actions, states = {} }: ResolvedEntity, state: unknown, step: 'apply' | 'drop'): boolean {
  const isFrom = (from: string[]): boolean => from.some((code) => code === state || !Object.hasOwn(states, code))
  return Object.values(actions ?? {}).some(({ onPending, from }) => onPending === step && (from === undefined || isFrom(from)))
}
