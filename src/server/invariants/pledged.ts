import { sql } from 'kysely'
import { violationsOf, type Invariant } from './violation'

/**
 * I-07: of a loan that was paid out, what its pledged goods answer for by the unit (E-15b) is what it owes, without what was sold on credit. What has
 * not arrived yet of a purchase answers for nothing, so that its goods may answer for less. Units have 6 decimals and each row is rounded to cents,
 * which is all that they may differ by.
 */
export const unitsAnswerForLoans: Invariant = (context) =>
  violationsOf(
    'I-07',
    context,
    sql`
    select concat('融资单 ', l.loan_no, '：质押明细按单位本金合计 ', i.answered, '，押品对应余额 ', n.owed) as what
    from loan l join lateral (
      select sum(round(remain_qty * unit_principal, 2)) as answered, sum(remain_qty * pledge_price * pledge_rate) as weight,
        greatest(0.01, count(*) * 0.005) + sum(remain_qty) * 0.000001 as rounded
      from pledge_item where loan_id = l.id and status = 'EFFECTIVE') i on i.weight > 0
    cross join lateral (
      select coalesce(l.outstanding_principal, 0) - coalesce(sum(outstanding_principal), 0) as owed
      from debt_note where loan_id = l.id and payment_type = 'CREDIT_REDEMPTION') n
    where l.paid_amount > 0
      and (i.answered - n.owed > i.rounded or (l.biz_mode = 'INVENTORY_PLEDGE' and n.owed - i.answered > i.rounded))
    order by l.id`,
  )
