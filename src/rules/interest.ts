import { addDays, daysBetween } from '../../engine/core/dateTime'
import { divideDecimals, multiplyDecimals, roundDecimal, type Decimal } from '../../engine/core/decimal'
import { workdayFrom, type IsWorkday } from './workdays'

export type DayCount = 'ACT_360' | 'ACT_365' | 'D30_360'

/** E-02: the first day counts, the last does not; 30/360 takes months of 30 days. */
export function interestDays(from: string, to: string, dayCount: DayCount): number {
  if (dayCount !== 'D30_360') return daysBetween(from, to)
  const [fromYear, fromMonth, fromDay] = parts(from)
  const [toYear, toMonth, toDay] = parts(to)
  const first = Math.min(fromDay, 30)
  const last = fromDay >= 30 && toDay === 31 ? 30 : toDay
  return (toYear - fromYear) * 360 + (toMonth - fromMonth) * 30 + (last - first)
}

function parts(date: string): [number, number, number] {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8, 10))]
}

/** E-02: interest of a principal over a number of days at a yearly rate, not rounded. */
export function interestOf(principal: Decimal, rate: Decimal, days: number, dayCount: DayCount): Decimal {
  return divideDecimals(multiplyDecimals(principal, rate, String(days)), dayCount === 'ACT_365' ? '365' : '360')
}

export interface LoanTerms {
  annualRate: Decimal
  dayCount: DayCount
  minInterestDays: number
  termDays: number
  /** A due date that is no day of work moves to the next one. */
  holidayExtend: boolean
  graceDays: number
  /** Share of the rate that is added on overdue principal, e.g. 0.5000. */
  penaltyUplift: Decimal
}

export interface RepaymentTrial {
  /** The date that follows from the term, even when it is no working day. */
  dueDate: string
  /** The due date, moved to a working day when `holidayExtend` says so. */
  effectiveDueDate: string
  graceEndDate: string
  days: number
  /** 2 decimals, with the supplement up to the least number of days (E-04). */
  interest: Decimal
  overdueDays: number
  penalty: Decimal
}

/**
 * E-05: when a loan that is due on a day has to be repaid: on the next day of work where `holidayExtend` says so, with the days of grace after it.
 * Whoever changes a calendar reckons the loans anew by this that are due on the days changed and not overdue.
 */
export function dueDates(
  dueDate: string,
  { holidayExtend, graceDays }: Pick<LoanTerms, 'holidayExtend' | 'graceDays'>,
  isWorkday: IsWorkday,
): Pick<RepaymentTrial, 'effectiveDueDate' | 'graceEndDate'> {
  const effectiveDueDate = holidayExtend ? workdayFrom(dueDate, isWorkday) : dueDate
  return { effectiveDueDate, graceEndDate: addDays(effectiveDueDate, graceDays) }
}

/** E-02, E-04, E-05: what is due besides the principal when it is repaid whole on a day. */
export function trialRepayment(
  principal: Decimal,
  startDate: string,
  repayDate: string,
  terms: LoanTerms,
  isWorkday: IsWorkday,
): RepaymentTrial {
  const dueDate = addDays(startDate, terms.termDays)
  const { effectiveDueDate, graceEndDate } = dueDates(dueDate, terms, isWorkday)
  const days = interestDays(startDate, repayDate, terms.dayCount)
  const charged = Math.max(days, terms.minInterestDays)
  const isOverdue = repayDate > graceEndDate
  // Penalty days are counted by the same convention as interest days (E-03b).
  const penaltyDays = isOverdue ? interestDays(effectiveDueDate, repayDate, terms.dayCount) : 0
  const penalty = interestOf(principal, multiplyDecimals(terms.annualRate, terms.penaltyUplift), penaltyDays, terms.dayCount)
  return {
    dueDate,
    effectiveDueDate,
    graceEndDate,
    days,
    interest: roundDecimal(interestOf(principal, terms.annualRate, charged, terms.dayCount), 2),
    overdueDays: isOverdue ? daysBetween(effectiveDueDate, repayDate) : 0,
    penalty: roundDecimal(penalty, 2),
  }
}
