import type { LedgerPlan, LimitPlan } from '../plan/effects'
import { Book, BookingRefused, refKey, type Balance, type BookContext, type Hold, type Posting, type RecordRef } from '../ledger/book'

/** Balances and holds in memory, as a transaction has them. */
export class LedgerMemory implements BookContext {
  readonly ledgers: Record<string, LedgerPlan>
  readonly balances = new Map<string, Balance>()
  readonly stored: Hold[] = []
  readonly ended = new Set<string>()
  readonly isWithinLimit: (limit: LimitPlan, balance: Balance) => boolean
  readonly #ties: Record<string, string>
  #next = 1

  /** @param ties reference of a balance → the entity that it names */
  constructor(ledgers: Record<string, LedgerPlan>, ties: Record<string, string>, isWithinLimit: BookContext['isWithinLimit']) {
    this.ledgers = ledgers
    this.#ties = ties
    this.isWithinLimit = isWithinLimit
  }

  add(ref: RecordRef, values: Record<string, unknown>): void {
    this.balances.set(refKey(ref), { ...ref, values })
  }
  balance(ref: RecordRef): Balance {
    const balance = this.balances.get(refKey(ref))
    if (!balance) throw new TypeError(refKey(ref))
    return balance
  }
  holds(balance: RecordRef, bucket: string): Hold[] {
    return this.stored.filter((hold) => refKey(hold.balance) === refKey(balance) && hold.bucket === bucket)
  }
  addHold(hold: Hold): void {
    this.stored.push(hold)
  }
  recompute(): void {}
  holdOf(key: string): Hold | undefined {
    return this.stored.find((hold) => hold.key === key)
  }
  takesBack(owner: RecordRef): boolean {
    return !this.ended.has(refKey(owner))
  }
  newKey(): string {
    return String(this.#next++)
  }
  tied({ entity, id }: RecordRef, on: string): RecordRef | undefined {
    return { entity: this.#ties[on] ?? entity, id: String(this.balance({ entity, id }).values[on]) }
  }

  /** What a refused step has done is forgotten, as a transaction that is rolled back is. */
  attempt(step: (book: Book) => void): Posting | BookingRefused {
    const before = {
      balances: [...this.balances].map(([key, balance]) => [key, { ...balance, values: { ...balance.values } }] as const),
      holds: this.stored.map((hold) => ({ hold, open: hold.open })),
    }
    const book = new Book(this)
    try {
      step(book)
      book.judge()
      return book.posting
    } catch (error) {
      if (!(error instanceof BookingRefused)) throw error
      for (const [key, balance] of before.balances) this.balances.set(key, balance)
      this.stored.splice(before.holds.length)
      for (const { hold, open } of before.holds) hold.open = open
      return error
    }
  }
}
