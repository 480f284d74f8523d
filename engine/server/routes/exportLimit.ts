/** Exports of one account that may run at the same time; each holds memory and a share of the database. */
const maxConcurrent = 2

/** Counts what is under way in this process. */
export class ExportLimit {
  readonly #running = new Map<string, number>()

  /** Undefined: too many already; else what to call, any number of times, when it has ended. */
  take(userId: string): (() => void) | undefined {
    const running = this.#running.get(userId) ?? 0
    if (running >= maxConcurrent) return undefined
    this.#running.set(userId, running + 1)
    let released = false
    return () => {
      if (released) return
      released = true
      const left = (this.#running.get(userId) ?? 1) - 1
      if (left === 0) this.#running.delete(userId)
      else this.#running.set(userId, left)
    }
  }
}
