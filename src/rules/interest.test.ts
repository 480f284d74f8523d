import { expect, it } from 'vitest'
import { addDecimals, roundDecimal, subtractDecimals } from '../../engine/core/decimal'
import { effectiveDueDate, interestDays, interestOf, trialRepayment } from './interest'

it('E-02 counts the first day and not the last', () => {
  const interest = (from: string, to: string, dayCount: 'ACT_360' | 'ACT_365' | 'D30_360') =>
    roundDecimal(interestOf('1000000', '0.072', interestDays(from, to, dayCount), dayCount), 2)
  expect(interest('2026-03-01', '2026-03-31', 'ACT_360')).toBe('6000.00')
  expect(interest('2026-03-01', '2026-03-31', 'ACT_365')).toBe('5917.81')
  expect(interestDays('2026-01-31', '2026-03-01', 'ACT_360')).toBe(29)
  expect(interestDays('2026-01-31', '2026-03-01', 'D30_360')).toBe(31)
  expect(interest('2026-01-31', '2026-03-01', 'D30_360')).toBe('6200.00')
})

const terms = {
  annualRate: '0.072000',
  dayCount: 'ACT_360' as const,
  minInterestDays: 30,
  termDays: 180,
  holidayExtend: true,
  graceDays: 3,
  penaltyUplift: '0.5000',
}

it('E-05 charges no penalty within the days of grace, and from the due date on after them', () => {
  expect(trialRepayment('335412.00', '2026-03-02', '2026-09-02', terms)).toMatchObject({
    days: 184,
    interest: '12343.16',
    penalty: '0.00',
    dueDate: '2026-08-29',
    effectiveDueDate: '2026-08-31',
    graceEndDate: '2026-09-03',
  })
  expect(trialRepayment('335412.00', '2026-03-02', '2026-09-10', terms)).toMatchObject({
    days: 192,
    interest: '12879.82',
    overdueDays: 10,
    penalty: '335.41',
  })
})

/** The two anchors of decision A9, each to the cent. */
it('A9 E-05 reckons 335,412.00 from 2 March, and what 200,000.00 leaves for the principal after a fee of 500.00', () => {
  const { penalty, interest } = trialRepayment('335412.00', '2026-03-02', '2026-09-10', terms)
  expect([penalty, interest, subtractDecimals('200000.00', addDecimals('500.00', penalty, interest))]).toEqual([
    '335.41',
    '12879.82',
    '186284.77',
  ])
})

it('A9 E-05 reckons 635,250.00 from 2 March, of which 100,000.00 is repaid for 14 April', () => {
  const of = (principal: string, days: number, rate = '0.072') => interestOf(principal, rate, days, 'ACT_360')
  const [first, repaid] = [roundDecimal(of('635250.00', interestDays('2026-03-02', '2026-04-14', 'ACT_360')), 2), '94536.85']
  expect([first, subtractDecimals('100000.00', first)]).toEqual(['5463.15', repaid])
  expect(roundDecimal(of(repaid, 2), 6)).toBe('37.814740')
  const left = subtractDecimals('635250.00', repaid)
  const interest = roundDecimal(of(left, interestDays('2026-04-14', '2026-09-10', 'ACT_360')), 2)
  const penalty = roundDecimal(of(left, interestDays('2026-08-31', '2026-09-10', 'ACT_360'), '0.036'), 2)
  expect([left, penalty, interest]).toEqual(['540713.15', '540.71', '16113.25'])
  expect(subtractDecimals('200000.00', addDecimals('500.00', penalty, interest))).toBe('182846.04')
})

it.each([
  ['a Saturday to Monday', '2026-08-29', '2026-08-31'],
  ['a Sunday to Monday', '2026-08-30', '2026-08-31'],
  ['no working day', '2026-08-28', '2026-08-28'],
])('E-05 moves %s', (_name, dueDate, expected) => {
  expect(effectiveDueDate(dueDate, terms)).toBe(expected)
  expect(effectiveDueDate(dueDate, { holidayExtend: false })).toBe(dueDate)
})

it('E-05 counts the days of a penalty as those of the interest', () => {
  const months = { ...terms, dayCount: 'D30_360' as const }
  // 61 days by the calendar, two months of 30.
  expect(trialRepayment('360000.00', '2026-03-02', '2026-10-31', months)).toMatchObject({ overdueDays: 61, penalty: '2160.00' })
})

it('E-04 charges at least the least number of days', () => {
  expect(trialRepayment('400000', '2026-03-02', '2026-03-14', terms)).toMatchObject({ days: 12, interest: '2400.00' })
})
