import { addDecimals, roundDecimal, subtractDecimals, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { addDays } from '../../../engine/core/dateTime'
import { backDatedRows, interestRows, missingRows, penaltyRows, type AccrualRow } from './accrual'
import type { AccruingDebt, DebtAmounts } from './terms'

export type Note = AccruingDebt & DebtAmounts

/** The anchor of the domain: due on Saturday 29 August, moved to Monday, with three days of grace. */
export function noteOf(part: Partial<Note> = {}): Note {
  return {
    principal: '335412.00',
    annualRate: '0.072000',
    dayCount: 'ACT_360',
    startDate: '2026-03-02',
    effectiveDueDate: '2026-08-31',
    graceEndDate: '2026-09-03',
    penaltyUplift: '0.5000',
    lastAccrualDate: null,
    lastPenaltyDate: null,
    accruedInterest: '0',
    paidInterest: '0',
    accruedPenalty: '0',
    paidPenalty: '0',
    ...part,
  }
}

/** As the ends of its days leave a note. */
export function accruedThrough(note: Note, day: string): Note {
  const [interest, penalty] = [interestRows(note, day), penaltyRows(note, day)]
  return {
    ...note,
    accruedInterest: addDecimals(note.accruedInterest, sumOf(interest)),
    accruedPenalty: addDecimals(note.accruedPenalty, sumOf(penalty)),
    lastAccrualDate: interest.at(-1)?.accrualDate ?? note.lastAccrualDate,
    lastPenaltyDate: penalty.at(-1)?.accrualDate ?? note.lastPenaltyDate,
  }
}

/** As a repayment leaves it that is booked on a day and counts from another, or the same. */
export function repaid(note: Note, part: Decimal, valueDate: string, booked: string): Note {
  const rows = [...missingRows(note, valueDate, booked), ...backDatedRows(note, part, valueDate, booked)]
  const of = (type: AccrualRow['accrualType']) => sumOf(rows.filter(({ accrualType }) => accrualType === type))
  const before = addDays(valueDate, -1)
  const later = (one: string | null) => (one === null || one < before ? before : one)
  return {
    ...note,
    principal: roundDecimal(subtractDecimals(note.principal, part), 2),
    accruedInterest: subtractDecimals(addDecimals(note.accruedInterest, of('INTEREST')), of('ADJUST')),
    accruedPenalty: subtractDecimals(addDecimals(note.accruedPenalty, of('PENALTY')), of('PENALTY_ADJUST')),
    lastAccrualDate: later(note.lastAccrualDate),
    lastPenaltyDate: valueDate > note.graceEndDate ? later(note.lastPenaltyDate) : note.lastPenaltyDate,
  }
}

export function sumOf(rows: readonly AccrualRow[]): Decimal {
  return sumDecimals(rows.map(({ amount }) => amount))
}
