/** Numbers that look random and are the same for the same seed (mulberry32), so that a survivor can be made again. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** At least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** Undefined for none. */
  one<T>(of: readonly T[]): T | undefined {
    return of[this.below(of.length)]
  }

  shuffled<T>(of: readonly T[]): T[] {
    const list = [...of]
    for (let index = list.length - 1; index > 0; index--) {
      const other = this.below(index + 1)
      ;[list[index], list[other]] = [list[other] as T, list[index] as T]
    }
    return list
  }
}
