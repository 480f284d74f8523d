import { sql } from 'kysely'
import { addDecimals, roundDecimal, subtractDecimals, toDecimal, type Decimal } from '../../core/decimal'
import { refKey, type HoldEntry, type Movement, type Posting, type RecordRef } from '../../core/ledger/book'
import { computeFormulas, formulasOver } from '../../core/record/formulas'
import type { RecordValues } from '../../core/wire'
import { messageText } from '../messages'
import type { EntityPlan } from '../../core/plan'
import { refused } from '../problem'
import type { WriteContext } from '../record/context'
import { copyRecord } from '../record/draft'
import { loadRecord } from '../record/load'
import { naming } from './refusal'

/** A run as it was. */
export interface PastRun {
  id: string
  entity: string
  documentId: string
  action: string
}

interface RunRow {
  id: string
  entity: string
  document_id: string
  action: string
}

/** The last run of an action of a record that was not taken back. @throws HttpProblem 417 when there is none */
export async function lastRunOf(context: WriteContext, entity: EntityPlan, id: string, action: string): Promise<PastRun> {
  const { rows } = await sql<RunRow>`
    select id, entity, document_id, action from document_history run
    where entity = ${entity.name} and document_id = ${id} and action = ${action} and ${notUndone}
    order by id desc limit 1`.execute(context.trx)
  const [run] = rows
  if (!run) throw refused(messageText('refused.undo-never', { action: entity.actions[action]?.title ?? action }))
  return pastRun(run)
}

export async function runOf(context: WriteContext, id: string): Promise<PastRun> {
  const { rows } = await sql<RunRow>`select id, entity, document_id, action from document_history where id = ${id}`.execute(context.trx)
  const [run] = rows
  if (!run) throw new TypeError(`there is no run ${id}`)
  return pastRun(run)
}

/**
 * Takes back what a run has caused, last first: each performed action by its inverse, each created record by what its step says.
 * @throws HttpProblem 417 when a person has acted on one of the records since
 */
export async function undoTree(context: WriteContext, run: PastRun): Promise<void> {
  const children = await childrenOf(context, run)
  for (const child of children) {
    const entity = context.writing.entity(child.entity)
    if (isTakenBackWithRecord(context, run, child, children)) continue
    const action = child.action === 'create' ? onUndoOf(context, run, child) : entity.inverses[child.action]
    if (action === undefined || !entity.regardless?.includes(action)) await refuseMovedOn(context, entity, child)
    if (action === undefined) throw new TypeError(`${child.entity}.${child.action} cannot be undone: nothing takes it back`)
    try {
      await context.perform({ entity: child.entity, id: child.documentId, action, body: {}, undoes: child.id })
    } catch (error) {
      throw naming(error, entity, await loadRecord(context, child.entity, child.documentId))
    }
  }
}

/** What a run has booked, in the order in which it was. */
export async function postingOf(context: WriteContext, run: PastRun): Promise<Posting> {
  const { trx, flow } = context
  const booked = flow.dry && flow.effects?.postingOf(run.id)
  if (booked) return booked
  const moved = await sql<{
    ledger: string
    type: string
    balance_entity: string
    balance_id: string
    line_id: string | null
    amounts: Movement['amounts']
    deltas: Movement['deltas']
    after: Movement['after']
    note: Movement['note'] | null
  }>`select * from ledger_movement where run_id = ${run.id} order by seq`.execute(trx)
  const held = await sql<{ hold_id: string; delta: string }>`
    select hold_id, delta from ledger_hold_entry where run_id = ${run.id} order by id`.execute(trx)
  await flow.ledger.prepare(moved.rows.map((row) => ({ entity: row.balance_entity, id: String(row.balance_id) })))
  await flow.ledger.loadHolds(held.rows.map((row) => String(row.hold_id)))
  return {
    movements: moved.rows.map(({ ledger, type, balance_entity, balance_id, line_id, amounts, deltas, after, note }) => ({
      ledger,
      type,
      balance: { entity: balance_entity, id: String(balance_id) },
      amounts,
      deltas,
      after,
      line: line_id === null ? undefined : String(line_id),
      ...(note === null ? {} : { note }),
    })),
    entries: held.rows.flatMap(({ hold_id, delta }): HoldEntry[] => {
      const hold = flow.ledger.holdOf(String(hold_id))
      return hold ? [{ hold, delta, opens: false }] : []
    }),
  }
}

/**
 * A record as it will be once a run of its own is taken back, so that the rule of the action that does it can choose the state: its buckets without
 * what the run has booked on them, and what is computed from these.
 */
export async function takenBackFrom(context: WriteContext, entity: EntityPlan, record: RecordValues, run: PastRun): Promise<RecordValues> {
  const deltas = await deltasOn(context, run, { entity: entity.name, id: record.id })
  const buckets = Object.keys(deltas)
  if (buckets.length === 0) return record
  const after = copyRecord(entity, record)
  for (const [bucket, delta] of Object.entries(deltas))
    after[bucket] = roundDecimal(subtractDecimals(toDecimal(after[bucket]) ?? '0', delta), entity.fields[bucket]?.decimals ?? 0)
  computeFormulas(entity, after, context.environment, formulasOver(entity, buckets))
  return after
}

async function deltasOn({ trx, flow }: WriteContext, run: PastRun, balance: RecordRef): Promise<Record<string, Decimal>> {
  const booked = flow.dry && flow.effects?.postingOf(run.id)
  const movements: readonly Pick<Movement, 'deltas'>[] = booked
    ? booked.movements.filter((movement) => refKey(movement.balance) === refKey(balance))
    : (
        await sql<{ deltas: Movement['deltas'] }>`
          select deltas from ledger_movement
          where run_id = ${run.id} and balance_entity = ${balance.entity} and balance_id = ${balance.id}`.execute(trx)
      ).rows
  const sums: Record<string, Decimal> = {}
  for (const { deltas } of movements)
    for (const [bucket, delta] of Object.entries(deltas)) sums[bucket] = addDecimals(sums[bucket] ?? '0', delta)
  return sums
}

/** Beside the actions of its entity, what changes a record. */
const changes: ReadonlySet<string> = new Set(['create', 'edit', 'delete'])

const notUndone = sql`not exists (select from document_history undo where undo.undoes_id = run.id)`

/** What it has done, not what it has noted or passed over. */
async function childrenOf({ trx, writing }: WriteContext, run: PastRun): Promise<PastRun[]> {
  const { rows } = await sql<RunRow>`
    select id, entity, document_id, action from document_history run where cause_id = ${run.id} and ${notUndone} order by id desc`.execute(
    trx,
  )
  return rows.map(pastRun).filter(({ entity, action }) => changes.has(action) || Object.hasOwn(writing.entity(entity).actions, action))
}

/** Finds later actions of users that depend on the run; what the system did as a consequence of others does not count. */
async function refuseMovedOn(context: WriteContext, entity: EntityPlan, run: PastRun): Promise<void> {
  const { rows } = await sql`
    select from document_history run
    where entity = ${run.entity} and document_id = ${run.documentId} and id > ${run.id}
      and cause_id is null and operator_id is not null and undoes_id is null and ${notUndone} limit 1`.execute(context.trx)
  if (rows.length === 0) return
  const record = await loadRecord(context, run.entity, run.documentId)
  throw refused(messageText('refused.undo-moved-on', { title: entity.title, label: record[entity.label] ?? record.id }))
}

/**
 * What a created record went through at once, and what rules wrote into it, goes back with it: the action that takes the record back sees
 * to that, unless an inverse does.
 */
function isTakenBackWithRecord(
  context: WriteContext,
  cause: PastRun,
  { entity, documentId, action }: PastRun,
  children: readonly PastRun[],
): boolean {
  const isOfCreated = children.some((other) => other.action === 'create' && other.entity === entity && other.documentId === documentId)
  if (!isOfCreated || context.writing.entity(entity).inverses[action] !== undefined) return false
  const steps = context.writing.entity(cause.entity).effects[cause.action]?.follow ?? []
  return (
    action === 'edit' ||
    steps.some((step) => step.kind === 'create' && step.entity === entity && step.through === action && step.onUndo !== undefined)
  )
}

function onUndoOf(context: WriteContext, cause: PastRun, created: PastRun): string | undefined {
  const steps = context.writing.entity(cause.entity).effects[cause.action]?.follow ?? []
  return steps.flatMap((step) => (step.kind === 'create' && step.entity === created.entity ? (step.onUndo ?? []) : []))[0]
}

function pastRun({ id, entity, document_id, action }: RunRow): PastRun {
  return { id: String(id), entity, documentId: String(document_id), action }
}
