/** What the amounts of a debt note follow from, and the figures of it that explanations name. */
import { compareDecimals, roundDecimal, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { derive, type Derivation, type DerivationInput, type Figure, type Source } from '../../../engine/core/derivation'
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

const cents = { decimals: 2, mode: 'halfUp' } as const

/** An amount that others come to. */
export function sumOf(title: string, parts: readonly DerivationInput[]): Derivation {
  return derive({ title, formula: 'sum(parts)', rounding: cents, inputs: { parts } })
}

/** A stored amount as the sum of what is known of it; as a figure of its own where nothing is, or where that does not come to it, or no more. */
export function sumOrFigure(title: string, stored: Decimal, parts: readonly DerivationInput[]): DerivationInput {
  const isSum = parts.length > 0 && compareDecimals(roundDecimal(sumDecimals(parts.map(({ value }) => value)), 2), stored) === 0
  return isSum ? sumOf(title, parts) : figure(title, stored)
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
