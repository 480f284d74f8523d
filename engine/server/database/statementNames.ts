import { sql } from 'kysely'

/** Asked for this often, a statement is worth keeping. */
const keptFrom = 3
/** On all connections of a pool together: each keeps plans of its own, of up to some 100 kB of the server's memory. */
const maxKeptByPool = 2_000
/** Texts that are counted; a program whose texts are all different must not fill the memory. */
const maxCounted = 2_000

const marker = '/* as needed */'

/**
 * Begins statements whose best plan depends on the values that they are asked with, as where a filter may match ten rows or a million: they are
 * planned each time.
 */
export const asNeeded = sql.raw(marker)

/**
 * Names for statements that come again and again: PostgreSQL parses and plans a named one once per connection, which for the list of a
 * screen is about half of its time. Texts without a name are sent as they are.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #maxKept: number

  /** @param connections that each keep a plan of every named statement */
  constructor(connections: number) {
    this.#maxKept = Math.floor(maxKeptByPool / connections)
  }

  of(text: string): string | undefined {
    if (text.startsWith(marker)) return undefined
    const name = this.#names.get(text)
    if (name !== undefined || this.#names.size >= this.#maxKept) return name
    const count = (this.#counts.get(text) ?? 0) + 1
    if (count < keptFrom) {
      if (this.#counts.size >= maxCounted) this.#counts.clear()
      this.#counts.set(text, count)
      return undefined
    }
    this.#counts.delete(text)
    const given = `kept_${this.#names.size + 1}`
    this.#names.set(text, given)
    return given
  }
}
