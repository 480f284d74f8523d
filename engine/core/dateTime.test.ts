import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, dateOf, daysBetween, formatDateTime, isDate, isDateTime, readDate, readDateTime } from './dateTime'

const someDay = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2200-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('isDate', () => {
  it.each(['2026-11-20', '2024-02-29', '0000-01-01', '0099-12-31', '9999-12-31'])('takes %s', (text) => {
    expect(isDate(text)).toBe(true)
  })
  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '20261120',
    '2026-11-20T00:00:00Z',
    ' 2026-11-20',
    '',
    null,
    undefined,
    20261120,
  ])('refuses %j', (value) => {
    expect(isDate(value)).toBe(false)
  })
})

describe('isDateTime', () => {
  it.each(['2026-11-20T21:24:00Z', '2026-11-20T21:24:00.123456+08:00', '2026-11-20T21:24-05:30'])('takes %s', (text) => {
    expect(isDateTime(text)).toBe(true)
  })
  it.each(['2026-11-20', '2026-11-20T21:24:00', '2026-11-20 21:24:00Z', '2026-11-20T25:00:00Z', '2026-02-30T08:00:00Z', '1', '', null])(
    'refuses %j',
    (value) => {
      expect(isDateTime(value)).toBe(false)
    },
  )
})

describe('readDate', () => {
  it.each(['2026-01-05', '2026/1/5', '2026.01.5', '20260105', '2026年1月5日', '２０２６／１／５', ' 2026-1-5 '])('reads %s', (text) => {
    expect(readDate(text)).toBe('2026-01-05')
  })
  it.each(['', '2026-02-30', '20260230', '2026', '1/5/2026', '26-1-5', '2026-1-5 09:30', 'soon'])('reads no day in %j', (text) => {
    expect(readDate(text)).toBeUndefined()
  })
})

describe('readDateTime', () => {
  it.each([
    ['2026-01-05 09:30:15', '2026-01-05T09:30:15+08:00'],
    ['2026/1/5 9:30', '2026-01-05T09:30:00+08:00'],
    ['20260105', '2026-01-05T00:00:00+08:00'],
    ['2026-01-05T09:30', '2026-01-05T09:30:00+08:00'],
  ])('reads %s as the clock of Shanghai', (text, moment) => {
    expect(readDateTime(text)).toBe(moment)
  })
  it.each(['', '09:30', '2026-01-05 25:00', '2026-01-05 soon', '2026-02-30 09:30'])('reads no moment in %j', (text) => {
    expect(readDateTime(text)).toBeUndefined()
  })
})

describe('formatDateTime', () => {
  it('shows the wall clock of Shanghai, whatever the offset it was sent with', () => {
    expect(formatDateTime('2026-11-20T13:24:05Z')).toBe('2026-11-20 21:24:05')
    expect(formatDateTime('2026-11-20T21:24:05.987+08:00')).toBe('2026-11-20 21:24:05')
    expect(formatDateTime('2026-12-31T16:00:00Z')).toBe('2027-01-01 00:00:00')
  })
  it('shows an absent or invalid value as -', () => {
    for (const value of [undefined, null, '', 'soon', '2026-11-20', 1_700_000_000_000]) expect(formatDateTime(value)).toBe('-')
  })
})

describe('counting days', () => {
  it('E-02 counts the first day and not the last', () => {
    expect(daysBetween('2026-03-01', '2026-03-31')).toBe(30)
    expect(daysBetween('2026-01-31', '2026-03-01')).toBe(29)
    expect(daysBetween('2026-03-31', '2026-03-01')).toBe(-30)
    expect(daysBetween('2026-03-01', '2026-03-01')).toBe(0)
  })
  it('moves over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
    // E-05: 180 days after the start.
    expect(addDays('2026-03-02', 180)).toBe('2026-08-29')
  })
  it('leads back', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -50_000, max: 50_000 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days)
        expect(addDays(addDays(day, days), -days)).toBe(day)
      }),
    )
  })
})

describe('addMonths', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-11-20', 2, '2027-01-20'],
    ['2026-01-15', -13, '2024-12-15'],
    ['2026-05-31', 0, '2026-05-31'],
  ])('moves %s by %i to %s', (date, months, moved) => {
    expect(addMonths(date, months)).toBe(moved)
  })
  it('lands in the month that is meant, on the same day or on the last', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -600, max: 600 }), (day, months) => {
        const moved = addMonths(day, months)
        const monthsOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
        expect(monthsOf(moved) - monthsOf(day)).toBe(months)
        if (moved.slice(8) !== day.slice(8)) expect(addDays(moved, 1).slice(8)).toBe('01')
      }),
    )
  })
})

describe('a wrong day', () => {
  it('is named', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow(expect.objectContaining({ code: 'date.invalid', params: { value: '2026-02-30' } }))
    expect(() => addMonths('', 1)).toThrow(expect.objectContaining({ code: 'date.invalid' }))
    expect(() => daysBetween('2026-01-01', 'x')).toThrow(expect.objectContaining({ code: 'date.invalid' }))
  })
  it('is not made', () => {
    expect(addDays('9999-12-30', 1)).toBe('9999-12-31')
    for (const days of [1, -3_652_425, 1e12, Infinity, NaN]) {
      expect(() => addDays('9999-12-31', days)).toThrow(expect.objectContaining({ code: 'date.out-of-range' }))
    }
    expect(() => addMonths('9999-12-31', 1)).toThrow(expect.objectContaining({ code: 'date.out-of-range' }))
  })
})

it('dateOf is the day in Shanghai, whatever zone the moment is written in', () => {
  expect(dateOf('2026-11-19T16:00:00Z')).toBe('2026-11-20')
  expect(dateOf('2026-11-19T15:59:59Z')).toBe('2026-11-19')
  expect(dateOf('2026-11-20T00:00:00+08:00')).toBe('2026-11-20')
})
