/** E-04b: interest that is paid by the month falls due on the day after the 20th, when the 20th is accrued. */
import { addDays, addMonths } from '../../../engine/core/dateTime'
import type { Decimal } from '../../../engine/core/decimal'
import { derive, type Derivation } from '../../../engine/core/derivation'
import { figure } from './terms'

const settlementDay = '20'

/**
 * The last two 20ths up to and with a day, the earlier one first: a payout may be entered 30 days after it was made, and both may lie in them.
 */
export function settlementDays(day: string): [string, string] {
  const ofMonth = `${day.slice(0, 7)}-${settlementDay}`
  const last = day < ofMonth ? addMonths(ofMonth, -1) : ofMonth
  return [addMonths(last, -1), last]
}

export interface MonthlyInterest {
  /** YYYY-MM. */
  period: string
  dueDate: string
  amount: Derivation
}

/**
 * What a debt note has to pay for the period that ends with a 20th.
 * @param accrued interest up to and with that day
 * @param billed of the periods before, and what was paid beside them
 */
export function monthlyInterest(day: string, accrued: Decimal, billed: Decimal): MonthlyInterest {
  return {
    period: day.slice(0, 7),
    dueDate: addDays(day, 1),
    amount: derive({
      title: 'monthly.amount',
      formula: 'max([round(accrued, 2) - billed, 0])',
      rounding: { decimals: 2, mode: 'halfUp' },
      inputs: { accrued: figure('figure.accruedInterest', accrued), billed: figure('figure.billed', billed) },
    }),
  }
}
