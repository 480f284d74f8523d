/** What lists of debt notes read: how long one is overdue (E-36), and what it bore between two days. */
import { sql, type RawBuilder } from 'kysely'
import type { Extensions, StepRun } from './ruleTypes'
import { aliased } from './sqlNames'

/** E-36: days since the due date, of an overdue debt alone. */
export function debtOverdueDays(note: string, today: string): RawBuilder<number> {
  const d = aliased('debt_note', note)
  return sql<number>`(case when ${d.is('status', 'OVERDUE')} then greatest(0, ${today}::date - ${d.column('effective_due_date')}) else 0 end)`
}

/** Interest is counted in the currency of its debt. */
export function accrualCurrency(accrual: string): RawBuilder<string | null> {
  const d = aliased('debt_note', `${accrual}_debt`)
  return sql`(select ${d.column('currency')} from ${d.from} where ${d.column('id')} = ${aliased('interest_accrual', accrual).column('debt_note_id')})`
}

/** By how much of the agreed rate a penalty is counted (E-05); of interest nothing is said. */
export function accrualUplift(accrual: string): RawBuilder<string | null> {
  const a = aliased('interest_accrual', accrual)
  const d = aliased('debt_note', `${accrual}_uplift_debt`)
  const p = aliased('product', `${accrual}_uplift_product`)
  return sql`(case when ${a.column('accrual_type')} in ('PENALTY', 'PENALTY_ADJUST') then
    (select ${p.column('penalty_uplift')} from ${d.from} join ${p.from} on ${p.column('id')} = ${d.column('product_id')}
      where ${d.column('id')} = ${a.column('debt_note_id')}) end)`
}

/** Debts that bear interest: those that have begun, and are not paid. */
export function isBearing(note: string): RawBuilder<boolean> {
  const d = aliased('debt_note', note)
  return sql`${d.column('status')} in ('NORMAL', 'GRACE', 'OVERDUE') and ${d.column('effective_due_date')} is not null`
}

/** Debts that have a day without interest until a day, this one included. */
export function isBehind(note: string, day: string): RawBuilder<boolean> {
  const d = aliased('debt_note', note)
  return sql`coalesce(${d.column('last_accrual_date')}, ${d.column('start_date')} - 1) < ${day}::date`
}

/** How many debts still wait for the end of a day, or of one before it. */
export async function countBehind(kysely: StepRun['kysely'], day: string): Promise<number> {
  const d = aliased('debt_note', 'd')
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${d.from}
    where ${isBearing('d')} and ${d.column('start_date')} <= ${day}::date and ${isBehind('d', day)}`.execute(kysely)
  return rows[0]?.count ?? 0
}

/** What each debt note bore from a day to another, that one not included (domain 20, interestView). */
export const interestByDebt: Extensions['views']['interestByDebt'] = ({ kysely, params: { dateFrom, dateTo } }) => {
  const isInterest = sql`a.accrual_type in ('INTEREST', 'MIN_SUPPLEMENT', 'ADJUST')`
  const accrued = sql<{ days: number; interest: string; penalty: string }>`(
    select coalesce(sum(a.days) filter (where a.accrual_type = 'INTEREST'), 0)::integer as days,
      round(coalesce(sum(a.amount) filter (where ${isInterest}), 0), 2) as interest,
      round(coalesce(sum(a.amount) filter (where not ${isInterest}), 0), 2) as penalty
    from interest_accrual a
    where a.debt_note_id = d.id and a.accrual_date >= coalesce(${dateFrom}::date, '-infinity')
      and a.accrual_date < coalesce(${dateTo}::date, 'infinity'))`
  return kysely
    .selectFrom('debt_note as d')
    .innerJoinLateral(accrued.as('a'), (join) => join.onTrue())
    .where(sql<boolean>`d.start_date < coalesce(${dateTo}::date, 'infinity')`)
    .select([
      'd.id as id',
      // Every row of a list has one; a read model is never written.
      sql`1`.as('version'),
      'd.debt_no as debtNo',
      'd.payment_type as paymentType',
      'd.loan_id as loanId',
      'd.borrower_id as borrowerId',
      'd.department_id as departmentId',
      'd.funding_party_id as fundingPartyId',
      'd.currency as currency',
      'd.principal as principal',
      'd.outstanding_principal as outstandingPrincipal',
      'd.annual_rate as annualRate',
      'd.start_date as startDate',
      'd.due_date as dueDate',
      'a.days as days',
      'a.interest as interestAmount',
      'a.penalty as penaltyAmount',
      sql`a.interest + a.penalty`.as('periodAmount'),
      sql`round(d.accrued_interest, 2)`.as('accruedInterest'),
      'd.paid_interest as paidInterest',
      'd.unpaid_interest as unpaidInterest',
      'd.unpaid_penalty as unpaidPenalty',
      'd.status as debtStatus',
    ])
}
