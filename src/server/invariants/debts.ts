import { sql } from 'kysely'
import { violationsOf, type Invariant } from './violation'

/** I-06: a loan owes what its debt notes owe: what was paid out, less what was repaid and written off. */
export const loansAreSumsOfDebts: Invariant = async (context) => [
  ...(await violationsOf(
    'I-06',
    context,
    sql`
    select concat('融资单 ', l.loan_no, '：已放 ', l.paid_amount, ' 已还 ', l.repaid_principal, ' 已核销 ', l.written_off_principal,
      ' 余额 ', l.outstanding_principal, '，借据合计 ', n.owed) as what
    from loan l cross join lateral (
      select coalesce(sum(outstanding_principal), 0) as owed, coalesce(sum(written_off_principal), 0) as lost,
        coalesce(sum(principal) filter (where payment_type <> 'CREDIT_REDEMPTION'), 0) as paid
      from debt_note where loan_id = l.id) n
    where (coalesce(l.outstanding_principal, 0), coalesce(l.written_off_principal, 0), coalesce(l.paid_amount, 0)) is distinct from (n.owed, n.lost, n.paid)
      or coalesce(l.outstanding_principal, 0) <> coalesce(l.paid_amount - l.repaid_principal - l.written_off_principal, 0)
    order by l.id`,
  )),
  ...(await violationsOf(
    'I-06',
    context,
    sql`
    select concat('借据 ', debt_no, '：本金 ', principal, ' 已还 ', repaid_principal, ' 已核销 ', written_off_principal, '，未还 ', outstanding_principal) as what
    from debt_note
    where coalesce(outstanding_principal, 0) <> principal - coalesce(repaid_principal, 0) - coalesce(written_off_principal, 0) order by id`,
  )),
]

/** I-11, as far as debt notes go: what is accrued is its rows, and no more than that is paid or written off. */
export const interestIsAccrued: Invariant = async (context) => [
  ...(await violationsOf(
    'I-11',
    context,
    sql`
    select concat('借据 ', d.debt_no, '：累计利息 ', d.accrued_interest, ' 罚息 ', d.accrued_penalty, '，计息明细合计 ', a.interest, ' / ', a.penalty) as what
    from debt_note d cross join lateral (
      select coalesce(sum(amount) filter (where accrual_type in ('INTEREST', 'MIN_SUPPLEMENT', 'ADJUST')), 0) as interest,
        coalesce(sum(amount) filter (where accrual_type in ('PENALTY', 'PENALTY_ADJUST')), 0) as penalty
      from interest_accrual where debt_note_id = d.id) a
    where (coalesce(d.accrued_interest, 0), coalesce(d.accrued_penalty, 0)) is distinct from (a.interest, a.penalty) order by d.id`,
  )),
  ...(await violationsOf(
    'I-11',
    context,
    sql`
    select concat('借据 ', debt_no, '：已付及核销利息超过累计利息 ', round(accrued_interest, 2), '，或罚息超过 ', round(accrued_penalty, 2)) as what
    from debt_note
    where coalesce(paid_interest, 0) + coalesce(written_off_interest, 0) > round(coalesce(accrued_interest, 0), 2)
      or coalesce(paid_penalty, 0) + coalesce(written_off_penalty, 0) > round(coalesce(accrued_penalty, 0), 2) order by id`,
  )),
]

/** I-11, of repayments that are booked: their lines are what they come to, less what is left over, and what each debt note has had of them. */
export const repaymentsAreAllocated: Invariant = async (context) => [
  ...(await violationsOf(
    'I-11',
    context,
    sql`
    select concat('还款单 ', r.repayment_no, '：还款总额 ', r.total_amount, ' 多还 ', r.overpaid_amount, '，分配合计 ', a.spread) as what
    from repayment r cross join lateral (
      select coalesce(sum(fee_part + penalty_part + interest_part + principal_part), 0) as spread from repayment_allocs where parent_id = r.id) a
    where r.status in ('CONFIRMED', 'REVERSED') and (a.spread <> r.total_amount - r.overpaid_amount or r.overpaid_amount < 0
      or r.total_amount <> r.receipt_amount + coalesce(r.bond_offset, 0) + coalesce(r.deposit_offset, 0)
        + coalesce(r.transfer_amount, 0) + coalesce(r.write_off_amount, 0))
    order by r.id`,
  )),
  ...(await violationsOf(
    'I-11',
    context,
    sql`
    select concat('借据 ', d.debt_no, '：已还本金 ', d.repaid_principal, ' 已付利息 ', d.paid_interest, ' 罚息 ', d.paid_penalty, '，还款分配合计 ',
      a.principal, ' / ', a.interest, ' / ', a.penalty) as what
    from debt_note d cross join lateral (
      select coalesce(sum(l.principal_part), 0) as principal, coalesce(sum(l.interest_part), 0) as interest, coalesce(sum(l.penalty_part), 0) as penalty
      from repayment_allocs l join repayment r on r.id = l.parent_id
      where l.debt_note_id = d.id and r.status = 'CONFIRMED' and l.alloc_type <> 'WRITE_OFF') a
    where (coalesce(d.repaid_principal, 0), coalesce(d.paid_interest, 0), coalesce(d.paid_penalty, 0)) is distinct from (a.principal, a.interest, a.penalty)
    order by d.id`,
  )),
]

/** E-05: a holiday moves a due date forward, never back, and grace follows it. */
export const debtsAreDueInOrder: Invariant = (context) =>
  violationsOf(
    'E-05',
    context,
    sql`
    select concat('借据 ', debt_no, '：到期日 ', due_date, ' 顺延后 ', effective_due_date, ' 宽限至 ', grace_end_date) as what
    from debt_note where effective_due_date < due_date or grace_end_date < effective_due_date order by id`,
  )
