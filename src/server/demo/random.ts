/** Numbers that look random and are the same each time (domain 70, G.1): mulberry32 over 32-bit integers. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + (this.#next() % (high - low + 1))
  }

  /** One of the items. @throws RangeError for an empty list */
  pick<T>(items: readonly T[]): T {
    const item = items[this.integer(0, items.length - 1)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** An amount counted in its smallest unit as a decimal text: `fromUnits(7120000, 6)` is `7.120000`. */
export function fromUnits(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
