import { sql } from 'kysely'
import { byEntity, refKey } from '../../core/ledger/book'
import { differenceOf } from '../../core/record/difference'
import type { WriteContext } from '../write/context'
import { loadRecord } from '../write/load'
import { copyRecord } from '../write/draft'
import { refuseOverlaps } from '../write/intervals'
import { adoptByRule, changeable } from '../write/save'
import { updateComputed } from '../write/store'
import { recordChanged } from '../write/sums'
import { hasEnded } from './state'

/** What is left to do when everything of a transaction has happened: figures that depend on others, and what must hold. */
export async function settle(context: WriteContext): Promise<void> {
  await refreshAll(context)
  await refuseHeldByEnded(context)
  await refuseOverlaps(context)
}

/** Each record once, however often it was asked for. */
async function refreshAll(context: WriteContext): Promise<void> {
  const { refresh } = context.flow
  for (const [key, { entity: name, id }] of refresh) {
    refresh.delete(key)
    const entity = context.writing.entity(name)
    const rule = context.writing.services.extensions.refresh[entity.rules.refresh ?? '']
    if (!rule) throw new TypeError(`${name} has no refresh rule`)
    const before = await loadRecord(context, name, id, { lock: 'change' })
    const set = await rule(context.tools, { record: before })
    const after = copyRecord(entity, before)
    for (const [field, value] of Object.entries(set)) after[changeable(entity, field).name] = value
    await adoptByRule(context, entity, before, after)
    // The version stays: nobody changed anything.
    const { fields } = differenceOf(entity, before, after)
    if (Object.keys(fields).length === 0) continue
    await updateComputed(context, entity, id, fields)
    await recordChanged(context, entity, id, before, after)
  }
}

/** A record whose life is over, or that is gone, holds nothing: the checker proves it of the schemas, this of what really happened. */
async function refuseHeldByEnded({ flow, writing, trx }: WriteContext): Promise<void> {
  if (flow.dry) return refuseHeldInMemory(flow)
  for (const [entity, refs] of byEntity([...flow.ended.values()])) {
    const ids = refs.map(({ id }) => id)
    const { rows } = await sql<{ ledger: string; bucket: string; owner_id: string }>`
      select ledger, bucket, owner_id from ledger_hold
      where owner_entity = ${entity} and owner_id = any(${ids}::bigint[]) and open > 0 limit 1`.execute(trx)
    const [held] = rows
    if (held)
      throw new Error(`${entity} ${held.owner_id} is over (${writing.entity(entity).title}) and still holds ${held.ledger}.${held.bucket}`)
  }
}

async function refuseHeldInMemory({ ledger, ended }: WriteContext['flow']): Promise<void> {
  for (const ref of ended.values()) {
    await ledger.prepare(await ledger.balancesHeldBy(ref))
    const [held] = ledger.openHoldsOf(ref)
    if (held) throw new Error(`${ref.entity} ${ref.id} would end and still hold ${held.ledger}.${held.bucket}`)
  }
}

/** Notes whether a record's life is over after its state has changed. */
export function noteState({ flow, writing }: WriteContext, entityName: string, id: string, record: Record<string, unknown>): void {
  const ended = hasEnded(writing.entity(entityName), record)
  const ref = { entity: entityName, id }
  flow.ledger.noteState(ref, ended)
  if (ended) flow.ended.set(refKey(ref), ref)
  else flow.ended.delete(refKey(ref))
}
