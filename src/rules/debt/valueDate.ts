import { addDays } from '../../../engine/core/dateTime'
import type { Refusal } from '../../../engine/core/refusal'
import { no } from '../guards'

/** How many days a repayment may count back (E-03b). */
const mostDaysBack = 30

/** E-03b: from which day a repayment may count: not before the debt began, nor before the last repayment, nor longer ago than 30 days. */
export function refuseValueDate(
  valueDate: string,
  { debtNo, startDate, lastRepaidOn }: { debtNo: string; startDate: string; lastRepaidOn?: string },
  today: string,
): Refusal | undefined {
  const params = { valueDate, debtNo }
  if (valueDate > today) return no('debt.value-date-ahead', { ...params, today })
  if (valueDate < startDate) return no('debt.value-date-before-start', { ...params, startDate })
  if (lastRepaidOn !== undefined && valueDate < lastRepaidOn) return no('debt.value-date-before-repayment', { ...params, lastRepaidOn })
  const earliest = addDays(today, -mostDaysBack)
  return valueDate < earliest ? no('debt.value-date-too-old', { ...params, earliest }) : undefined
}
