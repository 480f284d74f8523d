import { sql } from 'kysely'
import { addDecimals, compareDecimals, type Decimal } from '../../../engine/core/decimal'
import { monthlyInterest, settlementDays } from '../../rules/debt/monthly'
import { emptyBonds, settledLoans } from '../rules/debtEnds'
import type { StepHandler, StepRun } from '../ruleTypes'
import { aliased } from '../sqlNames'

/**
 * E-04b: what was accrued up to a 20th of debts that pay their interest by the month, and is neither paid nor billed yet. One bill a month, however
 * often the day ends. A debt that was not there yet when the 20th ended, as its payout was entered later (decision A22), is billed at the next end
 * of a day, when its interest has been made up for.
 */
export const billMonthlyInterest: StepHandler = async (run) => {
  for (const settled of settlementDays(run.day)) await billThrough(run, settled)
}

async function billThrough({ kysely, each }: StepRun, settled: string): Promise<void> {
  const d = aliased('debt_note', 'd')
  const p = aliased('product', 'p')
  const r = aliased('receivable', 'r')
  const a = aliased('interest_accrual', 'a')
  const isOfNote = sql`${r.is('doc_type', 'debtNote')} and ${r.column('doc_id')} = ${d.column('id')}`
  const { rows } = await sql<{ id: string; accrued: Decimal; paid: Decimal; billed: Decimal }>`
    select ${d.column('id')}::text as id, coalesce(rows.accrued, 0) as accrued,
      coalesce(${d.column('paid_interest')}, 0) + coalesce(${d.column('written_off_interest')}, 0) as paid, coalesce(bills.open, 0) as billed
    from ${d.from} join ${p.from} on ${p.column('id')} = ${d.column('product_id')}
    left join lateral (
      select sum(${a.column('amount')}) as accrued from ${a.from}
      where ${a.column('debt_note_id')} = ${d.column('id')} and ${a.column('accrual_type')} in ('INTEREST', 'MIN_SUPPLEMENT', 'ADJUST')
        and ${a.column('accrual_date')} <= ${settled}::date) rows on true
    left join lateral (
      select sum(${r.column('unverified_amount')}) as open from ${r.from}
      where ${isOfNote} and ${r.column('status')} in ('OPEN', 'PARTIAL')) bills on true
    where ${d.column('status')} in ('NORMAL', 'GRACE', 'OVERDUE') and ${p.is('interest_mode', 'MONTHLY')}
      and ${d.column('last_accrual_date')} >= ${settled}::date
      and not exists (
        select from ${r.from} where ${isOfNote} and ${r.column('period')} = ${settled.slice(0, 7)} and ${r.column('status')} <> 'CANCELLED')
    order by ${d.column('id')}`.execute(kysely)
  const bills = rows.map(({ id, accrued, paid, billed }) => ({ id, ...monthlyInterest(settled, accrued, addDecimals(paid, billed)) }))
  await each(
    bills.filter(({ amount }) => compareDecimals(amount.value, '0') > 0),
    ({ id, period }) => ({ entity: 'debtNote', id, action: `bill ${period}` }),
    (tools, { id, period, dueDate, amount }) => tools.perform('debtNote', id, 'bill', { period, payableOn: dueDate, amount: amount.value }),
  )
}

/** A5: loans of which nothing is owed any more, that a fee or a payment under way had kept open; and what is empty of their bonds. */
export const settlePaidLoans: StepHandler = async ({ kysely, each }) => {
  await each(
    await settledLoans(kysely),
    (id) => ({ entity: 'loan', id, action: 'settle' }),
    (tools, id) => tools.perform('loan', id, 'settle'),
  )
  await each(
    await emptyBonds(kysely),
    (id) => ({ entity: 'bond', id, action: 'end' }),
    (tools, id) => tools.perform('bond', id, 'end'),
  )
}
