import { weekdayOf, type CalendarDay, type DayType } from '../../../rules/workdays'

/** A day of a calendar, by the id of its line. */
export interface Day extends CalendarDay {
  id: string
}

export interface Month {
  /** From 1. */
  month: number
  /** Weeks from Monday to Sunday; undefined where the month has no day. */
  weeks: (Day | undefined)[][]
  /** What is named in it: days of one name and type together. */
  notes: { dayType: DayType; name: string; days: string }[]
}

export const weekdayNames = ['一', '二', '三', '四', '五', '六', '日']
const daysPerWeek = weekdayNames.length

/** The days of a calendar as months; days that it does not have are missing there too. */
export function monthsOf(days: readonly Day[]): Month[] {
  const sorted = days.toSorted((a, b) => (a.calendarDate < b.calendarDate ? -1 : 1))
  return Array.from({ length: 12 }, (_, index) => {
    const month = index + 1
    const own = sorted.filter(({ calendarDate }) => Number(calendarDate.slice(5, 7)) === month)
    return { month, weeks: weeksOf(own), notes: notesOf(own) }
  })
}

function weeksOf(days: readonly Day[]): Month['weeks'] {
  const weeks: Month['weeks'] = []
  for (const day of days) {
    const place = (weekdayOf(day.calendarDate) + 6) % daysPerWeek
    let week = weeks.at(-1)
    if (!week || place === 0) weeks.push((week = Array.from({ length: daysPerWeek }, () => undefined)))
    week[place] = day
  }
  return weeks
}

function notesOf(days: readonly Day[]): Month['notes'] {
  const notes = new Map<string, { dayType: DayType; name: string; numbers: number[] }>()
  for (const { calendarDate, dayType, holidayName } of days) {
    if (dayType === 'WORKDAY' || dayType === 'WEEKEND') continue
    const name = holidayName ?? ''
    const note = notes.get(`${dayType} ${name}`) ?? { dayType, name, numbers: [] }
    note.numbers.push(numberOf(calendarDate))
    notes.set(`${dayType} ${name}`, note)
  }
  return [...notes.values()].map(({ numbers, ...note }) => ({ ...note, days: spans(numbers) }))
}

/** `15–23、28`. */
function spans(numbers: readonly number[]): string {
  const parts: [number, number][] = []
  for (const number of numbers) {
    const last = parts.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else parts.push([number, number])
  }
  return parts.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join('、')
}

/** The day of the month. */
export function numberOf(date: string): number {
  return Number(date.slice(8))
}

/** How many days there are of each type. */
export function countsOf(days: readonly Day[]): Record<DayType, number> {
  const counts = { WORKDAY: 0, WEEKEND: 0, HOLIDAY: 0, MAKEUP: 0 }
  for (const { dayType } of days) counts[dayType] += 1
  return counts
}
