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
  readonly #days: string[]
  readonly #entries = new Map<string, Entry[]>()
  #today = ''
  #now = ''

  constructor(clock: FixedClock, firstDay: string, lastDay: string) {
    this.#clock = clock
    this.#days = daysFrom(firstDay, lastDay)
  }

  /** `time` in Shanghai, e.g. `10:30`. @throws RangeError for a moment that is over, or outside the days of the diary */
  at(day: string, time: string, what: string, work: () => Promise<void>): void {
    const isOver = `${day} ${time}` < `${this.#today} ${this.#now}`
    if (isOver || !this.#days.includes(day)) throw new RangeError(`${what}: ${day} ${time} is ${isOver ? 'over' : 'outside the diary'}`)
    this.#entries.set(day, [...(this.#entries.get(day) ?? []), { day, time, what, work }])
  }

  /** Lives through the days, or through those until the given one. @throws Error that says when what failed, with the reason as its cause */
  async run(through: string): Promise<void> {
    for (const day of this.#days.filter((candidate) => candidate <= through)) {
      this.#today = day
      this.#now = ''
      for (let entry = this.#takeNext(day); entry; entry = this.#takeNext(day)) await this.#live(entry)
    }
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
