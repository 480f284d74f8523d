import { describe, expect, it } from 'vitest'
import { daysOfYear, dayTypesOf, refuseDayType, withoutCalendar, workdayAfter, workdayFrom, workdaysOf, type CalendarDay } from './workdays'

/** The Spring Festival of 2026 as the State Council announced it. */
const springFestival: CalendarDay[] = [
  { calendarDate: '2026-02-14', dayType: 'MAKEUP' },
  ...['15', '16', '17', '18', '19', '20', '21', '22', '23'].map((day): CalendarDay => ({
    calendarDate: `2026-02-${day}`,
    dayType: 'HOLIDAY',
    holidayName: '春节',
  })),
  { calendarDate: '2026-02-28', dayType: 'MAKEUP' },
]

describe('days of work', () => {
  const isWorkday = workdaysOf([...daysOfYear(2026), ...springFestival])

  it.each([
    ['2026-02-13', true, 'a Friday'],
    ['2026-02-14', true, 'a Saturday that is worked for the holiday'],
    ['2026-02-15', false, 'its first day'],
    ['2026-02-20', false, 'a Friday of it'],
    ['2026-02-24', true, 'the day after it'],
    ['2027-01-01', true, 'a Friday of a year without a calendar'],
    ['2027-01-02', false, 'a Saturday of a year without a calendar'],
  ])('E-05 %s is worked: %s (%s)', (day, worked) => {
    expect(isWorkday(day)).toBe(worked)
  })

  it('E-05 go on to the next one, or stay on the day itself', () => {
    expect(workdayFrom('2026-02-14', isWorkday)).toBe('2026-02-14')
    expect(workdayFrom('2026-02-15', isWorkday)).toBe('2026-02-24')
    expect(workdayFrom('2026-02-15', withoutCalendar)).toBe('2026-02-16')
  })

  it.each([
    ['2026-02-13', 0, '2026-02-13'],
    ['2026-02-13', 1, '2026-02-14'],
    ['2026-02-13', 2, '2026-02-24'],
    ['2026-02-15', 0, '2026-02-24'],
    ['2026-02-15', 1, '2026-02-24'],
    ['2026-02-24', -1, '2026-02-14'],
    ['2026-02-24', -2, '2026-02-13'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('are counted from %s by %s: %s', (day, offset, expected) => {
    expect(workdayAfter(day, offset, isWorkday)).toBe(expected)
  })

  it.each([
    ['2026-03-04', 'WEEKEND', '2026-03-04 是周三，只能设为工作日或法定假日'],
    ['2026-03-04', 'MAKEUP', '2026-03-04 是周三，只能设为工作日或法定假日'],
    ['2026-03-07', 'WORKDAY', '2026-03-07 是周六，只能设为周末、法定假日或调休上班'],
    ['2026-03-04', 'HOLIDAY', undefined],
    ['2026-03-08', 'MAKEUP', undefined],
  ] as const)('%s as %s is refused: %s', (day, dayType, refusal) => {
    expect(refuseDayType(day, dayType)).toBe(refusal)
  })

  it('of a year are its Mondays to Fridays until holidays are announced', () => {
    const days = daysOfYear(2028)
    expect([days.length, days[0], days.at(-1)]).toEqual([
      366,
      { calendarDate: '2028-01-01', dayType: 'WEEKEND' },
      { calendarDate: '2028-12-31', dayType: 'WEEKEND' },
    ])
    expect(days.filter(({ dayType }) => dayType === 'WORKDAY')).toHaveLength(260)
    expect(days.every(({ calendarDate, dayType }) => dayTypesOf(calendarDate).includes(dayType))).toBe(true)
  })
})
