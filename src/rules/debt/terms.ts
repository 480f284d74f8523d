/** What the amounts of a debt note follow from, and the figures of it that explanations name. */
import type { Figure, Source } from '../../../engine/core/derivation'
import type { Decimal } from '../../../engine/core/decimal'
import type { DayCount } from '../interest'

export interface DebtTerms {
  annualRate: Decimal
  dayCount: DayCount
  startDate: string
  effectiveDueDate: string
  graceEndDate: string
  /** Share of the rate that is added on overdue principal. */
  penaltyUplift: Decimal
}

/** A debt note as far as it was accrued. */
export interface AccruingDebt extends DebtTerms {
  /** What is owed of the principal. */
  principal: Decimal
  /** The last day that is accrued; null: none. */
  lastAccrualDate: string | null
  /** The last day up to which a penalty is accrued; null: none. */
  lastPenaltyDate: string | null
}

/** What was accrued and paid of a debt note. */
export interface DebtAmounts {
  accruedInterest: Decimal
  /** With what was written off. */
  paidInterest: Decimal
  accruedPenalty: Decimal
  /** With what was written off. */
  paidPenalty: Decimal
}

/** Days of a year by the convention of a debt. */
export function basisOf(dayCount: DayCount): Decimal {
  return dayCount === 'ACT_365' ? '365' : '360'
}

/** @param source the record that it stands in, where that is not the one that is explained */
export function figure(title: string, value: Decimal | number, source?: Source): Figure {
  return { title, value: String(value), ...(source ? { source } : {}) }
}

/** principal × rate × days ÷ basis, by the names that all explanations of interest have. @param source whose principal it is, where others stand beside it */
export function interestInputs(
  principal: Decimal,
  days: number,
  { annualRate, dayCount }: Pick<DebtTerms, 'annualRate' | 'dayCount'>,
  source?: Source,
): Record<'principal' | 'rate' | 'days' | 'basis', Figure> {
  return {
    principal: figure('figure.principal', principal, source),
    rate: figure('figure.rate', annualRate),
    days: figure('figure.days', days),
    basis: figure('figure.basis', basisOf(dayCount)),
  }
}
