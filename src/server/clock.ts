import type { Clock } from '../../engine/server/session'

const shanghaiDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai', year: 'numeric', month: '2-digit', day: '2-digit' })

export const systemClock: Clock = {
  today: () => shanghaiDay.format(new Date()),
  now: () => new Date().toISOString(),
}

/** A clock that stands still until it is moved; demo data and tests replay days with it. */
export class FixedClock implements Clock {
  #moment: Date

  constructor(moment: string) {
    this.#moment = new Date(moment)
  }

  today(): string {
    return shanghaiDay.format(this.#moment)
  }

  now(): string {
    return this.#moment.toISOString()
  }

  /** Moves to a day and time in Shanghai, e.g. `2026-03-02`, `09:30:00`. */
  moveTo(day: string, time = '09:00:00'): void {
    this.#moment = new Date(`${day}T${time}+08:00`)
  }

  advance(milliseconds: number): void {
    this.#moment = new Date(this.#moment.getTime() + milliseconds)
  }
}
