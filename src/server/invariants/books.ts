import { sql } from 'kysely'
import { violationsOf, type Invariant } from './violation'

/**
 * I-12: vouchers balance, those in red below 0 and all others above; numbers of a month and word go from 1 on without a gap; what came of a document is
 * there once; nothing stands in a closed month that is not posted.
 */
export const vouchersBalance: Invariant = async (context) => [
  ...(await violationsOf(
    'I-12',
    context,
    sql`
    select concat('凭证 ', v.voucher_no, '：借方 ', v.total_debit, '，贷方 ', v.total_credit, '，分录借方 ', e.debit, '，分录贷方 ', e.credit) as what
    from voucher v cross join lateral (
      select coalesce(sum(debit_amount), 0) as debit, coalesce(sum(credit_amount), 0) as credit from voucher_entries where parent_id = v.id) e
    where v.total_debit is distinct from v.total_credit or e.debit is distinct from e.credit or e.debit is distinct from v.total_debit
    order by v.id`,
  )),
  ...(await violationsOf(
    'I-12',
    context,
    sql`
    select concat('凭证 ', v.voucher_no, '：合计 ', v.total_debit, case v.doc_type when 'voucher' then '，红字凭证应小于 0' else '，应大于 0' end) as what
    from voucher v
    where case when v.doc_type = 'voucher' then v.total_debit >= 0 when v.doc_step is null then v.total_debit <= 0 else v.total_debit = 0 end
    order by v.id`,
  )),
  ...(await violationsOf(
    'I-12',
    context,
    sql`
    select concat('期间 ', period, '，凭证字 ', voucher_word, '：已取号 ', count(*), ' 张，最大号 ', max(voucher_seq)) as what
    from voucher where voucher_seq is not null group by period, voucher_word
    having min(voucher_seq) <> 1 or max(voucher_seq) <> count(*) or count(distinct voucher_seq) <> count(*) order by period, voucher_word`,
  )),
  ...(await violationsOf(
    'I-12',
    context,
    sql`
    select concat('自动凭证 ', doc_type, ' ', doc_no, ' ', biz_event, ' ', doc_step, ' 有 ', count(*), ' 张') as what
    from voucher where doc_step is not null group by doc_type, doc_no, biz_event, doc_step having count(*) > 1 order by doc_type, doc_no`,
  )),
  ...(await violationsOf(
    'I-12',
    context,
    sql`
    select concat('凭证 ', v.voucher_no, '：期间 ', v.period, ' 已结账，状态 ', v.status) as what
    from voucher v join account_period p on p.period = v.period
    where p.closed and v.status in ('DRAFT', 'AUDITED') order by v.id`,
  )),
]

/** I-14: what a bank account has is what it began with and its flows, and is never below 0 (E-42). */
export const bankBalancesAreFlows: Invariant = (context) =>
  violationsOf(
    'I-14',
    context,
    sql`
    select concat('银行账户 ', a.account_no, '：余额 ', a.balance, '，期初加流水为 ', a.opening_balance + f.moved) as what
    from bank_account a cross join lateral (
      select coalesce(sum(case flow_direction when 'IN' then amount else -amount end), 0) as moved from bank_flow where bank_account_id = a.id) f
    where a.balance is distinct from a.opening_balance + f.moved or a.balance < 0 order by a.id`,
  )
