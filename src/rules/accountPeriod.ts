import { addDays } from '../../engine/core/dateTime'

/** How far back somebody may type what is booked: what is older was mistyped, and would open all the months since. */
export const mostMonthsBack = 24

/** A month of the books. */
export interface Period {
  period: string
  closed: boolean
}

/** The month of a day, YYYY-MM. */
export function periodOf(date: string): string {
  return date.slice(0, 7)
}

export function firstDayOf(period: string): string {
  return `${period}-01`
}

export function lastDayOf(period: string): string {
  return addDays(firstDayOf(monthAfter(period)), -1)
}

export function monthAfter(period: string): string {
  const [year, month] = period.split('-').map(Number) as [number, number]
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
}

/**
 * Whether the books of a month are closed: it was closed, or a later one was, before it had any. What has no row yet is open otherwise (domain 50,
 * 期间与凭证号).
 */
export function isClosed(period: string, periods: readonly Period[]): boolean {
  return periods.some(({ period: other, closed }) => closed && other >= period)
}

/** The first month that still takes vouchers: the one after the last that was closed; without any the month itself. */
export function earliestOpen(period: string, periods: readonly Period[]): string {
  const last = periods
    .filter(({ closed }) => closed)
    .map((closed) => closed.period)
    .toSorted()
    .at(-1)
  return last === undefined ? period : monthAfter(last)
}

/** The day on which something of `date` is booked: itself, or, where its month is closed, the first day of the earliest open one. */
export function bookingDay(date: string, periods: readonly Period[]): string {
  const period = periodOf(date)
  return isClosed(period, periods) ? firstDayOf(earliestOpen(period, periods)) : date
}
