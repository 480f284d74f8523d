import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../engine/core/dateTime'
import { compareDecimals, maxDecimal, multiplyDecimals, roundDecimal, subtractDecimals } from '../../../engine/core/decimal'
import { rederive } from '../../../engine/core/derivation'
import { interestDays, interestOf } from '../interest'
import { backDatedRows, interestRows, missingRows, penaltyRows } from './accrual'
import { owedOn } from './owed'
import { accruedThrough, noteOf, repaid, sumOf } from './testing'

const shown = (rows: ReturnType<typeof interestRows>) => rows.map(({ accrualDate, days, amount }) => [accrualDate, days, amount])

it('E-03 accrues 62.962962 a day on 333,333.33 at 6.8 %, 1,951.85 in 31 days', () => {
  const rows = interestRows(noteOf({ principal: '333333.33', annualRate: '0.068' }), '2026-04-01')
  expect([...new Set(rows.map(({ amount }) => amount))]).toEqual(['62.962962'])
  expect(rows).toHaveLength(31)
  expect(roundDecimal(sumOf(rows), 2)).toBe('1951.85')
})

it('E-03 begins with the day of the payout, and makes up for days that were missed', () => {
  expect(shown(interestRows(noteOf({ principal: '1000000' }), '2026-03-03'))).toEqual([
    ['2026-03-02', 1, '200.000000'],
    ['2026-03-03', 1, '200.000000'],
  ])
  const stopped = noteOf({ lastAccrualDate: '2026-03-05' })
  expect(interestRows(stopped, '2026-03-08').map(({ accrualDate }) => accrualDate)).toEqual(['2026-03-06', '2026-03-07', '2026-03-08'])
  expect(interestRows(stopped, '2026-03-08', 2)).toHaveLength(2)
  expect(interestRows(stopped, '2026-03-05')).toEqual([])
})

it('E-03 counts months of 30 days where a debt does, none on a 31st and the rest at the end of February', () => {
  const note = noteOf({ principal: '1000000', dayCount: 'D30_360', startDate: '2026-01-30' })
  const days = new Map(interestRows(note, '2026-03-01').map((row) => [row.accrualDate, row.days]))
  expect([days.get('2026-01-30'), days.get('2026-01-31'), days.get('2026-02-27'), days.get('2026-02-28')]).toEqual([0, 1, 1, 3])
  expect([...days.values()].reduce((sum, each) => sum + each, 0)).toBe(interestDays('2026-01-30', '2026-03-02', 'D30_360'))
})

it('E-03c accrues on what is left from the day of a repayment on', () => {
  const fifteen = accruedThrough(noteOf({ principal: '1000000' }), '2026-03-16')
  expect(roundDecimal(fifteen.accruedInterest, 2)).toBe('3000.00')
  const left = accruedThrough(repaid(fifteen, '400000', '2026-03-17', '2026-03-17'), '2026-03-31')
  expect(roundDecimal(subtractDecimals(left.accruedInterest, fifteen.accruedInterest), 2)).toBe('1800.00')
})

it.each([
  ['the day before the last accrued one', '2026-04-14', 2, '160.000000'],
  ['the last accrued day', '2026-04-15', 1, '80.000000'],
])('E-03b takes back what was accrued on 400,000.00 that counts from %s', (_name, valueDate, days, amount) => {
  const rows = backDatedRows(noteOf({ lastAccrualDate: '2026-04-15' }), '400000', valueDate, '2026-04-16')
  expect(rows).toMatchObject([{ accrualType: 'ADJUST', accrualDate: '2026-04-16', basePrincipal: '400000', days, amount }])
})

it('E-03b takes nothing back where it was accrued up to the day before', () => {
  expect(backDatedRows(noteOf({ lastAccrualDate: '2026-04-15' }), '400000', '2026-04-16', '2026-04-16')).toEqual([])
})

it('E-03b A9 takes back 37.814740 of 94,536.85 that was repaid two days ago', () => {
  const [row] = backDatedRows(noteOf({ principal: '635250.00', lastAccrualDate: '2026-04-15' }), '94536.85', '2026-04-14', '2026-04-16')
  expect(row).toMatchObject({ days: 2, amount: '37.814740' })
})

describe('the penalty of 335,412.00 that is overdue since 3 September', () => {
  it('E-05 begins with a row of five days on 4 September, and has one for each day after it', () => {
    const rows = penaltyRows(noteOf(), '2026-09-09')
    expect(rows.map(({ accrualDate, days }) => [accrualDate, days])).toEqual([
      ['2026-09-04', 5],
      ['2026-09-05', 1],
      ['2026-09-06', 1],
      ['2026-09-07', 1],
      ['2026-09-08', 1],
      ['2026-09-09', 1],
    ])
    expect(roundDecimal(sumOf(rows), 2)).toBe('335.41')
  })

  it('E-05 has none while the days of grace last', () => {
    expect(penaltyRows(noteOf(), '2026-09-03')).toEqual([])
  })

  it('E-03b is taken back whole for what was repaid in the days of grace, and by the day for what was repaid after them', () => {
    const note = accruedThrough(noteOf(), '2026-09-09')
    const penalties = (valueDate: string) =>
      backDatedRows(note, '335412.00', valueDate, '2026-09-10').map(({ accrualType, days }) => [accrualType, days])
    expect(penalties('2026-09-03')).toEqual([
      ['ADJUST', 7],
      ['PENALTY_ADJUST', 10],
    ])
    expect(penalties('2026-09-08')).toEqual([
      ['ADJUST', 2],
      ['PENALTY_ADJUST', 2],
    ])
    expect(repaid(note, '335412.00', '2026-09-03', '2026-09-10').accruedPenalty).toBe('0')
  })
})

it('E-05 makes up in one row for the penalty that no end of a day has written when a debt is repaid', () => {
  const due = (lastPenaltyDate: string | null, valueDate: string) =>
    missingRows(noteOf({ lastAccrualDate: addDays(valueDate, -1), lastPenaltyDate }), valueDate, '2026-09-10').map(
      ({ accrualDate, days }) => [accrualDate, days],
    )
  expect(due(null, '2026-09-03')).toEqual([])
  // The day after the days of grace, before its end: all days since the due date.
  expect(due(null, '2026-09-04')).toEqual([['2026-09-10', 4]])
  expect(due('2026-09-07', '2026-09-10')).toEqual([['2026-09-10', 2]])
  expect(due('2026-09-09', '2026-09-10')).toEqual([])
  // Interest of days whose end was missed, a row each.
  expect(
    missingRows(noteOf({ lastAccrualDate: '2026-04-12' }), '2026-04-15', '2026-04-15').map(({ accrualType, accrualDate }) => [
      accrualType,
      accrualDate,
    ]),
  ).toEqual([
    ['INTEREST', '2026-04-13'],
    ['INTEREST', '2026-04-14'],
  ])
})

const anyNote = fc.record({
  principal: fc.integer({ min: 1, max: 10 ** 11 }).map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
  annualRate: fc.integer({ min: 0, max: 240_000 }).map((rate) => (rate / 1e6).toFixed(6)),
  penaltyUplift: fc.integer({ min: 0, max: 10_000 }).map((rate) => (rate / 1e4).toFixed(4)),
  dayCount: fc.constantFrom('ACT_360' as const, 'ACT_365' as const, 'D30_360' as const),
  startDate: fc.integer({ min: 0, max: 400 }).map((days) => addDays('2025-12-01', days)),
})
const drawn = anyNote.chain((part) =>
  fc
    .record({ term: fc.integer({ min: 1, max: 60 }), grace: fc.integer({ min: 0, max: 5 }), on: fc.integer({ min: 0, max: 90 }) })
    .map(({ term, grace, on }) => {
      const effectiveDueDate = addDays(part.startDate, term)
      const note = noteOf({ ...part, effectiveDueDate, graceEndDate: addDays(effectiveDueDate, grace) })
      return { note, day: addDays(part.startDate, on) }
    }),
)

it('E-03 E-05 day by day comes to what the whole time comes to, never below nothing and never less than the day before', () => {
  fc.assert(
    fc.property(drawn, ({ note, day }) => {
      const rows = [...interestRows(note, day), ...penaltyRows(note, day)]
      for (const { amount, derivation } of rows) {
        expect(compareDecimals(amount, '0')).toBeGreaterThanOrEqual(0)
        expect(rederive(derivation)).toBe(amount)
      }
      const whole = interestOf(note.principal, note.annualRate, interestDays(note.startDate, addDays(day, 1), note.dayCount), note.dayCount)
      const parts = accruedThrough(note, day)
      const off = subtractDecimals(parts.accruedInterest, whole)
      // Each of the rows is rounded to 6 places.
      expect(
        compareDecimals(maxDecimal(off, subtractDecimals('0', off)), multiplyDecimals('0.0000005', String(rows.length))),
      ).toBeLessThanOrEqual(0)
      const inSteps = accruedThrough(accruedThrough(note, addDays(day, -3)), day)
      expect(inSteps).toEqual(parts)
    }),
  )
})

it('E-03b leaves, however late a repayment was booked, what a repayment booked on its day leaves', () => {
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100 }), ({ note, day }, late, share) => {
      const part = roundDecimal(String((Number(note.principal) * share) / 100), 2)
      if (compareDecimals(part, note.principal) > 0) return
      const booked = addDays(day, late)
      const through = addDays(booked, -1)
      const onTime = accruedThrough(repaid(accruedThrough(note, addDays(day, -1)), part, day, day), through)
      const later = repaid(accruedThrough(note, through), part, day, booked)
      for (const amount of ['accruedInterest', 'accruedPenalty'] as const) {
        const off = subtractDecimals(later[amount], onTime[amount])
        expect(compareDecimals(maxDecimal(off, subtractDecimals('0', off)), '0.0001')).toBeLessThanOrEqual(0)
      }
      expect(later.principal).toBe(onTime.principal)
    }),
  )
})

it('E-06 owes on a day the same, whether it was accrued before, up to, or beyond it', () => {
  fc.assert(
    fc.property(drawn, fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 }), ({ note, day }, before, after) => {
      const owed = (through: string) => {
        const { interest, penalty } = owedOn(accruedThrough(note, through), day)
        return [interest.value, penalty.value]
      }
      const [exactly, early, late] = [owed(addDays(day, -1)), owed(addDays(day, -1 - before)), owed(addDays(day, after))]
      for (const other of [early, late])
        for (const [index, amount] of other.entries()) {
          const off = subtractDecimals(amount, exactly[index] ?? '0')
          expect(compareDecimals(maxDecimal(off, subtractDecimals('0', off)), '0.01')).toBeLessThanOrEqual(0)
        }
    }),
  )
})
