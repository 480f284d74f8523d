import { addDays } from '../../../engine/core/dateTime'

/** Days off on weekdays, and the weekend days worked for them, as announced for the second half of 2025 and for 2026. */
const daysOff = [
  ['2025-10-01', '2025-10-08'],
  ['2026-01-01', '2026-01-03'],
  ['2026-02-15', '2026-02-23'],
  ['2026-04-04', '2026-04-06'],
  ['2026-05-01', '2026-05-05'],
  ['2026-06-19', '2026-06-21'],
  ['2026-09-25', '2026-09-27'],
  ['2026-10-01', '2026-10-07'],
] as const
const workedWeekends = new Set([
  '2025-09-28',
  '2025-10-11',
  '2026-01-04',
  '2026-02-14',
  '2026-02-28',
  '2026-05-09',
  '2026-09-20',
  '2026-10-10',
])

export function isWorkday(day: string): boolean {
  if (workedWeekends.has(day)) return true
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !daysOff.some(([from, to]) => from <= day && day <= to)
}

/** The day itself when it is one of work, else the next that is. */
export function workdayFrom(day: string): string {
  let candidate = day
  while (!isWorkday(candidate)) candidate = addDays(candidate, 1)
  return candidate
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** Every day from the first to the last, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
