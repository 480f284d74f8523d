/** How debts end, and live again when a repayment is taken back (domain 40: debtStatus, loanStatus; decisions A5, A11). */
import { sql } from 'kysely'
import { compareDecimals } from '../../../engine/core/decimal'
import { debtStateOn } from '../../rules/debt/owed'
import type { ActionRule, Found, StepRun, Tools } from '../ruleTypes'
import { aliased } from '../sqlNames'
import { refuseWithoutBond } from './bond'
import { endedLoanStates } from './loanStates'
import { refuseReleased } from './pledgeRelease'

/**
 * How far the penalty of a debt note is counted: to the last row that the end of a day has written, or to the day before a repayment that has
 * made up for what was missing. Said anew after each repayment and each reversal.
 */
export const countPenalties: ActionRule<'debtNote', 'repaid' | 'unrepaid'> = async (tools, { record: { id } }) => {
  const { rows } = await sql<{ day: string | null }>`
    select greatest(
      (select max(accrual_date) from interest_accrual where debt_note_id = ${id} and accrual_type = 'PENALTY' and doc_no = '-'),
      (select max(r.value_date) - 1 from repayment r where r.status = 'CONFIRMED' and exists (
        select from repayment_accruals a where a.parent_id = r.id and a.debt_note_id = ${id} and a.accrual_type = 'PENALTY'))) as day`.execute(
    tools.trx,
  )
  return { set: { lastPenaltyDate: rows[0]?.day ?? null } }
}

/** What is paid in full may end its loan, or at least the state of being overdue. */
export const settleDebtNote: ActionRule<'debtNote', 'settle'> = async (tools, { record: { id, loanId } }) => {
  if (await settleIfPaid(tools, loanId, id)) return
  const { status } = await tools.load('loan', loanId)
  if (status !== 'OVERDUE' || (await openNotes(tools, loanId, id)).some((note) => note.status === 'OVERDUE')) return
  await tools.system.perform('loan', loanId, 'recover')
}

/**
 * A5: a loan of which nothing is owed any more ends with the last debt, or with the last fee. Answers whether it has.
 * @param ending the debt note that is being settled
 */
export async function settleIfPaid(tools: Tools, loanId: string | null, ending?: string): Promise<boolean> {
  if (loanId === null) return false
  const loan = await tools.load('loan', loanId)
  if (loan.status !== 'OUTSTANDING' && loan.status !== 'OVERDUE') return false
  if (!(await isPaidOff(tools, loan, ending))) return false
  await tools.system.perform('loan', loanId, 'settle')
  return true
}

/** The same, asked for by what is no payment: a fee that is let off, a payout that has failed or is ended. */
export const checkPaidOff: ActionRule<'loan', 'checkPaidOff'> = async (tools, { record }) => ({
  set: { isPaidOff: await isPaidOff(tools, record) },
})

/** Nothing is owed, and no money is on its way that would be (decision A6). */
async function isPaidOff(
  tools: Tools,
  { id, borrowerId, payingAmount }: Pick<Found<'loan'>, 'id' | 'borrowerId' | 'payingAmount'>,
  ending?: string,
): Promise<boolean> {
  if (compareDecimals(payingAmount ?? '0', '0') > 0 || (await openNotes(tools, id, ending)).length > 0) return false
  return !(await hasOpenFees(tools, id, borrowerId))
}

async function openNotes(tools: Tools, loanId: string, ending?: string): Promise<Found<'debtNote'>[]> {
  return (await tools.find('debtNote', { loanId, status: ['NORMAL', 'GRACE', 'OVERDUE'] })).filter(({ id }) => id !== ending)
}

/** Fees of a loan that its borrower has not paid (domain D.10 应收费用); drafts keep nothing open. */
async function hasOpenFees(tools: Tools, loanId: string, borrowerId: string): Promise<boolean> {
  const open = {
    loanId,
    payerId: borrowerId,
    receivableType: ['SERVICE_FEE', 'TECH_FEE', 'MISC_FEE'],
    status: ['OPEN', 'PARTIAL'] as const,
  }
  return (await tools.find('receivable', { ...open, status: [...open.status] }, { limit: 1 })).length > 0
}

/** After its dates, as the end of the day would have left it. */
export const reopenDebtNote: ActionRule<'debtNote', 'reopen'> = ({ today }, { record: { effectiveDueDate, graceEndDate } }) => ({
  to: debtStateOn({ effectiveDueDate: effectiveDueDate ?? today, graceEndDate: graceEndDate ?? today }, today),
})

/** After its debts: those of which one is overdue again make it overdue. */
export const reopenLoan: ActionRule<'loan', 'reopen'> = async (tools, { record: { id } }) => {
  await refuseWithoutBond(tools, id)
  await refuseReleased(tools, id)
  const [overdue] = await tools.find('debtNote', { loanId: id, status: 'OVERDUE' }, { limit: 1 })
  return { to: overdue ? 'OVERDUE' : 'OUTSTANDING' }
}

/** Bonds of loans that have ended with which nothing is left to be done: the end of a day settles them (E-40, step 3). */
export async function emptyBonds(kysely: StepRun['kysely']): Promise<string[]> {
  const b = aliased('bond', 'b')
  const { rows } = await sql<{ id: string }>`
    select ${b.column('id')}::text as id from ${b.from} join loan l on l.id = ${b.column('loan_id')}
    where ${b.column('status')} in ('UNPAID', 'PARTIAL', 'PAID') and coalesce(${b.column('balance_amount')}, 0) = 0
      and l.status = any(${endedLoanStates}::text[]) order by ${b.column('id')}`.execute(kysely)
  return rows.map(({ id }) => id)
}

/** Loans of which nothing is owed any more, that a fee or a payment has kept open (decision A5): the end of a day settles them. */
export async function settledLoans(kysely: StepRun['kysely']): Promise<string[]> {
  const l = aliased('loan', 'l')
  const { rows } = await sql<{ id: string }>`
    select ${l.column('id')}::text as id from ${l.from}
    where ${l.column('status')} in ('OUTSTANDING', 'OVERDUE') and coalesce(${l.column('outstanding_principal')}, 0) = 0
      and coalesce(${l.column('paying_amount')}, 0) = 0
      and not exists (select from debt_note d where d.loan_id = ${l.column('id')} and d.status in ('NORMAL', 'GRACE', 'OVERDUE'))
      and not exists (select from receivable r where r.loan_id = ${l.column('id')} and r.payer_id = ${l.column('borrower_id')}
        and r.receivable_type in ('SERVICE_FEE', 'TECH_FEE', 'MISC_FEE') and r.status in ('OPEN', 'PARTIAL'))
    order by ${l.column('id')}`.execute(kysely)
  return rows.map(({ id }) => id)
}
