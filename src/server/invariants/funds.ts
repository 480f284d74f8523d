import { sql } from 'kysely'
import { violationsOf, type Invariant } from './violation'

/** What the bonds of a customer have left is what is on its account of bonds (domain 50, I-09). */
export const bondsAreTheirAccounts: Invariant = (context) =>
  violationsOf(
    'I-09',
    context,
    sql`
    select concat('资金账户 ', a.account_code, '：余额 ', a.balance, ' 不是其保证金余额合计 ', coalesce(b.total, 0)) as what
    from fund_account a left join lateral (select sum(balance_amount) as total from bond where fund_account_id = a.id) b on true
    where a.fund_account_kind = 'BOND' and coalesce(a.balance, 0) <> coalesce(b.total, 0) order by a.id`,
  )

/** What a receipt has paid, what was left of it as a deposit, and what of a receivable is paid, is what documents in force say (domain 50, I-10). */
export const receiptsPayReceivables: Invariant = async (context) => [
  ...(await violationsOf(
    'I-10',
    context,
    sql`
    select concat('收款单 ', r.receipt_no, '：已核销 ', r.verified_amount, '、转预存 ', r.deposit_amount, ' 与核销单、预存款单、还款单合计不符') as what
    from receipt r cross join lateral (
      select coalesce(sum(l.verify_part), 0) as verified, coalesce(sum(l.deposit_part), 0) as deposited
      from verification_lines l join verification v on v.id = l.parent_id and v.status = 'DONE' where l.receipt_id = r.id) l
    cross join lateral (
      select coalesce(sum(amount), 0) as deposited from advance_deposit where receipt_id = r.id and status = 'CREDITED') d
    cross join lateral (
      select coalesce(sum(receipt_amount - coalesce(overpaid_amount, 0)), 0) as verified, coalesce(sum(overpaid_amount), 0) as deposited
      from repayment where receipt_id = r.id and status = 'CONFIRMED') p
    where (coalesce(r.verified_amount, 0), coalesce(r.deposit_amount, 0))
      is distinct from (l.verified + p.verified, l.deposited + d.deposited + p.deposited) order by r.id`,
  )),
  ...(await violationsOf(
    'I-10',
    context,
    sql`
    select concat('应收 ', r.receivable_no, '：已核销 ', r.verified_amount, ' 与核销单、还款单合计 ', l.verified + p.verified, ' 不符') as what
    from receivable r cross join lateral (
      select coalesce(sum(l.verify_part), 0) as verified
      from verification_lines l join verification v on v.id = l.parent_id and v.status = 'DONE' where l.receivable_id = r.id) l
    cross join lateral (
      select coalesce(sum(a.fee_part), 0) as verified
      from repayment_allocs a join repayment p on p.id = a.parent_id and p.status = 'CONFIRMED' where a.receivable_id = r.id) p
    where coalesce(r.verified_amount, 0) <> l.verified + p.verified or coalesce(r.verified_amount, 0) > coalesce(r.amount, 0) order by r.id`,
  )),
]
