import { describe, expect, it } from 'vitest'
import { daysFrom, isWorkday, workdayFrom } from './calendar'

describe('the calendar', () => {
  it.each([
    ['2026-03-02', true, 'a Monday'],
    ['2026-03-01', false, 'a Sunday'],
    ['2026-02-20', false, 'a Friday of the Spring Festival'],
    ['2026-02-14', true, 'a Saturday that is worked for it'],
    ['2026-10-07', false, 'the last day of the National Day holiday'],
    ['2026-10-08', true, 'the day after it'],
  ])('of %s says work: %s (%s)', (day, work) => {
    expect(isWorkday(day)).toBe(work)
  })

  it('finds the next day of work, which may be the day itself', () => {
    expect(workdayFrom('2026-02-15')).toBe('2026-02-24')
    expect(workdayFrom('2026-02-24')).toBe('2026-02-24')
  })

  it('counts the first and the last day', () => {
    expect(daysFrom('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })
})
