import type { CompiledQuery } from 'kysely'
import type { Database } from '../database/database'

/** In ms. Other servers may write meanwhile, so it is short; what this one writes is seen at once. */
const keptFor = 5_000
const maxKept = 500

export interface KeptCount {
  /** The kept result; undefined when it is older than 5 seconds or this server has committed a transaction since. */
  read<Counted extends object>(): Counted | undefined
  /** Keeps what was counted when this was asked for. */
  keep(counted: object): void
}

/** Results of counts over many rows. The key is the statement with its values, which hold the filters and what the account may see. */
export class KeptCounts {
  readonly #kept = new Map<string, { counted: object; committed: number; until: number }>()
  readonly #database: Pick<Database, 'committed'>
  readonly #now: () => number

  constructor(database: Pick<Database, 'committed'>, now: () => number = () => performance.now()) {
    this.#database = database
    this.#now = now
  }

  of({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): KeptCount {
    const key = JSON.stringify([sql, parameters])
    const committed = this.#database.committed()
    const now = this.#now()
    return {
      read: <Counted extends object>() => {
        const kept = this.#kept.get(key)
        return kept && kept.committed === committed && kept.until > now ? (kept.counted as Counted) : undefined
      },
      keep: (counted) => {
        this.#kept.delete(key)
        this.#kept.set(key, { counted, committed, until: now + keptFor })
        const [oldest] = this.#kept.keys()
        if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest)
      },
    }
  }
}
