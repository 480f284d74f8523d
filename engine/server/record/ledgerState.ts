import { sql } from 'kysely'
import { compareDecimals } from '../../core/decimal'
import { evaluateExpression } from '../../core/expression'
import type { LedgerPlan, LimitPlan } from '../../core/plan/effects'
import { byEntity, refKey, sameRef, type Balance, type BookContext, type Hold, type RecordRef } from '../../core/ledger/book'
import { asSeen } from '../../core/pending'
import type { EntityPlan, StatePlan } from '../../core/plan'
import type { RecordValues } from '../../core/wire'
import type { WriteContext } from './context'
import { computeFormulas, formulasOver, type Formula } from '../../core/record/formulas'
import { asStored } from '../../core/record/stored'
import { findRecords } from './load'

/** A hold as it is stored. */
export interface HoldRow {
  id: string
  ledger: string
  bucket: string
  balance_entity: string
  balance_id: string
  owner_entity: string
  owner_id: string
  giver_id: string | null
  via_entity: string | null
  via_id: string | null
  open: string
}

/** What the state of a record means for its holds. */
interface Standing {
  ended: boolean
  takesBack: boolean
}

/** Of a record that was deleted. */
const gone: Standing = { ended: true, takesBack: false }

/**
 * Balances and holds as one transaction sees them: locked and read when a step first needs them, changed by books, written back by
 * `persist.ts`. Locked rows change by nobody else, so they are read once.
 */
export class LedgerState implements BookContext {
  readonly #context: WriteContext
  readonly #balances = new Map<string, Balance>()
  readonly #holds = new Map<string, Hold>()
  /** By balance and bucket, oldest first. */
  readonly #byPlace = new Map<string, Hold[]>()
  readonly #standings = new Map<string, Standing>()
  /** Of an entity of balances, the formulas that its buckets reach. */
  readonly #formulas = new Map<string, readonly Formula[]>()
  #next = 1

  constructor(context: WriteContext) {
    this.#context = context
  }

  get ledgers(): Record<string, LedgerPlan> {
    return this.#context.writing.services.plan.ledgers
  }

  /**
   * Locks and reads these balances, those that movements on them are carried to, and all their open holds.
   * @param record one that has just been read, which may be among them
   */
  async prepare(refs: readonly RecordRef[], record?: { entity: EntityPlan; values: RecordValues }): Promise<void> {
    const { locks } = this.#context.flow
    // Locked rows are read once: nobody else changes them.
    const isLocked = (balance: RecordRef): boolean => locks.has(balance)
    const given = record && balanceOf(record)
    const { wanted, read } = await this.#withTied(
      refs.filter((ref) => !this.#balances.has(refKey(ref))),
      given && isLocked(given) ? given : undefined,
    )
    if (wanted.length === 0) return
    const known = read.filter(isLocked)
    const others = wanted.filter((ref) => !known.some((balance) => sameRef(balance, ref)))
    await locks.acquire(others)
    for (const balance of [...known, ...(await this.#read(others))]) this.#balances.set(refKey(balance), balance)
    await this.#readHolds(wanted)
    // A balance may have been tied to another one while its lock was waited for.
    await this.prepare(wanted.flatMap((ref) => this.#tiedTo(this.balance(ref))))
  }

  /** Reads whether the records that these holds were taken from take them back. */
  async prepareGivers(holds: readonly Hold[]): Promise<void> {
    const owners = new Map<string, RecordRef>()
    for (const hold of holds)
      for (let giver = this.holdOf(hold.giver); giver; giver = this.holdOf(giver.giver)) owners.set(refKey(giver.owner), giver.owner)
    await this.prepareOwners([...owners.values()])
  }

  /** Locks these records, so that their states stay as they are, and reads how they stand. */
  async prepareOwners(owners: readonly RecordRef[]): Promise<void> {
    const unknown = owners.filter((owner) => !this.#standings.has(refKey(owner)))
    if (unknown.length === 0) return
    await this.#context.flow.locks.acquire(unknown)
    for (const [entity, refs] of byEntity(unknown)) {
      const plan = this.#context.writing.entity(entity)
      const ids = refs.map(({ id }) => id)
      for (const { id } of refs) this.#standings.set(refKey({ entity, id }), gone)
      for (const record of await findRecords(this.#context, entity, { id: ids })) this.noteState(plan, record.id, record)
    }
  }

  /** Balances on which a record has open holds, of one bucket or of any. */
  async balancesHeldBy(owner: RecordRef, bucket?: { ledger: string; bucket: string }): Promise<RecordRef[]> {
    const { rows } = await sql<Pick<HoldRow, 'balance_entity' | 'balance_id'>>`
      select distinct balance_entity, balance_id from ledger_hold
      where owner_entity = ${owner.entity} and owner_id = ${owner.id} and open > 0
      ${bucket ? sql`and ledger = ${bucket.ledger} and bucket = ${bucket.bucket}` : sql``}`.execute(this.#context.trx)
    const stored = rows.map((row) => ({ entity: row.balance_entity, id: String(row.balance_id) }))
    const fresh = this.openHoldsOf(owner).map(({ balance }) => balance)
    return [...new Map([...stored, ...fresh].map((ref) => [refKey(ref), ref])).values()]
  }

  /** Open holds of a record on the loaded balances; holds on carried balances go with the hold that they were carried from. */
  openHoldsOf(owner: RecordRef): Hold[] {
    return [...this.#byPlace.values()]
      .flat()
      .filter((hold) => !hold.via && sameRef(hold.owner, owner) && compareDecimals(hold.open, '0') > 0)
  }

  /** Holds by id, also used up ones; for what undoes a run. */
  async loadHolds(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.#holds.has(id))
    if (missing.length === 0) return
    const { rows } = await sql<HoldRow>`select * from ledger_hold where id = any(${missing}::bigint[]) order by id`.execute(
      this.#context.trx,
    )
    for (const row of rows) this.addHold(holdOfRow(row))
    await this.#loadGivers()
  }

  balance(ref: RecordRef): Balance {
    const balance = this.#balances.get(refKey(ref))
    if (!balance) throw new TypeError(`the balance ${refKey(ref)} was not prepared`)
    return balance
  }

  holds(balance: RecordRef, bucket: string): readonly Hold[] {
    return this.#byPlace.get(placeKey(balance, bucket)) ?? []
  }

  addHold(hold: Hold): void {
    this.#holds.set(hold.key, hold)
    const key = placeKey(hold.balance, hold.bucket)
    const holds = this.#byPlace.get(key) ?? []
    const newest = holds.at(-1)
    holds.push(hold)
    // Holds are loaded and opened in the order of their age. Only a used up hold that is loaded for an undo belongs between others.
    if (newest && byAge(newest, hold) > 0) holds.sort(byAge)
    this.#byPlace.set(key, holds)
  }

  /** A hold that was written down has an id. */
  renameHold(hold: Hold, id: string): void {
    for (const taken of this.#holds.values()) if (taken.giver === hold.key) taken.giver = id
    this.#holds.delete(hold.key)
    hold.key = id
    this.#holds.set(id, hold)
  }

  holdOf(key: string | undefined): Hold | undefined {
    return key === undefined ? undefined : this.#holds.get(key)
  }

  hasEnded(owner: RecordRef): boolean {
    return this.#standings.get(refKey(owner))?.ended === true
  }

  takesBack(owner: RecordRef): boolean {
    return this.#standings.get(refKey(owner))?.takesBack !== false
  }

  /**
   * Notes how a record stands that this transaction has locked or created. What counts is the state that others see: a record that has ended stays
   * so while a change that would revive it waits for its approval.
   */
  noteState(plan: EntityPlan, id: string, record: Record<string, unknown>): void {
    const seen = asSeen(plan, record)
    const ended = hasEnded(plan, seen)
    this.#standings.set(refKey({ entity: plan.name, id }), { ended, takesBack: !ended && stateOf(plan, seen)?.takesBack !== false })
  }

  newKey(): string {
    return `new:${this.#next++}`
  }

  /** Puts what has been booked so far into a balance as it is stored. */
  layOver({ name, fields }: EntityPlan, record: RecordValues): void {
    const known = this.#balances.get(refKey({ entity: name, id: record.id }))
    if (!known) return
    for (const bucket of this.#bucketsOf(name)) {
      const field = fields[bucket]
      if (field) record[bucket] = asStored(field, known.values[bucket])
    }
    this.recompute({ entity: name, id: record.id, values: record })
  }

  /** Takes over what this transaction has written into a balance beside its buckets, so that formulas and limits do not read what was there before. */
  written({ name, lines }: EntityPlan, id: string, record: Record<string, unknown>): void {
    const known = this.#balances.get(refKey({ entity: name, id }))
    if (!known || known.values === record) return
    const buckets = new Set(this.#bucketsOf(name))
    for (const [field, value] of Object.entries(record))
      if (!buckets.has(field) && !Object.hasOwn(lines, field)) known.values[field] = value
    this.recompute(known)
  }

  recompute({ entity, values }: Balance): void {
    // Balances are read without their line tables, so what sums these up stays as it was read.
    computeFormulas(this.#context.writing.entity(entity), values, this.#context.environment, this.formulasOf(entity))
  }

  /** Formulas of a balance that its buckets reach. */
  formulasOf(entity: string): readonly Formula[] {
    let formulas = this.#formulas.get(entity)
    if (!formulas) {
      formulas = formulasOver(this.#context.writing.entity(entity), this.#bucketsOf(entity))
      this.#formulas.set(entity, formulas)
    }
    return formulas
  }

  #bucketsOf(entity: string): string[] {
    const owners = Object.values(this.ledgers).filter(({ balances }) => Object.hasOwn(balances, entity))
    return owners.flatMap(({ buckets }) => Object.keys(buckets))
  }

  tied({ entity, id }: RecordRef, on: string): RecordRef | undefined {
    return this.#tie(this.balance({ entity, id }), on)
  }

  /** A balance as movements and limits read it: with the effective state while a change is pending. */
  seen(ref: RecordRef): Record<string, unknown> {
    const { entity, values } = this.balance(ref)
    return asSeen(this.#context.writing.entity(entity), values)
  }

  isWithinLimit({ that }: LimitPlan, balance: Balance): boolean {
    return evaluateExpression(that, this.seen(balance), this.#context.environment) === true
  }

  #tie({ entity, values }: Balance, on: string): RecordRef | undefined {
    const target = this.#context.writing.entity(entity).fields[on]?.ref?.entity
    const id = values[on]
    return target !== undefined && typeof id === 'string' && id !== '' ? { entity: target, id } : undefined
  }

  #tiedTo(balance: Balance): RecordRef[] {
    const ties = Object.values(this.ledgers).flatMap(({ also }) => also.filter((tie) => tie.balance === balance.entity))
    return ties.flatMap(({ on }) => this.#tie(balance, on) ?? []).filter((ref) => !this.#balances.has(refKey(ref)))
  }

  /** These and the balances that they lead on to, as they stand before any lock, so that all are locked in one go; with those that were read for it. */
  async #withTied(refs: readonly RecordRef[], given: Balance | undefined): Promise<{ wanted: RecordRef[]; read: Balance[] }> {
    const all = new Map(refs.map((ref) => [refKey(ref), ref]))
    const leading = new Set(Object.values(this.ledgers).flatMap(({ also }) => also.map(({ balance }) => balance)))
    const read: Balance[] = []
    for (let next = [...all.values()]; next.length > 0;) {
      const known = given && next.some((ref) => sameRef(ref, given)) ? [given] : []
      const unknown = next.filter((ref) => leading.has(ref.entity) && !known.some((balance) => sameRef(balance, ref)))
      const found = [...known, ...(await this.#read(unknown))]
      read.push(...found)
      next = found.flatMap((balance) => this.#tiedTo(balance)).filter((ref) => !all.has(refKey(ref)))
      for (const ref of next) all.set(refKey(ref), ref)
    }
    return { wanted: [...all.values()], read }
  }

  async #read(refs: readonly RecordRef[]): Promise<Balance[]> {
    const read = []
    for (const [entity, together] of byEntity(refs))
      for (const values of await findRecords(this.#context, entity, { id: together.map(({ id }) => id) }))
        read.push({ entity, id: values.id, values })
    return read
  }

  async #readHolds(balances: readonly RecordRef[]): Promise<void> {
    const { rows } = await sql<HoldRow>`
      select hold.* from unnest(${balances.map(({ entity }) => entity)}::text[], ${balances.map(({ id }) => id)}::bigint[]) as wanted(entity, id)
      join ledger_hold as hold on hold.balance_entity = wanted.entity and hold.balance_id = wanted.id
      where hold.open > 0 order by hold.id`.execute(this.#context.trx)
    for (const row of rows) if (!this.#holds.has(String(row.id))) this.addHold(holdOfRow(row))
    await this.#loadGivers()
  }

  /** What was taken over has a giver, which may hold nothing any more. */
  async #loadGivers(): Promise<void> {
    const missing = [...this.#holds.values()].flatMap(({ giver }) => (giver !== undefined && !this.#holds.has(giver) ? [giver] : []))
    if (missing.length > 0) await this.loadHolds([...new Set(missing)])
  }
}

/** Balances are read without their line tables. */
function balanceOf({ entity, values }: { entity: EntityPlan; values: RecordValues }): Balance {
  const fields = Object.entries(values).filter(([name]) => !Object.hasOwn(entity.lines, name))
  return { entity: entity.name, id: values.id, values: structuredClone(Object.fromEntries(fields)) }
}

export function hasEnded(entity: EntityPlan, record: Record<string, unknown>): boolean {
  return stateOf(entity, record)?.ended === true
}

function stateOf({ statusField, states }: EntityPlan, record: Record<string, unknown>): StatePlan | undefined {
  return statusField === undefined ? undefined : states?.[String(record[statusField])]
}

export function holdOfRow(row: HoldRow): Hold {
  return {
    key: String(row.id),
    ledger: row.ledger,
    bucket: row.bucket,
    balance: { entity: row.balance_entity, id: String(row.balance_id) },
    owner: { entity: row.owner_entity, id: String(row.owner_id) },
    open: row.open,
    giver: row.giver_id === null ? undefined : String(row.giver_id),
    via: row.via_entity === null ? undefined : { entity: row.via_entity, id: String(row.via_id) },
  }
}

/** By their ids; those that are not written down yet come last, as they were opened. */
function byAge({ key: one }: Hold, { key: other }: Hold): number {
  const [first, second] = [one, other].map((key) => (/^\d+$/.test(key) ? BigInt(key) : undefined))
  if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
  return first < second ? -1 : Number(first > second)
}

function placeKey({ entity, id }: RecordRef, bucket: string): string {
  return `${refKey({ entity, id })}:${bucket}`
}
