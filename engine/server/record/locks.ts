import { sql } from 'kysely'
import { byEntity, refKey, type RecordRef } from '../../core/ledger/book'
import type { ProductPlan } from '../../core/plan'
import { classifyDatabaseError } from '../database/errors'
import type { Transaction } from '../database/database'
import { quote } from '../source'

export type LockMode =
  /** Kept as it is: nobody changes it, others may keep it too. */
  | 'keep'
  /** Not the strongest lock: new rows may point to the record meanwhile, which does no harm and avoids deadlocks. */
  | 'change'
  /** Against new references too. */
  | 'delete'

const lockClauses: Record<LockMode, string> = { keep: 'for share', change: 'for no key update', delete: 'for update' }
const strengths = Object.keys(lockClauses) as LockMode[]

/** A row that another transaction has locked was requested out of order. Everything is rolled back and started again with these rows locked first. */
export class LockBusy extends Error {
  readonly rows: RecordRef[]
  constructor(rows: RecordRef[]) {
    super('a row is busy that was found too late to wait for it')
    this.name = 'LockBusy'
    this.rows = rows
  }
}

interface Place extends RecordRef {
  rank: number
  mode: LockMode
}

/**
 * The row locks of one transaction. Everybody waits for rows in one order only: documents before balances, balances by the rank of their
 * ledger, then by entity and id; so nobody waits in a circle. A row that comes out of order is taken when it is free, and when it is not,
 * the transaction begins anew and takes it in its turn.
 */
export class Locks {
  readonly #trx: Transaction
  readonly #plan: ProductPlan
  readonly #reading: boolean
  readonly #onLock: () => void
  readonly #held = new Map<string, Place>()
  #last: Place | undefined

  /**
   * @param reading a dry run takes rows as they are, and locks none
   * @param onLock rows are being locked, and may have become others while they were waited for
   */
  constructor(trx: Transaction, plan: ProductPlan, { reading, onLock }: { reading: boolean; onLock: () => void }) {
    this.#trx = trx
    this.#plan = plan
    this.#reading = reading
    this.#onLock = onLock
  }

  /** @throws LockBusy */
  async acquire(refs: readonly RecordRef[], mode: LockMode = 'change'): Promise<void> {
    if (this.#reading) return
    const wanted = new Map(refs.map((ref) => [refKey(ref), { ...ref, rank: rankOf(this.#plan, ref.entity), mode }]))
    const places = [...wanted.values()].filter((place) => !this.#isHeld(place)).toSorted(inOrder)
    const late = places.filter((place) => this.#last !== undefined && inOrder(place, this.#last) <= 0)
    for (const [, group] of byEntity(late)) await this.#lock(group, false, refs)
    for (const [, group] of byEntity(places.slice(late.length))) await this.#lock(group, true, refs)
  }

  has(ref: RecordRef): boolean {
    return this.#reading || this.#isHeld({ ...ref, mode: 'change' })
  }

  #isHeld(place: RecordRef & Pick<Place, 'mode'>): boolean {
    const held = this.#held.get(refKey(place))
    return held !== undefined && strengths.indexOf(held.mode) >= strengths.indexOf(place.mode)
  }

  async #lock(places: Place[], wait: boolean, asked: readonly RecordRef[]): Promise<void> {
    const [first] = places
    const entity = first && this.#plan.entities[first.entity]
    if (!first || !entity) return
    const strength = sql.raw(`${lockClauses[first.mode]} ${wait ? '' : 'nowait'}`)
    const ids = places.map(({ id }) => id)
    this.#onLock()
    try {
      await sql`select id from ${sql.raw(quote(entity.table))} where id = any(${ids}::bigint[]) order by id ${strength}`.execute(this.#trx)
    } catch (error) {
      if (!wait && classifyDatabaseError(error).kind === 'timeout') throw new LockBusy([...this.#held.values(), ...asked])
      throw error
    }
    for (const place of places) {
      this.#held.set(refKey(place), place)
      if (this.#last === undefined || inOrder(place, this.#last) > 0) this.#last = place
    }
  }
}

/** 0 for documents; balances come after all of them, by their ledger. */
function rankOf({ ledgers }: ProductPlan, entity: string): number {
  return Object.values(ledgers).find(({ balances }) => Object.hasOwn(balances, entity))?.rank ?? 0
}

function inOrder(a: Place, b: Place): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.entity !== b.entity) return a.entity < b.entity ? -1 : 1
  const [one, other] = [BigInt(a.id), BigInt(b.id)]
  return one < other ? -1 : one > other ? 1 : 0
}
