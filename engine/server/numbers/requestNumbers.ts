import type { Transaction } from '../database/database'
import { nameOf, type CounterKey, type Counters } from './counters'

/** The numbers of one transaction. */
export interface Numbers {
  /** The next `count` numbers of a counter. */
  draw(key: CounterKey, count: number): Promise<number[]>
}

/**
 * The numbers of one piece of work that may run more than once, because the database gave its transaction up for another. What an earlier
 * run drew and a rollback did not give back is used again by the next, in the same order, so that a rerun makes no gaps.
 */
export function requestNumbers(counters: Counters): { begin(trx: Transaction): Numbers } {
  const drawn = new Map<string, number[]>()
  return {
    begin(trx) {
      const used = new Map<string, number>()
      return {
        async draw(key, count) {
          const name = nameOf(key)
          const from = used.get(name) ?? 0
          const known = counters.outside ? (drawn.get(name) ?? []) : []
          used.set(name, from + count)
          const kept = known.slice(from, from + count)
          const missing = count - kept.length
          if (missing === 0) return kept
          const first = await counters.draw(trx, key, missing)
          const added = Array.from({ length: missing }, (_none, index) => first + index)
          if (counters.outside) drawn.set(name, [...(drawn.get(name) ?? []), ...added])
          return [...kept, ...added]
        },
      }
    },
  }
}
