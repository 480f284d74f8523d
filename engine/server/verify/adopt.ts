/**
 * Balances that are older than their ledger: what they hold is explained once by an OPENING movement and by the holds of those who hold it
 * (`holders` of the ledger). `ledger_adoption` keeps for which buckets this was done, so that a number that goes wrong later is found by
 * verification and not explained away.
 */
import { sql } from 'kysely'
import { addDecimals, compareDecimals, negateDecimal, roundDecimal, type Decimal } from '../../core/decimal'
import type { LedgerPlan } from '../../core/plan/effects'
import { EngineError } from '../../core/error'
import { refKey, unitsOf, type Balance } from '../../core/ledger/book'
import { messageText, serverError } from '../messages'
import type { Services } from '../services'
import { holdColumns } from '../ledger/holdColumns'
import { systemUser } from '../session'
import type { WriteContext } from '../record/context'
import { findRecords } from '../record/load'
import { inWrite } from '../write/transaction'
import { declaredHoldings, type Holding } from './holders'

/** Explains what was there before the ledger; every ledger has it, and no schema names it. */
export const OPENING = 'OPENING'

export interface Adopted {
  ledger: string
  /** Of the ledger. */
  title: string
  /** Balances that were explained. */
  balances: number
  /** Holds that were opened. */
  holds: number
}

/** A held bucket whose units are not those of its holders. */
export interface AdoptionGap {
  ledger: string
  entity: string
  id: string
  label: string
  bucket: string
  units: Decimal
  /** What is held of it, and what would be. */
  held: Decimal
}

export class AdoptionRefused extends EngineError {
  readonly gaps: AdoptionGap[]
  constructor(gaps: AdoptionGap[], services: Services) {
    const params = { count: gaps.length, list: gapsText(gaps, services) }
    super('ledger.adoption-refused', params, messageText('ledger.adoption-refused', params))
    this.gaps = gaps
  }
}

/** Balances that are read and written at once. */
const BATCH = 500
const MAX_REPORTED = 50

/**
 * Adopts the balances of all ledgers, or of one, each ledger in one transaction, in which its balances are locked. What was adopted already
 * is left alone; a second run does nothing. Returns the ledgers that had something to adopt.
 * @param dry nothing is kept
 * @throws AdoptionRefused with every bucket whose holders do not sum up to it; their ledgers are left as they were
 * @throws EngineError `ledger.unknown`
 */
export async function adoptLedgers(
  services: Services,
  { ledger, dry = false }: { ledger?: string; dry?: boolean } = {},
): Promise<Adopted[]> {
  const { ledgers } = services.plan
  if (ledger !== undefined && !Object.hasOwn(ledgers, ledger))
    throw serverError('ledger.unknown', { name: ledger, known: Object.keys(ledgers).join(messageText('value.separator')) })
  const wanted = Object.values(ledgers).filter(({ name }) => ledger === undefined || name === ledger)
  const done: Adopted[] = []
  const gaps: AdoptionGap[] = []
  for (const plan of wanted.toSorted((one, other) => one.rank - other.rank)) {
    try {
      done.push(await adoptLedger(services, plan, dry))
    } catch (error) {
      if (!(error instanceof AdoptionRefused)) throw error
      gaps.push(...error.gaps)
    }
  }
  if (gaps.length > 0) throw new AdoptionRefused(gaps, services)
  return done.filter(({ balances, holds }) => balances + holds > 0)
}

async function adoptLedger(services: Services, plan: LedgerPlan, dry: boolean): Promise<Adopted> {
  try {
    return await inWrite(services, systemUser, async (context) => {
      const adopted = await adoptIn(context, plan)
      if (dry) throw new OnlyTried(adopted)
      return adopted
    })
  } catch (error) {
    if (error instanceof OnlyTried) return error.adopted
    throw error
  }
}

/** Rolls back what was only tried. */
class OnlyTried extends Error {
  readonly adopted: Adopted
  constructor(adopted: Adopted) {
    super('only tried')
    this.adopted = adopted
  }
}

/** A bucket that was not adopted yet, or not as one that is held. */
interface OpenBucket {
  entity: string
  bucket: string
  held: boolean
  /** Its movements are not looked at again. */
  moved: boolean
}

async function adoptIn(context: WriteContext, plan: LedgerPlan): Promise<Adopted> {
  const { trx } = context
  const adopted: Adopted = { ledger: plan.name, title: plan.title, balances: 0, holds: 0 }
  // Servers that start at once do it one after the other, for as long as it takes.
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`select pg_advisory_xact_lock(hashtextextended('ledger adoption', 0))`.execute(trx)
  const open = await openBuckets(context, plan)
  if (open.length === 0) return adopted

  const entities = [...new Set(open.map(({ entity }) => entity))].toSorted()
  for (const entity of entities) await lockAll(context, entity)
  const holdings = byBalance((await declaredHoldings(context)).filter(({ ledger }) => ledger === plan.name))
  const gaps: AdoptionGap[] = []
  for (const entity of entities) {
    const buckets = open.filter((bucket) => bucket.entity === entity)
    for await (const balances of balancesOf(context, entity)) {
      const openings = await openingsOf(context, plan, balances, buckets, holdings, gaps)
      adopted.balances += openings.length
      adopted.holds += await writeOpenings(context, plan, openings)
    }
  }
  if (gaps.length > 0) throw new AdoptionRefused(gaps, context.writing.services)
  await noteAdopted(context, plan, open)
  return adopted
}

/** What a balance lacks. */
interface Opening {
  balance: Balance
  /** The part of its buckets that no movement explains. */
  deltas: Record<string, Decimal>
  holds: Holding[]
}

async function openingsOf(
  context: WriteContext,
  plan: LedgerPlan,
  balances: readonly Balance[],
  buckets: readonly OpenBucket[],
  holdings: ReadonlyMap<string, Holding[]>,
  gaps: AdoptionGap[],
): Promise<Opening[]> {
  const known = await knownOf(context, plan, balances)
  const openings: Opening[] = []
  for (const balance of balances) {
    const deltas: Record<string, Decimal> = {}
    const holds: Holding[] = []
    for (const { bucket, held, moved } of buckets) {
      const units = unitsOf(balance, bucket)
      const unexplained = minus(units, known.moved(balance, bucket))
      if (!moved && compareDecimals(unexplained, '0') !== 0) deltas[bucket] = unexplained
      if (!held) continue
      const unheld = minus(units, known.held(balance, bucket))
      if (compareDecimals(unheld, '0') === 0) continue
      const missing = missingHolds(holdings.get(refKey(balance)) ?? [], bucket, known)
      const found = addDecimals('0', ...missing.map(({ amount }) => amount))
      if (compareDecimals(found, unheld) === 0) holds.push(...missing)
      else gaps.push(gapOf(context, plan, balance, bucket, addDecimals(known.held(balance, bucket), found)))
    }
    if (holds.length > 0 || Object.keys(deltas).length > 0) openings.push({ balance, deltas, holds })
  }
  return openings
}

/** What the holders of a bucket do not hold yet. */
function missingHolds(holdings: readonly Holding[], bucket: string, known: Known): Holding[] {
  const wanted = new Map<string, Holding>()
  for (const holding of holdings) {
    if (holding.bucket !== bucket) continue
    const key = holderKey(holding)
    wanted.set(key, { ...holding, amount: addDecimals(holding.amount, wanted.get(key)?.amount ?? '0') })
  }
  return [...wanted.values()]
    .map((holding) => ({ ...holding, amount: minus(holding.amount, known.heldBy(holding)) }))
    .filter(({ amount }) => compareDecimals(amount, '0') > 0)
}

/** What the ledger knows of balances already. */
interface Known {
  moved(balance: Balance, bucket: string): Decimal
  held(balance: Balance, bucket: string): Decimal
  heldBy(holding: Holding): Decimal
}

async function knownOf({ trx }: WriteContext, { name }: LedgerPlan, balances: readonly Balance[]): Promise<Known> {
  const ofBatch = sql`ledger = ${name} and balance_entity = ${balances[0]?.entity ?? ''} and balance_id = any(${balances.map(({ id }) => id)}::bigint[])`
  const moved = await sql<{ id: string; bucket: string; units: Decimal }>`
    select balance_id::text as id, delta.key as bucket, sum(delta.value::numeric)::text as units
    from ledger_movement cross join lateral jsonb_each_text(deltas) as delta where ${ofBatch} group by balance_id, delta.key`.execute(trx)
  const held = await sql<{ id: string; bucket: string; owner: string; via: string; units: Decimal }>`
    select balance_id::text as id, bucket, concat(owner_entity, ':', owner_id) as owner,
      concat(via_entity, ':', via_id) as via, sum(open)::text as units
    from ledger_hold where ${ofBatch} and open > 0 group by balance_id, bucket, owner_entity, owner_id, via_entity, via_id`.execute(trx)
  const movedUnits = new Map(moved.rows.map((row) => [`${row.id} ${row.bucket}`, row.units]))
  const ofHolders = new Map(held.rows.map((row) => [`${row.id} ${row.bucket} ${row.owner} ${row.via}`, row.units]))
  const heldUnits = new Map<string, Decimal>()
  for (const row of held.rows)
    heldUnits.set(`${row.id} ${row.bucket}`, addDecimals(heldUnits.get(`${row.id} ${row.bucket}`) ?? '0', row.units))
  return {
    moved: ({ id }, bucket) => movedUnits.get(`${id} ${bucket}`) ?? '0',
    held: ({ id }, bucket) => heldUnits.get(`${id} ${bucket}`) ?? '0',
    heldBy: (holding) => ofHolders.get(holderKey(holding)) ?? '0',
  }
}

function holderKey({ balance, bucket, owner, via }: Holding): string {
  return `${balance.id} ${bucket} ${refKey(owner)} ${via ? refKey(via) : ':'}`
}

/** Writes down for each balance a run of its own, which its history shows, a movement and holds. Returns how many holds. */
async function writeOpenings(context: WriteContext, plan: LedgerPlan, openings: readonly Opening[]): Promise<number> {
  const [first] = openings
  if (!first) return 0
  const { trx, environment, writing } = context
  const { entity } = first.balance
  const { label } = writing.entity(entity)
  const runs = await trx
    .insertInto('document_history')
    .values(
      openings.map(({ balance }) => ({
        entity,
        document_id: balance.id,
        document_label: labelOf(balance, label),
        action: 'opening',
        action_title: messageText('history.opening'),
        at: environment.now,
      })),
    )
    .returning(['id', 'document_id'])
    .execute()
  const runOf = new Map(runs.map((run) => [String(run['document_id']), String(run['id'])]))
  const moved = openings.filter(({ deltas }) => Object.keys(deltas).length > 0)
  if (moved.length > 0)
    await trx
      .insertInto('ledger_movement')
      .values(
        moved.map(({ balance, deltas }) => ({
          run_id: runOf.get(balance.id),
          seq: 1,
          ledger: plan.name,
          type: OPENING,
          balance_entity: entity,
          balance_id: balance.id,
          document_entity: entity,
          document_id: balance.id,
          amounts: '{}',
          deltas: JSON.stringify(deltas),
          after: JSON.stringify(Object.fromEntries(Object.keys(plan.buckets).map((bucket) => [bucket, unitsOf(balance, bucket)]))),
          at: environment.now,
        })),
      )
      .execute()
  return writeHolds(
    context,
    openings.flatMap(({ holds }) => holds),
    runOf,
  )
}

/** Oldest holders first, as they would have opened them. */
async function writeHolds({ trx }: WriteContext, holds: readonly Holding[], runOf: ReadonlyMap<string, string>): Promise<number> {
  const written = holds.map((hold) => ({ ...holdColumns(hold), open: hold.amount }))
  await sql`
    with opened as (
      insert into ledger_hold (ledger, bucket, balance_entity, balance_id, owner_entity, owner_id, via_entity, via_id, open)
      select * from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as h (
        ledger text, bucket text, balance_entity text, balance_id bigint, owner_entity text, owner_id bigint, via_entity text, via_id bigint, open numeric)
      order by owner_id returning id, balance_id, open)
    insert into ledger_hold_entry (hold_id, run_id, delta)
    select opened.id, run.id, opened.open from opened
    join jsonb_to_recordset(${JSON.stringify([...runOf].map(([balance, id]) => ({ balance, id })))}::jsonb) as run (balance bigint, id bigint)
      on run.balance = opened.balance_id order by opened.id`.execute(trx)
  return written.length
}

async function openBuckets({ trx }: WriteContext, { name, balances, buckets }: LedgerPlan): Promise<OpenBucket[]> {
  const { rows } = await sql<{ entity: string; bucket: string; held: boolean }>`
    select balance_entity as entity, bucket, held from ledger_adoption where ledger = ${name}`.execute(trx)
  const known = new Map(rows.map((row) => [`${row.entity} ${row.bucket}`, row]))
  return Object.keys(balances).flatMap((entity) =>
    Object.entries(buckets).flatMap(([bucket, { held }]): OpenBucket[] => {
      const adopted = known.get(`${entity} ${bucket}`)
      const isHeld = held !== undefined
      return adopted && (adopted.held || !isHeld) ? [] : [{ entity, bucket, held: isHeld, moved: adopted !== undefined }]
    }),
  )
}

async function noteAdopted({ trx, environment }: WriteContext, { name }: LedgerPlan, open: readonly OpenBucket[]): Promise<void> {
  for (const { entity, bucket, held } of open)
    await sql`
      insert into ledger_adoption (ledger, balance_entity, bucket, held, at) values (${name}, ${entity}, ${bucket}, ${held}, ${environment.now})
      on conflict (ledger, balance_entity, bucket) do update set held = excluded.held, at = excluded.at`.execute(trx)
}

async function lockAll(context: WriteContext, entity: string): Promise<void> {
  for await (const balances of balancesOf(context, entity)) await context.flow.locks.acquire(balances)
}

async function* balancesOf(context: WriteContext, entity: string): AsyncIterable<Balance[]> {
  for (let last = '0'; ;) {
    const found = await findRecords(context, entity, { id: { above: last } }, { limit: BATCH })
    if (found.length > 0) yield found.map((values) => ({ entity, id: values.id, values }))
    if (found.length < BATCH) return
    last = found.at(-1)?.id ?? last
  }
}

function byBalance(holdings: readonly Holding[]): Map<string, Holding[]> {
  const groups = new Map<string, Holding[]>()
  for (const holding of holdings) {
    const key = refKey(holding.balance)
    const group = groups.get(key)
    if (group) group.push(holding)
    else groups.set(key, [holding])
  }
  return groups
}

function gapOf(context: WriteContext, plan: LedgerPlan, balance: Balance, bucket: string, held: Decimal): AdoptionGap {
  const label = labelOf(balance, context.writing.entity(balance.entity).label)
  return { ledger: plan.name, entity: balance.entity, id: balance.id, label, bucket, units: unitsOf(balance, bucket), held }
}

function gapsText(gaps: readonly AdoptionGap[], { plan }: Services): string {
  const lines = gaps.slice(0, MAX_REPORTED).map(({ ledger, entity: name, label, bucket, units, held }) => {
    const entity = plan.entities[name]
    const field = entity?.fields[bucket]
    const shown = (amount: Decimal): Decimal => roundDecimal(amount, field?.decimals ?? 0)
    return messageText('ledger.adoption-gap', {
      title: plan.ledgers[ledger]?.title,
      balance: `${entity?.title} ${label}`,
      bucket: field?.title,
      units: shown(units),
      held: shown(held),
    })
  })
  const more = gaps.length - lines.length
  return [...lines, ...(more > 0 ? [messageText('ledger.more', { count: more })] : [])].join('\n')
}

function labelOf({ id, values }: Balance, label: string): string {
  return String(values[label] ?? id)
}

function minus(one: Decimal, other: Decimal): Decimal {
  return addDecimals(one, negateDecimal(other))
}
