import { sql } from 'kysely'
import { refKey, type Hold, type RecordRef } from '../../core/ledger/book'
import type { EntityPlan } from '../../core/plan'
import { differenceOf } from '../../core/record/difference'
import type { RecordValues } from '../../core/wire'
import type { WriteContext } from '../record/context'
import { messageText } from '../messages'
import { refused } from '../problem'
import { findRecords, loadRecord } from '../record/load'
import { labelOf } from './refusal'
import { copyRecord } from '../record/draft'
import { refuseOverlaps } from '../record/intervals'
import { adoptByRule, changeable } from '../record/save'
import { updateComputed } from '../record/store'
import { recordChanged } from '../record/sums'
import { hasEnded, holdOfRow, type HoldRow } from '../record/ledgerState'

/** What is left to do when everything of a transaction has happened: figures that depend on others, and what must hold. */
export async function settle(context: WriteContext): Promise<void> {
  await refreshAll(context)
  await refuseHeldByEnded(context)
  await refuseOverlaps(context)
}

/** Each record once, however often its refresh was requested. */
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
    // The version stays, because no user changed anything.
    const { fields } = differenceOf(entity, before, after)
    if (Object.keys(fields).length === 0) continue
    await updateComputed(context, entity, id, fields)
    await recordChanged(context, entity, id, before, after)
  }
}

/**
 * A record that has ended or was deleted must hold nothing. The schema check proves that of the schemas; this checks what really happened.
 * @throws Error when a record ends now and still holds something: its schema is wrong
 * @throws HttpProblem 417 when a record that had ended before is to hold something, or to hold it again by an undo
 */
async function refuseHeldByEnded(context: WriteContext): Promise<void> {
  const { flow, writing } = context
  const ended = await firstHeld(context, [...flow.ended.values()])
  if (ended) throw new Error(`${ended.owner.entity} ${ended.owner.id} is over and still holds ${ended.ledger}.${ended.bucket}`)
  const holders = [...flow.holders.values()]
  await flow.ledger.prepareOwners(holders)
  const held = await firstHeld(
    context,
    holders.filter((owner) => flow.ledger.hasEnded(owner)),
  )
  if (!held) return
  const { owner, balance, bucket } = held
  await flow.ledger.prepare([balance])
  const [record] = await findRecords(context, owner.entity, { id: owner.id })
  const entity = writing.entity(owner.entity)
  throw refused(
    messageText('ledger.ended', {
      title: entity.title,
      label: record?.[entity.label] ?? owner.id,
      balance: labelOf(context, balance),
      bucket: writing.entity(balance.entity).fields[bucket]?.title ?? bucket,
    }),
  )
}

type Held = Pick<Hold, 'ledger' | 'bucket' | 'balance' | 'owner'>

/** An open hold of one of these records. A dry run has booked in memory only, so there the holds of the ledger state are searched. */
async function firstHeld({ flow, trx }: WriteContext, owners: readonly RecordRef[]): Promise<Held | undefined> {
  if (flow.dry) {
    for (const owner of owners) {
      await flow.ledger.prepare(await flow.ledger.balancesHeldBy(owner))
      const [held] = flow.ledger.openHoldsOf(owner)
      if (held) return held
    }
    return undefined
  }
  if (owners.length === 0) return undefined
  const { rows } = await sql<HoldRow>`
    select * from ledger_hold
    where (owner_entity, owner_id) in (select * from unnest(${owners.map(({ entity }) => entity)}::text[], ${owners.map(({ id }) => id)}::bigint[]))
      and open > 0 order by id limit 1`.execute(trx)
  return rows[0] && holdOfRow(rows[0])
}

/**
 * Notes how the record of an action stands, so that it need not be read again when holds are given to it.
 * @param changed whether the action has changed the state: a record that ends by it must hold nothing any more
 */
export function noteState({ flow }: WriteContext, entity: EntityPlan, record: RecordValues, changed: boolean): void {
  const ref = { entity: entity.name, id: record.id }
  flow.ledger.noteState(entity, record.id, record)
  if (!changed) return
  if (hasEnded(entity, record)) flow.ended.set(refKey(ref), ref)
  else flow.ended.delete(refKey(ref))
}
