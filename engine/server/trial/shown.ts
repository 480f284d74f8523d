import { createHash } from 'node:crypto'
import { addDecimals, compareDecimals, negateDecimal, roundDecimal, toDecimal, type Decimal } from '../../core/decimal'
import { byEntity, refKey, sameRef, unitsOf, type Balance, type Hold, type RecordRef } from '../../core/ledger/book'
import { isBuiltIn } from '../../core/record/difference'
import { schemaTypeOf } from '../../core/fields/schemas'
import type { EntityPlan, FieldPlan, ScreenPlan } from '../../core/plan'
import { unitOf } from '../../core/record/summary'
import type { BucketChange, EffectsResponse } from '../../core/wire'
import { isShown } from '../outside'
import { previewChanged } from '../problem'
import type { WriteContext, Writing } from '../record/context'
import { findRecords, visibleAmong } from '../record/load'
import type { BookedBalance, Effects } from '../record/effects'
import { dictionariesOf } from '../services'

/** What has been noted, in words and figures, as far as the user may see it; `self` is the record of the screen that it was done on. */
export async function shownEffects(context: WriteContext, effects: Effects, screen: ScreenPlan, id: string): Promise<EffectsResponse> {
  const self = { entity: screen.entity, id }
  const others = [...effects.created.values(), ...effects.changed.values()].filter((ref) => !sameRef(ref, self))
  const visible = await visibleOf(context, [...effects.balances.values(), ...others])
  const canSee = (ref: RecordRef): boolean => visible.has(refKey(ref))
  const labels = await labelsOf(context, others.filter(canSee))
  const created = [...effects.created.values()].filter((ref) => canSee(ref) && !sameRef(ref, self))
  const changed = [...effects.changed.values()].filter(
    (state) => canSee(state) && !sameRef(state, self) && !effects.created.has(refKey(state)) && state.from !== state.to,
  )
  const shown: Omit<EffectsResponse, 'hash'> = {
    figures: figuresOf(context, effects, screen, id),
    balances: [...effects.balances.values()].filter(canSee).flatMap((balance) => balancesOf(context, effects, balance)),
    holds: holdsOf(context, effects, self).flatMap(({ hold, delta }) =>
      canSee(hold.balance) ? holdShown(context, effects, hold, delta) : [],
    ),
    created: created.map((ref) => {
      const { title, label, serial } = context.writing.entity(ref.entity)
      return { title, label: serial?.field === label ? undefined : (labels.get(refKey(ref)) ?? '') }
    }),
    changed: changed.map((state) => {
      const { title, states } = context.writing.entity(state.entity)
      const titleOf = (code: string): string => states?.[code]?.title ?? code
      return { title, label: labels.get(refKey(state)) ?? '', from: titleOf(state.from), to: titleOf(state.to) }
    }),
    hidden: ![...effects.balances.values(), ...others].every(canSee) || undefined,
  }
  return { hash: createHash('sha256').update(JSON.stringify(shown)).digest('hex'), ...shown }
}

/** @throws HttpProblem 409 with the figures as they are now, when they are not those that were confirmed */
export async function refuseChanged(context: WriteContext, screen: ScreenPlan, id: string, confirmed: string): Promise<void> {
  const { effects } = context.flow
  if (!effects) return
  const now = await shownEffects(context, effects, screen, id)
  if (now.hash !== confirmed) throw previewChanged(now)
}

/**
 * Numbers that stood on the record when the dialog was opened and are others now, such as a division of money that was made for another day. What
 * the user types, and what ledgers move, is shown elsewhere.
 */
function figuresOf({ writing, user }: WriteContext, { rewritten }: Effects, screen: ScreenPlan, id: string): BucketChange[] {
  const entity = writing.entity(screen.entity)
  const { before, after } = rewritten.get(refKey({ entity: entity.name, id })) ?? {}
  if (!before || !after) return []
  const readable = new Set(screen.access.recordFields)
  return Object.values(entity.fields).flatMap((field) => {
    const isReckoned = field.readOnly && !field.kept && !isBuiltIn(field.name) && schemaTypeOf(field).summable
    if (!isReckoned || field.mask || !readable.has(field.name) || !isShown(field, user)) return []
    const [was, is] = [toDecimal(before[field.name]), toDecimal(after[field.name])]
    return was === undefined || is === undefined || compareDecimals(was, is) === 0
      ? []
      : bucketChange(writing, entity, field, after, [was, is])
  })
}

function balancesOf(
  context: WriteContext,
  effects: Effects,
  { entity: name, id, ledgers, before }: BookedBalance,
): EffectsResponse['balances'] {
  const entity = context.writing.entity(name)
  const balance = context.flow.ledger.balance({ entity: name, id })
  return [...ledgers].flatMap((ledger) => {
    const plan = context.flow.ledger.ledgers[ledger]
    const buckets = Object.keys(plan?.buckets ?? {}).flatMap((bucket) => {
      const field = entity.fields[bucket]
      const [was, is] = [before[bucket] ?? '0', unitsOf(balance, bucket)]
      return field && compareDecimals(was, is) !== 0 ? bucketChange(context.writing, entity, field, balance.values, [was, is]) : []
    })
    if (buckets.length === 0) return []
    return { ledger: plan?.title ?? ledger, title: entity.title, label: labelOf(context, effects, balance), buckets }
  })
}

/** By place, what all entries together do to the open units of a record's own holds; what was carried along goes without saying. */
function holdsOf({ flow }: WriteContext, { holds }: Effects, self: RecordRef): { hold: Hold; delta: Decimal }[] {
  const places = new Map<string, { hold: Hold; delta: Decimal }>()
  for (const { hold, delta } of holds) {
    if (!sameRef(hold.owner, self) || hold.via) continue
    const key = `${hold.ledger} ${hold.bucket} ${refKey(hold.balance)}`
    places.set(key, { hold, delta: addDecimals(places.get(key)?.delta ?? '0', delta) })
  }
  return [...places.values()].filter(({ hold, delta }) => compareDecimals(delta, '0') !== 0 && flow.ledger.ledgers[hold.ledger])
}

function holdShown(
  context: WriteContext,
  effects: Effects,
  { ledger, bucket, balance, owner }: Hold,
  delta: Decimal,
): EffectsResponse['holds'] {
  const { flow } = context
  const entity = context.writing.entity(balance.entity)
  const field = entity.fields[bucket]
  if (!field) return []
  const open = flow.ledger.holds(balance, bucket).filter((hold) => sameRef(hold.owner, owner) && !hold.via)
  const after = addDecimals('0', ...open.map((hold) => hold.open))
  const held = flow.ledger.balance(balance)
  const label = labelOf(context, effects, held)
  const title = flow.ledger.ledgers[ledger]?.title ?? ledger
  const change = bucketChange(context.writing, entity, field, held.values, [addDecimals(after, negateDecimal(delta)), after])
  return [{ ledger: title, label, bucket: change }]
}

/** A document number is assigned at creation only: a dry run has a placeholder, which is not shown and differs each time. */
function labelOf({ writing }: WriteContext, effects: Effects, { entity: name, id, values }: Balance): string {
  const { label, serial } = writing.entity(name)
  return effects.created.has(refKey({ entity: name, id })) && serial?.field === label ? '' : String(values[label] ?? id)
}

function bucketChange(
  { services }: Writing,
  entity: EntityPlan,
  field: FieldPlan,
  record: Readonly<Record<string, unknown>>,
  [before, after]: readonly [Decimal, Decimal],
): BucketChange {
  const { title, unit: own, decimals = 0 } = field
  const titles = { dictionaries: dictionariesOf(services) }
  const unit = own ?? (entity.summary && unitOf(entity.summary, field, record, titles))
  return { title, ...(unit ? { unit } : {}), before: roundDecimal(before, decimals), after: roundDecimal(after, decimals) }
}

async function visibleOf(context: WriteContext, refs: readonly RecordRef[]): Promise<Set<string>> {
  const visible = new Set<string>()
  for (const [entity, together] of byEntity(refs))
    for (const id of await visibleAmong(context, entity, idsOf(together))) visible.add(refKey({ entity, id }))
  return visible
}

async function labelsOf(context: WriteContext, refs: readonly RecordRef[]): Promise<Map<string, string>> {
  const labels = new Map<string, string>()
  for (const [entity, together] of byEntity(refs)) {
    const { label } = context.writing.entity(entity)
    for (const record of await findRecords(context, entity, { id: idsOf(together) }))
      labels.set(refKey({ entity, id: record.id }), String(record[label] ?? record.id))
  }
  return labels
}

function idsOf(refs: readonly RecordRef[]): string[] {
  return [...new Set(refs.map(({ id }) => id))]
}
