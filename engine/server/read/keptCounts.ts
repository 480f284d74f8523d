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
  readonly #kept = new Map<string, { counted: object; until: number }>()
  /** Commits of this server when these were counted; after another one none of them holds. */
  #committed = 0
  readonly #database: Pick<Database, 'committed'>
  readonly #now: () => number

  constructor(database: Pick<Database, 'committed'>, now: () => number = () => performance.now()) {
    this.#database = database
    this.#now = now
  }

  /** @param statement compiled only where something is kept: most lists count few rows, and keep nothing */
  of(statement: () => Pick<CompiledQuery, 'sql' | 'parameters'>): KeptCount {
    let known: string | undefined
    const key = (): string => {
      if (known === undefined) {
        const { sql, parameters } = statement()
        known = JSON.stringify([sql, parameters])
      }
      return known
    }
    const committed = this.#database.committed()
    const now = this.#now()
    if (committed !== this.#committed) this.#kept.clear()
    this.#committed = committed
    return {
      read: <Counted extends object>() => {
        const kept = this.#kept.size > 0 ? this.#kept.get(key()) : undefined
        return kept && kept.until > now ? (kept.counted as Counted) : undefined
      },
      keep: (counted) => {
        // Others have been counted since after a later commit.
        if (committed !== this.#committed) return
        this.#kept.delete(key())
        this.#kept.set(key(), { counted, until: now + keptFor })
        const [oldest] = this.#kept.keys()
        if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest)
      },
    }
  }
}
