import { sql } from 'kysely'
import { violationsOf, type Invariant } from './violation'

/**
 * What an account with the payment institution has frozen is what waits to be paid, and a payment is where its transfer is (domain 50, I-14; the key of
 * `request_id` is the database's).
 */
export const transfersAreTheirPayments: Invariant = async (context) => [
  ...(await violationsOf(
    'I-14',
    context,
    sql`
    select concat('支付机构账户 ', a.awx_account_name, '：冻结 ', a.frozen_amount, ' 不是在途付款合计 ', coalesce(t.total, 0)) as what
    from awx_account a left join lateral (
      select sum(amount) as total from awx_transfer where awx_account_id = a.id and status not in ('PAID', 'FAILED', 'CANCELLED')) t on true
    where coalesce(a.frozen_amount, 0) <> coalesce(t.total, 0) order by a.id`,
  )),
  ...(await violationsOf(
    'I-14',
    context,
    sql`
    select concat('放款单 ', p.payment_no, '（', p.status, '）与支付机构付款 ', t.transfer_code, '（', t.status, '）不符') as what
    from loan_payment p join awx_transfer t on t.id = p.awx_transfer_id
    where t.amount <> p.amount or t.currency <> p.currency or t.doc_id <> p.id
      or (p.status = 'PAID' and t.status <> 'PAID') or (p.status = 'PAYING' and t.status in ('FAILED', 'CANCELLED'))
      or (p.status not in ('PAYING', 'PAID') and t.status not in ('FAILED', 'CANCELLED')) order by p.id`,
  )),
]
