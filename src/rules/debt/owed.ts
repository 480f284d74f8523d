/** What is owed on a debt note on a day, whatever has been accrued so far (E-03b, E-05), and what it is called (E-36, E-38). */
import { daysBetween } from '../../../engine/core/dateTime'
import { type Decimal } from '../../../engine/core/decimal'
import { derive, type Derivation, type Source } from '../../../engine/core/derivation'
import { interestDaysAccrued, interestDaysOn, penaltyDaysOn, penaltyDaysThrough } from './accrual'
import { figure, interestInputs, type AccruingDebt, type DebtAmounts, type DebtTerms } from './terms'

const cents = { decimals: 2, mode: 'halfUp' } as const

export interface Owed {
  interest: Derivation
  penalty: Derivation
}

/**
 * What is to be paid beside the principal when a debt is repaid on a day: what is accrued, less what was accrued too much for the whole principal, or
 * with what is missing up to that day. @param source the debt note, where several are explained together
 */
export function owedOn(debt: AccruingDebt & DebtAmounts, day: string, source?: Source): Owed {
  const interest = interestDaysOn(debt, day) - interestDaysAccrued(debt)
  const penalty = penaltyDaysOn(debt, day) - penaltyDaysThrough(debt, debt.lastPenaltyDate)
  return {
    interest: derive({
      title: 'owed.interest',
      formula: 'round(accrued + round(principal * rate * days / basis, 6), 2) - paid',
      rounding: cents,
      inputs: {
        accrued: figure('figure.accruedInterest', debt.accruedInterest),
        ...interestInputs(debt.principal, interest, debt, source),
        paid: figure('figure.paidInterest', debt.paidInterest),
      },
    }),
    penalty: derive({
      title: 'owed.penalty',
      formula: 'round(accrued + round(principal * rate * uplift * days / basis, 6), 2) - paid',
      rounding: cents,
      inputs: {
        accrued: figure('figure.accruedPenalty', debt.accruedPenalty),
        ...interestInputs(debt.principal, penalty, debt, source),
        uplift: figure('figure.uplift', debt.penaltyUplift),
        paid: figure('figure.paidPenalty', debt.paidPenalty),
      },
    }),
  }
}

export type OpenDebtState = 'NORMAL' | 'GRACE' | 'OVERDUE'

/** E-05: the state that a debt which is not repaid has at the end of a day. */
export function debtStateOn(
  { effectiveDueDate, graceEndDate }: Pick<DebtTerms, 'effectiveDueDate' | 'graceEndDate'>,
  day: string,
): OpenDebtState {
  if (day > graceEndDate) return 'OVERDUE'
  return day > effectiveDueDate ? 'GRACE' : 'NORMAL'
}

/** E-36: days since the due date, of an overdue debt alone. */
export function overdueDays(status: string, effectiveDueDate: string, today: string): number {
  return status === 'OVERDUE' ? Math.max(0, daysBetween(effectiveDueDate, today)) : 0
}

export type OverdueBucket = 'NORMAL' | 'ATTENTION' | 'SUBSTANDARD' | 'DOUBTFUL' | 'LOSS'

/** The last day of each class; what is overdue longer is a loss. */
const overdueBuckets: readonly (readonly [bucket: OverdueBucket, until: number])[] = [
  ['NORMAL', 0],
  ['ATTENTION', 30],
  ['SUBSTANDARD', 90],
  ['DOUBTFUL', 180],
]

/** E-36: the five classes. */
export function overdueBucket(days: number): OverdueBucket {
  return overdueBuckets.find(([, until]) => days <= until)?.[0] ?? 'LOSS'
}

/** The last day of the class that so many days are in; undefined: it is the last one. */
export function lastDayOfClass(days: number): number | undefined {
  return overdueBuckets.find(([, until]) => days <= until)?.[1]
}

/** E-38: what is written off of a debt; fees only with the last open debt of its loan. */
export function writeOffAmount(parts: { principal: Decimal; interest: Decimal; penalty: Decimal; fees: Decimal }): Derivation {
  return derive({
    title: 'owed.writeOff',
    formula: 'principal + interest + penalty + fees',
    rounding: cents,
    inputs: {
      principal: figure('figure.principal', parts.principal),
      interest: figure('owed.interest', parts.interest),
      penalty: figure('owed.penalty', parts.penalty),
      fees: figure('figure.fees', parts.fees),
    },
  })
}

/** A debt is written off when it is overdue for more than so many days (E-38). */
export const writeOffAfterDays = 180
