/** Debt notes: when they begin, when they are due, and what is done about those that are not paid (domain 40, debtStatus). */
import { sql } from 'kysely'
import { addDays } from '../../../engine/core/dateTime'
import { compareDecimals, type Decimal } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import { dueDates } from '../../rules/interest'
import { lastDayOfClass, overdueBucket, overdueDays } from '../../rules/debt/owed'
import type { DebtNote } from '../generated/debtNote'
import { aliased } from '../sqlNames'
import { workdaysFrom } from './calendar'
import { refuseOtherBusiness } from './loan'
import type { ActionRule, RefreshRule, SavedRule, Tools } from '../ruleTypes'

/** A payment that is entered late begins the note on the day on which it was paid, up to so many days ago (decision A22). */
export const mostDaysBack = 30

/** What is paid out of a loan, and when. */
export interface PaidOut {
  loanId: string
  paymentType: DebtNote['paymentType']
  amount: Decimal
  startDate: string
}

/** The debt note of a payment, as its payout makes it: on the terms of the loan, due after its term (decision A22). */
export async function beginDebt(tools: Tools, { loanId, paymentType, amount, startDate }: PaidOut): Promise<DebtNote> {
  const loan = await tools.load('loan', loanId, { past: 'submit' })
  const { borrowerId, departmentId, fundingPartyId, productId, customerLineId, currency, annualRate } = loan
  const { dayCount } = await tools.load('product', productId)
  const note = await tools.create('debtNote', {
    paymentType,
    loanId,
    borrowerId,
    departmentId,
    fundingPartyId,
    productId,
    customerLineId,
    currency,
    principal: amount,
    annualRate,
    dayCount,
    startDate,
    dueDate: addDays(startDate, Number(loan.termDays)),
  })
  await tools.perform('debtNote', note.id, 'open')
  return tools.load('debtNote', note.id)
}

/** What is paid out bears interest from its day on, and is due after the calendar of that day (E-05). */
export const openDebtNote: ActionRule<'debtNote', 'open'> = async (tools, { record: note }) => {
  const { startDate } = note
  const earliest = addDays(tools.today, -mostDaysBack)
  if (startDate < earliest || startDate > tools.today) tools.refuseIf(no('debt.start-date', { startDate, earliest }))
  refuseOtherBusiness(tools, note, await tools.load('loan', note.loanId))
  return { set: await dueDatesOf(tools, note) }
}

/** What is not due yet moves with the calendar. */
export const postponeDebtNote: ActionRule<'debtNote', 'postpone'> = async (tools, { record: note }) => ({
  set: await dueDatesOf(tools, note),
})

async function dueDatesOf(tools: Tools, { productId, dueDate }: Pick<DebtNote, 'productId' | 'dueDate'>) {
  const product = await tools.load('product', productId, { past: 'submit' })
  return dueDates(dueDate, product, await workdaysFrom(tools, dueDate))
}

/** Days before a year in which a note may be due that its calendar moves: a holiday reaches over the end of a year. */
const reach = 60

/** A calendar that changes moves the notes that are due in its year, or in a holiday before it, and not due yet (E-05). */
async function postponeNotes(tools: Tools, year: number): Promise<void> {
  const d = aliased('debt_note', 'd')
  const { rows } = await sql<{ id: string }>`
    select ${d.column('id')}::text as id from ${d.from}
    where ${d.is('status', 'NORMAL')} and ${d.column('effective_due_date')} is not null
      and ${d.column('due_date')} between ${addDays(`${year}-01-01`, -reach)}::date and ${`${year}-12-31`}::date
    order by ${d.column('id')}`.execute(tools.trx)
  for (const { id } of rows) {
    const note = await tools.load('debtNote', id)
    const moved = await dueDatesOf(tools, note)
    if (moved.effectiveDueDate !== note.effectiveDueDate || moved.graceEndDate !== note.graceEndDate)
      await tools.system.perform('debtNote', id, 'postpone')
  }
}

/** One day of a calendar has changed. */
export const refreshCalendar: RefreshRule<'calendar'> = async (tools, { record: { calendarYear } }) => {
  await postponeNotes(tools, calendarYear)
  return {}
}

/** A calendar is there, or was edited as a whole. */
export const calendarSaved: SavedRule<'calendar'> = (tools, { record: { calendarYear } }) => postponeNotes(tools, calendarYear)

/** E-36: how grave it is that a debt is overdue, and when that changes. */
export const classifyDebtNote: ActionRule<'debtNote', 'overdue' | 'classify'> = ({ today }, { record: { effectiveDueDate } }) => {
  const due = effectiveDueDate ?? today
  const days = overdueDays('OVERDUE', due, today)
  const until = lastDayOfClass(days)
  return { set: { overdueBucket: overdueBucket(days), nextClassOn: until === undefined ? null : addDays(due, until + 1) } }
}

export const remindDebtor: ActionRule<'debtNote', 'remind'> = (tools, { form: { nextFollowDate } }) => {
  if (nextFollowDate && nextFollowDate < tools.today) tools.refuseIf(no('debt.follow-date', { nextFollowDate }))
}

/** What of a loan is paid out decides its state, unless it is overdue, or its payout was ended before (domain 40, loanStatus.paid). */
export const payLoan: ActionRule<'loan', 'paid'> = (_tools, { record: { status, paidAmount, approvedAmount } }) => {
  if (status === 'OUTSTANDING' || status === 'OVERDUE') return { to: status }
  return { to: compareDecimals(paidAmount ?? '0', approvedAmount ?? '0') < 0 ? 'DISBURSING' : 'OUTSTANDING' }
}
