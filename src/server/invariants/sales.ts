import { sql } from 'kysely'
import { sumDifferenceText, verifySums } from '../../../engine/server/verify/verifySums'
import { max, violationsOf, type Invariant, type Violation } from './violation'

/**
 * What an order says to be invoiced is what its issued invoices say, in money and line by line, as every field that is kept as a sum of others, and
 * never more than was ordered; what stands at the head of an order or invoice is the sum of its lines (domain 40, invoiceStatus; rule E-26). It has
 * no number of its own in domain 50.
 */
export const salesAddUp: Invariant = async (context) => [
  ...(await sumsAddUp(context)),
  ...(await violationsOf(
    'E-26',
    context,
    sql`
    select concat('销售订单 ', o.sale_no, '：已开票 ', o.invoiced_amount, ' 超过价税合计 ', o.total_amount) as what
    from sale_order o where o.invoiced_amount > o.total_amount order by o.id`,
  )),
  ...(await violationsOf(
    'E-26',
    context,
    sql`
    select concat('销售订单 ', o.sale_no, '：抬头与明细合计不符') as what
    from sale_order o cross join lateral (
      select coalesce(sum(total_amount), 0) as total, coalesce(sum(tax_amount), 0) as tax, coalesce(sum(qty), 0) as qty
      from sale_order_lines where parent_id = o.id) l
    where (o.total_amount, o.tax_amount, o.net_amount, o.total_qty) is distinct from (l.total, l.tax, l.total - l.tax, l.qty) order by o.id`,
  )),
  ...(await violationsOf(
    'E-26',
    context,
    sql`
    select concat('销售发票 ', i.invoice_apply_no, '：抬头与明细合计不符') as what
    from sale_invoice i cross join lateral (
      select coalesce(sum(net_amount), 0) as net, coalesce(sum(tax_amount), 0) as tax from sale_invoice_lines where parent_id = i.id) l
    where (i.net_amount, i.tax_amount, i.total_amount) is distinct from (l.net, l.tax, l.net + l.tax) order by i.id`,
  )),
]

const sumsAddUp: Invariant = async ({ plan, kysely, ledgersKept }) => {
  const found: Violation[] = []
  if (ledgersKept) return found
  for await (const difference of verifySums({ plan, kysely })) {
    found.push({ invariant: 'E-26', what: sumDifferenceText(plan, difference) })
    if (found.length === max) break
  }
  return found
}
