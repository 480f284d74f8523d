import type { FixedClock } from '../clock'
import { daysFrom } from './calendar'

/** Something that somebody does on a day. */
interface Entry {
  day: string
  time: string
  what: string
  work: () => Promise<void>
}

/** What happens when; entries can write further entries while they run, for the same day or a later one. */
export class Diary {
  readonly #clock: FixedClock
  readonly #entries = new Map<string, Entry[]>()
  #today = ''
  #now = ''

  constructor(clock: FixedClock) {
    this.#clock = clock
  }

  /** `time` in Shanghai, e.g. `10:30`. @throws RangeError for a moment that is over */
  at(day: string, time: string, what: string, work: () => Promise<void>): void {
    if (`${day} ${time}` < `${this.#today} ${this.#now}`) throw new RangeError(`${what}: ${day} ${time} is over`)
    this.#entries.set(day, [...(this.#entries.get(day) ?? []), { day, time, what, work }])
  }

  /** Lives through the days. @throws Error that says on which day what failed, with the reason as its cause */
  async run(first: string, last: string): Promise<void> {
    for (const day of daysFrom(first, last)) {
      this.#today = day
      for (let entry = this.#takeNext(day); entry; entry = this.#takeNext(day)) await this.#live(entry)
    }
    const left = [...this.#entries.values()].flat()[0]
    if (left) throw new RangeError(`${left.what} on ${left.day} is outside ${first} to ${last}`)
  }

  async #live({ day, time, what, work }: Entry): Promise<void> {
    this.#now = time
    this.#clock.moveTo(day, `${time}:00`)
    try {
      await work()
    } catch (error) {
      throw new Error(`${day} ${time} ${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }

  /** The earliest of the day; of one time, the one that was written first. */
  #takeNext(day: string): Entry | undefined {
    const entries = this.#entries.get(day) ?? []
    const next = entries.reduce<Entry | undefined>(
      (earliest, entry) => (earliest && earliest.time <= entry.time ? earliest : entry),
      undefined,
    )
    if (next)
      this.#entries.set(
        day,
        entries.filter((entry) => entry !== next),
      )
    else this.#entries.delete(day)
    return next
  }
}
