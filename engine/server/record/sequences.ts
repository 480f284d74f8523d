import type { EntityPlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import { refused } from '../problem'
import { messageText } from '../messages'
import type { WriteContext } from './context'
import { copyRecord } from './draft'
import { loadRecord } from './load'
import { Problems } from '../problems'
import { recompute } from './recompute'
import { updateComputed } from './store'
import { isEmptyValue, sameValue } from '../../core/fields'
import { advance, nameOf, type CounterKey } from '../numbers/counters'

/**
 * Numbers without gaps (rule E-39, invariant I-12). Their counter is part of the transaction, so a rollback gives them back, and its row
 * stays locked to the end; therefore they are drawn as the last step, all together and in the order of their counters: nobody waits long, and
 * no two wait for each other.
 */
export interface WantedNumber {
  entity: EntityPlan
  id: string
  field: string
}

/** Notes what the creation of a record, or an action on it, draws at the end of the transaction. */
export function wantNumbers({ wantedNumbers }: WriteContext, entity: EntityPlan, id: string, action?: string): void {
  for (const [field, { on }] of Object.entries(entity.sequences ?? {}))
    if (action === undefined ? on.length === 0 : on.includes(action)) wantedNumbers.push({ entity, id, field })
}

/**
 * Draws the requested numbers, for records that have none yet; after this nothing more should be written in the transaction.
 * @throws HttpProblem 422 for a record whose field to count by is empty
 */
export async function drawWanted(context: WriteContext): Promise<void> {
  const wanted = context.wantedNumbers.splice(0)
  const byCounter = new Map<string, { key: CounterKey; rows: Map<string, { entity: EntityPlan; record: RecordValues; field: string }> }>()
  for (const { entity, id, field } of wanted) {
    const record = await loadRecord(context, entity.name, id)
    if (!isEmptyValue(record[field])) continue
    const key = keyOf(entity, field, record)
    const known = byCounter.get(nameOf(key)) ?? { key, rows: new Map() }
    known.rows.set(id, { entity, record, field })
    byCounter.set(nameOf(key), known)
  }
  // A dry run takes no number: it would have to be given back, and its row stays locked until then.
  if (byCounter.size === 0 || context.flow.dry) return
  const firsts = await advance(
    context.trx,
    [...byCounter.values()].map(({ key, rows }) => ({ key, count: rows.size })),
  )
  for (const [name, { rows }] of byCounter) {
    let next = firsts.get(name) ?? 0
    const inOrder = [...rows.values()].toSorted((a, b) => (BigInt(a.record.id) < BigInt(b.record.id) ? -1 : 1))
    for (const { entity, record, field } of inOrder) await store(context, entity, record, field, next++)
  }
}

/** A number stays with what it counts. @throws HttpProblem 422 that marks what was changed of a numbered record */
export function refuseRenumbering(entity: EntityPlan, before: RecordValues, after: Record<string, unknown>): void {
  const problems = new Problems()
  for (const [name, { per }] of Object.entries(entity.sequences ?? {})) {
    if (isEmptyValue(before[name])) continue
    for (const key of [name, ...per]) {
      const field = entity.fields[key]
      if (field && !sameValue(field, before[key], after[key])) problems.field(field, 'numbered', 'invalid.numbered')
    }
  }
  problems.throwIfAny()
}

/** Deleting it would leave a gap. @throws HttpProblem 417 */
export function refuseNumbered(entity: EntityPlan, record: RecordValues): void {
  if (Object.keys(entity.sequences ?? {}).some((name) => !isEmptyValue(record[name]))) throw refused(messageText('problem.numbered'))
}

function keyOf(entity: EntityPlan, name: string, record: RecordValues): CounterKey {
  const per = entity.sequences?.[name]?.per ?? []
  const problems = new Problems()
  for (const key of per) {
    const field = entity.fields[key]
    if (field && isEmptyValue(record[key])) problems.field(field, 'required', 'invalid.required')
  }
  problems.throwIfAny()
  return { counter: `${entity.name}.${name}`, period: per.length === 0 ? '' : JSON.stringify(per.map((key) => record[key])) }
}

/** The version stays: no other transaction has seen the record without its number. */
async function store(context: WriteContext, entity: EntityPlan, record: RecordValues, name: string, value: number): Promise<void> {
  const after = copyRecord(entity, { ...record, [name]: value })
  await updateComputed(context, entity, record.id, { [name]: value })
  await recompute(context, entity, record, after, [name])
}
