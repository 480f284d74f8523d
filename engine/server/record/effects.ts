import type { Decimal } from '../../core/decimal'
import type { RecordValues } from '../../core/wire'
import { refKey, unitsOf, type Book, type HoldEntry, type Posting, type RecordRef } from '../../core/ledger/book'

/** A balance that was booked on, with its buckets as they stood before the first movement. */
export interface BookedBalance extends RecordRef {
  ledgers: Set<string>
  before: Record<string, Decimal>
}

/** A record whose state has changed. */
export interface ChangedState extends RecordRef {
  from: string
  to: string
}

/** A record on which an action was performed, as it was before the first one and after the last. */
export interface Rewritten {
  before: RecordValues
  after: RecordValues
}

/**
 * What the actions of one transaction do, to their own record and beyond it, noted while they do it: by a dry run to be shown, and by the real one to be
 * compared with what was shown.
 */
export class Effects {
  readonly balances = new Map<string, BookedBalance>()
  readonly holds: HoldEntry[] = []
  readonly created = new Map<string, RecordRef>()
  readonly changed = new Map<string, ChangedState>()
  readonly rewritten = new Map<string, Rewritten>()
  readonly #postings = new Map<string, Posting>()

  book(run: string, book: Book, ledgers: Record<string, { buckets: Record<string, unknown> }>): void {
    const { movements, entries } = book.posting
    for (const balance of book.touched()) {
      const key = refKey(balance)
      const known = this.balances.get(key) ?? { entity: balance.entity, id: balance.id, ledgers: new Set<string>(), before: {} }
      this.balances.set(key, known)
      const before = { ...balance, values: book.before(balance) }
      for (const { ledger } of movements.filter((movement) => refKey(movement.balance) === key)) {
        known.ledgers.add(ledger)
        for (const bucket of Object.keys(ledgers[ledger]?.buckets ?? {})) known.before[bucket] ??= unitsOf(before, bucket)
      }
    }
    this.holds.push(...entries)
    const earlier = this.#postings.get(run) ?? { movements: [], entries: [] }
    this.#postings.set(run, { movements: [...earlier.movements, ...movements], entries: [...earlier.entries, ...entries] })
  }

  /** What a run of this transaction has booked; undefined for runs of others. */
  postingOf(run: string): Posting | undefined {
    return this.#postings.get(run)
  }

  create(ref: RecordRef): void {
    this.created.set(refKey(ref), ref)
  }

  /** Several changes of one record count as one. */
  change({ from, ...state }: ChangedState): void {
    this.changed.set(refKey(state), { ...state, from: this.changed.get(refKey(state))?.from ?? from })
  }

  rewrite(entity: string, before: RecordValues, after: RecordValues): void {
    const key = refKey({ entity, id: before.id })
    this.rewritten.set(key, { before: this.rewritten.get(key)?.before ?? before, after })
  }
}
