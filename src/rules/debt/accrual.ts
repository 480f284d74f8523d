/**
 * Interest and penalty as they grow day by day (E-03, E-05), and what is taken back when a repayment counts from an earlier day (E-03b). Each row is
 * explained by the derivation that it is computed from.
 *
 *   a day counts from its beginning, not its end: through day d interest runs from the start date to d + 1
 */
import { addDays } from '../../../engine/core/dateTime'
import type { Decimal } from '../../../engine/core/decimal'
import { derive, type Derivation, type Source } from '../../../engine/core/derivation'
import { interestDays } from '../interest'
import { figure, interestInputs, type AccruingDebt, type DebtTerms } from './terms'

export type AccrualType = 'INTEREST' | 'PENALTY' | 'MIN_SUPPLEMENT' | 'ADJUST' | 'PENALTY_ADJUST'

export interface AccrualRow {
  accrualType: AccrualType
  accrualDate: string
  basePrincipal: Decimal
  annualRate: Decimal
  days: number
  /** 6 decimals, at least 0: adjustments are what is taken back. */
  amount: Decimal
  derivation: Derivation
}

/** Accrued amounts have 6 decimals (E-03). */
const accrued = { decimals: 6, mode: 'halfUp' } as const

/** A row of interest for each day that is not accrued yet, up to and with a day; at most so many. */
export function interestRows(debt: AccruingDebt, until: string, most = Number.POSITIVE_INFINITY): AccrualRow[] {
  const first = debt.lastAccrualDate === null ? debt.startDate : addDays(debt.lastAccrualDate, 1)
  return daysThrough(first, until, most).map((day) => interestRow(debt, day))
}

function interestRow(debt: AccruingDebt, day: string): AccrualRow {
  const days = interestDays(debt.startDate, addDays(day, 1), debt.dayCount) - interestDays(debt.startDate, day, debt.dayCount)
  return rowOf(debt, 'INTEREST', day, debt.principal, days)
}

/**
 * A row of penalty for each overdue day that has none yet, up to and with a day: the first counts from the due date on, the others a day each.
 * Within the days of grace there is none, and none for them while the principal is repaid in them.
 */
export function penaltyRows(debt: AccruingDebt, until: string, most = Number.POSITIVE_INFINITY): AccrualRow[] {
  const first = debt.lastPenaltyDate === null ? addDays(debt.graceEndDate, 1) : addDays(debt.lastPenaltyDate, 1)
  let counted = penaltyDaysThrough(debt, debt.lastPenaltyDate)
  return daysThrough(first, until, most).map((day) => {
    const all = penaltyDaysThrough(debt, day)
    const row = rowOf(debt, 'PENALTY', day, debt.principal, all - counted)
    counted = all
    return row
  })
}

/** Days of penalty that are counted when it is accrued up to and with a day. */
export function penaltyDaysThrough({ effectiveDueDate, dayCount }: DebtTerms, day: string | null): number {
  return day === null ? 0 : interestDays(effectiveDueDate, addDays(day, 1), dayCount)
}

/** E-05, by the rule and not by the state: days of penalty that are due when a debt is repaid on a day. */
export function penaltyDaysOn({ effectiveDueDate, graceEndDate, dayCount }: DebtTerms, day: string): number {
  return day > graceEndDate ? interestDays(effectiveDueDate, day, dayCount) : 0
}

/** Days of interest that are due when a debt is repaid on a day. */
export function interestDaysOn({ startDate, dayCount }: DebtTerms, day: string): number {
  return interestDays(startDate, day, dayCount)
}

/** Days of interest that are accrued. */
export function interestDaysAccrued({ startDate, lastAccrualDate, dayCount }: AccruingDebt): number {
  return lastAccrualDate === null ? 0 : interestDays(startDate, addDays(lastAccrualDate, 1), dayCount)
}

/**
 * What is missing when a debt is repaid on a day: interest up to the day before, where ends of days were missed, and in one row the penalty that no
 * end of a day has written yet (E-05).
 * @param booked the business day on which the repayment is booked
 */
export function missingRows(debt: AccruingDebt, valueDate: string, booked: string): AccrualRow[] {
  const penalty = penaltyDaysOn(debt, valueDate) - penaltyDaysThrough(debt, debt.lastPenaltyDate)
  return [...interestRows(debt, addDays(valueDate, -1)), ...(penalty > 0 ? [rowOf(debt, 'PENALTY', booked, debt.principal, penalty)] : [])]
}

/**
 * E-03b: what was accrued too much on a principal that counts as repaid from a day on which, or after which, it was accrued. Nothing where it was
 * accrued up to the day before.
 * @param booked the business day on which the repayment is booked
 */
export function backDatedRows(debt: AccruingDebt, repaid: Decimal, valueDate: string, booked: string): AccrualRow[] {
  const interest = interestDaysAccrued(debt) - interestDaysOn(debt, valueDate)
  const penalty = penaltyDaysThrough(debt, debt.lastPenaltyDate) - penaltyDaysOn(debt, valueDate)
  return [
    ...(interest > 0 ? [rowOf(debt, 'ADJUST', booked, repaid, interest)] : []),
    ...(penalty > 0 ? [rowOf(debt, 'PENALTY_ADJUST', booked, repaid, penalty)] : []),
  ]
}

/** E-02: interest of a principal between two days, to the cent. */
export function interestBetween(
  principal: Decimal,
  terms: Pick<DebtTerms, 'annualRate' | 'dayCount'>,
  from: string,
  to: string,
): Derivation {
  return derive({
    title: 'trial.interest',
    formula: 'principal * rate * days / basis',
    rounding: { decimals: 2, mode: 'halfUp' },
    inputs: interestInputs(principal, interestDays(from, to, terms.dayCount), terms),
  })
}

function rowOf(debt: DebtTerms, accrualType: GrowingType, accrualDate: string, basePrincipal: Decimal, days: number): AccrualRow {
  const derivation = derivationOf(debt, { accrualType, basePrincipal, days })
  return { accrualType, accrualDate, basePrincipal, annualRate: debt.annualRate, days, amount: derivation.value, derivation }
}

/** What follows from days; a supplement follows from what is repaid. */
export type GrowingType = Exclude<AccrualType, 'MIN_SUPPLEMENT'>

/** How the amount of a row follows from what stands in it, and from the terms of its debt. */
export function derivationOf(
  terms: Pick<DebtTerms, 'annualRate' | 'dayCount' | 'penaltyUplift'>,
  { accrualType, basePrincipal, days }: { accrualType: GrowingType; basePrincipal: Decimal; days: number },
  source?: Source,
): Derivation {
  const isPenalty = accrualType === 'PENALTY' || accrualType === 'PENALTY_ADJUST'
  return derive({
    title: `accrual.${accrualType}`,
    formula: isPenalty ? 'principal * rate * uplift * days / basis' : 'principal * rate * days / basis',
    rounding: accrued,
    inputs: {
      ...interestInputs(basePrincipal, days, terms, source),
      ...(isPenalty ? { uplift: figure('figure.uplift', terms.penaltyUplift) } : {}),
    },
  })
}

function daysThrough(first: string, until: string, most: number): string[] {
  const days = []
  for (let day = first; day <= until && days.length < most; day = addDays(day, 1)) days.push(day)
  return days
}
