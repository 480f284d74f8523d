import { expect, it } from 'vitest'
import { addDays } from '../../../engine/core/dateTime'
import { rederive } from '../../../engine/core/derivation'
import { debtStateOn, lastDayOfClass, overdueBucket, overdueDays, owedOn, writeOffAmount } from './owed'
import { accruedThrough, noteOf } from './testing'

it.each([
  ['2026-09-02', '12343.16', '0.00'],
  ['2026-09-10', '12879.82', '335.41'],
])('E-05 A9 owes on %s, with every day before it accrued: interest %s, penalty %s', (day, interest, penalty) => {
  const owed = owedOn(accruedThrough(noteOf(), addDays(day, -1)), day)
  expect([owed.interest.value, owed.penalty.value]).toEqual([interest, penalty])
  expect([rederive(owed.interest), rederive(owed.penalty)]).toEqual([interest, penalty])
})

it('E-05 owes the same though no day was accrued, and though one too many was', () => {
  const amounts = (through: string) => {
    const { interest, penalty } = owedOn(accruedThrough(noteOf(), through), '2026-09-10')
    return [interest.value, penalty.value]
  }
  expect(amounts('2026-03-01')).toEqual(['12879.82', '335.41'])
  expect(amounts('2026-09-10')).toEqual(['12879.82', '335.41'])
})

it.each([
  ['the due date', '2026-08-31', 'NORMAL'],
  ['the day after it', '2026-09-01', 'GRACE'],
  ['the last day of grace', '2026-09-03', 'GRACE'],
  ['the day after that', '2026-09-04', 'OVERDUE'],
])('E-05 puts a debt on %s into its state', (_name, day, state) => {
  expect(debtStateOn(noteOf(), day)).toBe(state)
})

it('E-36 counts ten days on 10 September, ATTENTION, and 92 on 1 December, DOUBTFUL', () => {
  const classOn = (today: string) => {
    const days = overdueDays('OVERDUE', '2026-08-31', today)
    return [days, overdueBucket(days)]
  }
  expect(classOn('2026-09-10')).toEqual([10, 'ATTENTION'])
  expect(classOn('2026-12-01')).toEqual([92, 'DOUBTFUL'])
  // Of an overdue debt alone.
  expect(overdueDays('GRACE', '2026-08-31', '2026-09-02')).toBe(0)
  expect(overdueDays('OVERDUE', '2026-08-31', '2026-08-01')).toBe(0)
})

it('E-36 has five classes, each up to and with its last day', () => {
  const lastDays = [0, 30, 90, 180]
  expect(lastDays.map((days) => [overdueBucket(days), overdueBucket(days + 1)])).toEqual([
    ['NORMAL', 'ATTENTION'],
    ['ATTENTION', 'SUBSTANDARD'],
    ['SUBSTANDARD', 'DOUBTFUL'],
    ['DOUBTFUL', 'LOSS'],
  ])
  expect([0, 1, 30, 31, 180, 181].map(lastDayOfClass)).toEqual([0, 30, 30, 90, 180, undefined])
})

it('E-38 writes off 81,083.86 of 77,127.23 that is owed since 10 September, 171 days later', () => {
  const note = accruedThrough(noteOf({ principal: '77127.23', lastAccrualDate: '2026-09-09', lastPenaltyDate: '2026-09-09' }), '2027-02-27')
  const { interest, penalty } = owedOn(note, '2027-02-28')
  expect([overdueDays('OVERDUE', '2026-08-31', '2027-02-28'), interest.value, penalty.value]).toEqual([181, '2637.75', '1318.88'])
  const whole = writeOffAmount({ principal: note.principal, interest: interest.value, penalty: penalty.value, fees: '0' })
  expect([whole.value, rederive(whole)]).toEqual(['81083.86', '81083.86'])
})
