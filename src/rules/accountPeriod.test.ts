import { describe, expect, it } from 'vitest'
import { bookingDay, earliestOpen, firstDayOf, isClosed, lastDayOf, monthAfter, periodOf, type Period } from './accountPeriod'

const closedThrough = (last: string, ...open: string[]): Period[] => [
  { period: '2026-09', closed: true },
  { period: last, closed: true },
  ...open.map((period) => ({ period, closed: false })),
]

describe('months of the books (D23)', () => {
  it('begin on the first and end on the last day, in leap years and over the turn of the year', () => {
    expect(periodOf('2026-11-20')).toBe('2026-11')
    expect(firstDayOf('2026-11')).toBe('2026-11-01')
    expect(['2026-11', '2026-12', '2027-02', '2028-02'].map(lastDayOf)).toEqual(['2026-11-30', '2026-12-31', '2027-02-28', '2028-02-29'])
    expect(['2026-09', '2026-11', '2026-12'].map(monthAfter)).toEqual(['2026-10', '2026-12', '2027-01'])
  })

  it('are closed with the last that was closed, also those that never had a voucher', () => {
    const periods = closedThrough('2026-10', '2026-11')
    expect(['2026-08', '2026-10', '2026-11', '2026-12'].map((period) => isClosed(period, periods))).toEqual([true, true, false, false])
    expect(isClosed('2026-08', [])).toBe(false)
  })

  it('follow each other: the earliest open one comes after the last that was closed', () => {
    expect(earliestOpen('2026-03', closedThrough('2026-10'))).toBe('2026-11')
    expect(earliestOpen('2026-03', closedThrough('2026-12'))).toBe('2027-01')
    expect(earliestOpen('2026-03', [{ period: '2026-01', closed: false }])).toBe('2026-03')
  })

  it('take what happened in a closed one on the first day of the earliest open one, and everything else on its own day', () => {
    const periods = closedThrough('2026-10', '2026-11')
    expect(bookingDay('2026-10-31', periods)).toBe('2026-11-01')
    expect(bookingDay('2025-12-31', periods)).toBe('2026-11-01')
    expect(bookingDay('2026-11-20', periods)).toBe('2026-11-20')
    expect(bookingDay('2026-12-02', periods)).toBe('2026-12-02')
  })
})
