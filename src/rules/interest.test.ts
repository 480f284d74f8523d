import { expect, it } from 'vitest'
import { addDecimals, roundDecimal, subtractDecimals } from '../../engine/core/decimal'
import { dueDates, interestDays, interestOf, trialRepayment } from './interest'
import { withoutCalendar, workdaysOf } from './workdays'

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
  expect(trialRepayment('335412.00', '2026-03-02', '2026-09-02', terms, withoutCalendar)).toMatchObject({
    days: 184,
    interest: '12343.16',
    penalty: '0.00',
    dueDate: '2026-08-29',
    effectiveDueDate: '2026-08-31',
    graceEndDate: '2026-09-03',
  })
  expect(trialRepayment('335412.00', '2026-03-02', '2026-09-10', terms, withoutCalendar)).toMatchObject({
    days: 192,
    interest: '12879.82',
    overdueDays: 10,
    penalty: '335.41',
  })
})

/** The two anchors of decision A9, each to the cent. */
it('A9 E-05 reckons 335,412.00 from 2 March, and what 200,000.00 leaves for the principal after a fee of 500.00', () => {
  const { penalty, interest } = trialRepayment('335412.00', '2026-03-02', '2026-09-10', terms, withoutCalendar)
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

/** The notice of the State Council for the National Day of 2026: free from 1 to 7 October, worked on 20 September and 10 October. */
const nationalDay = workdaysOf([
  { calendarDate: '2026-09-20', dayType: 'MAKEUP' },
  ...['01', '02', '03', '04', '05', '06', '07'].map((day) => ({ calendarDate: `2026-10-${day}`, dayType: 'HOLIDAY' as const })),
  { calendarDate: '2026-10-10', dayType: 'MAKEUP' },
])

it.each([
  ['a Saturday to Monday', withoutCalendar, '2026-08-29', '2026-08-31', '2026-09-03'],
  ['a Sunday to Monday', withoutCalendar, '2026-08-30', '2026-08-31', '2026-09-03'],
  ['no day of work', withoutCalendar, '2026-08-28', '2026-08-28', '2026-08-31'],
  ['a day of a holiday to the day after it', nationalDay, '2026-10-01', '2026-10-08', '2026-10-11'],
  ['no Saturday that is worked', nationalDay, '2026-10-10', '2026-10-10', '2026-10-13'],
  ['a Sunday beside it to Monday', nationalDay, '2026-10-11', '2026-10-12', '2026-10-15'],
])('E-05 moves %s, and has the days of grace after it', (_name, isWorkday, dueDate, effectiveDueDate, graceEndDate) => {
  expect(dueDates(dueDate, terms, isWorkday)).toEqual({ effectiveDueDate, graceEndDate })
  expect(dueDates(dueDate, { ...terms, holidayExtend: false }, isWorkday).effectiveDueDate).toBe(dueDate)
})

it('E-05 reckons the penalty of a loan that is due in a holiday from the day after it', () => {
  // 180 days from 4 April end on the first of October.
  const reckoned = (repayDate: string) => trialRepayment('335412.00', '2026-04-04', repayDate, terms, nationalDay)
  expect(reckoned('2026-10-11')).toMatchObject({ dueDate: '2026-10-01', effectiveDueDate: '2026-10-08', penalty: '0.00' })
  expect(reckoned('2026-10-12')).toMatchObject({ graceEndDate: '2026-10-11', overdueDays: 4, penalty: '134.16' })
})

it('E-05 counts the days of a penalty as those of the interest', () => {
  const months = { ...terms, dayCount: 'D30_360' as const }
  // 61 days by the calendar, two months of 30.
  expect(trialRepayment('360000.00', '2026-03-02', '2026-10-31', months, withoutCalendar)).toMatchObject({
    overdueDays: 61,
    penalty: '2160.00',
  })
})

it('E-04 charges at least the least number of days', () => {
  expect(trialRepayment('400000', '2026-03-02', '2026-03-14', terms, withoutCalendar)).toMatchObject({ days: 12, interest: '2400.00' })
})
