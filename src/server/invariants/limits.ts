import { sql } from 'kysely'
import { violationsOf, type Invariant } from './violation'

/**
 * I-08: what is used on a line is what its loans still owe (what they were paid, when the line does not revolve), what is reserved is what is
 * approved and not paid, and of a loan that is paid out no more what is on its way (decision D17); the same for a quota over its lines. What is used of a
 * limit for redemptions on credit is what their notes owe, what is reserved is what those under way will move. And the last row of each ledger says so too.
 */
export const limitsAreSumsOfLoans: Invariant = async (context) => [
  ...(await violationsOf(
    'I-08',
    context,
    sql`
    select concat('客户额度 ', l.line_no, '：预占 ', l.reserved_amount, ' 已用 ', l.used_amount, '，融资单合计 ', u.reserved, ' / ', u.used) as what
    from customer_line l cross join lateral (${amountsOf(sql`loan.customer_line_id = l.id`, sql`l.is_revolving`)}) u
    where (l.reserved_amount, l.used_amount) is distinct from (u.reserved, u.used) order by l.id`,
  )),
  ...(await violationsOf(
    'I-08',
    context,
    sql`
    select concat('授信额度 ', q.quota_no, '：预占 ', q.reserved_amount, ' 已用 ', q.used_amount, '，融资单合计 ', u.reserved, ' / ', u.used) as what
    from quota q cross join lateral (
      ${amountsOf(sql`loan.customer_line_id in (select id from customer_line where quota_id = q.id)`, sql`q.is_revolving`)}) u
    where (q.reserved_amount, q.used_amount) is distinct from (u.reserved, u.used) order by q.id`,
  )),
  ...(await violationsOf(
    'I-08',
    context,
    sql`
    select concat('信用额度 ', c.credit_limit_no, '：预占 ', c.reserved_amount, ' 已用 ', c.used_amount, '，在途赎货 ', r.reserved, '，信用借据 ', n.used) as what
    from credit_limit c cross join lateral (
      select coalesce(sum(transfer_amount), 0) as reserved from redemption
      where credit_limit_id = c.id and status in ('AUDITING', 'PENDING_PAY', 'PENDING_CHECK')) r
    cross join lateral (select coalesce(sum(outstanding_principal), 0) as used from debt_note where credit_limit_id = c.id) n
    where (coalesce(c.reserved_amount, 0), coalesce(c.used_amount, 0)) is distinct from (r.reserved, n.used) order by c.id`,
  )),
  ...(await ledgerDiffers(context, 'quota')),
  ...(await ledgerDiffers(context, 'line')),
  ...(await ledgerDiffers(context, 'credit')),
]

function amountsOf(ofHolder: ReturnType<typeof sql>, revolving: ReturnType<typeof sql>) {
  return sql`
    select coalesce(sum(case when status in ('APPROVED', 'DISBURSING') then approved_amount - paid_amount else paying_amount end), 0) as reserved,
      coalesce(sum(paid_amount - case when ${revolving} then repaid_principal else 0 end), 0) as used
    from loan where ${ofHolder}`
}

const holders = {
  quota: ['quota', 'quota_no', '授信额度', 'quota_id'],
  line: ['customer_line', 'line_no', '客户额度', 'customer_line_id'],
  credit: ['credit_limit', 'credit_limit_no', '信用额度', 'credit_limit_id'],
} as const

function ledgerDiffers(context: Parameters<Invariant>[0], holder: keyof typeof holders) {
  const [table, number, title, column] = holders[holder]
  return violationsOf(
    'I-08',
    context,
    sql`
    select concat(${title}::text, ' ', h.${sql.ref(number)}, '：与末条流水 ', f.flow_no, ' 不符') as what
    from ${sql.table(table)} h
    left join lateral (
      select flow_no, reserved_after, used_after from quota_flow where ${sql.ref(column)} = h.id order by id desc limit 1) f on true
    where (coalesce(h.reserved_amount, 0), coalesce(h.used_amount, 0)) is distinct from (coalesce(f.reserved_after, 0), coalesce(f.used_after, 0)) order by h.id`,
  )
}
