import { sql } from 'kysely'
import { violationsOf, type Invariant } from './violation'

/**
 * What an order says to be invoiced is what its issued invoices say, in money and line by line, and never more than was ordered; what stands
 * at the head of an order or invoice is the sum of its lines (domain 40, invoiceStatus; rule E-26). It has no number of its own in domain 50.
 */
export const salesAddUp: Invariant = async (context) => [
  ...(await violationsOf(
    'E-26',
    context,
    sql`
    select concat('销售订单 ', o.sale_no, '：已开票 ', o.invoiced_amount, '，发票合计 ', i.amount, '，价税合计 ', o.total_amount) as what
    from sale_order o cross join lateral (
      select coalesce(sum(total_amount), 0) as amount from sale_invoice where sale_order_id = o.id and status = 'ISSUED') i
    where o.invoiced_amount is distinct from i.amount or o.invoiced_amount > o.total_amount order by o.id`,
  )),
  ...(await violationsOf(
    'E-26',
    context,
    sql`
    select concat('销售订单行 ', l.id, '：已开票数量 ', l.invoiced_qty, '，发票合计 ', i.qty, '，数量 ', l.qty) as what
    from sale_order_lines l cross join lateral (
      select coalesce(sum(r.qty), 0) as qty from sale_invoice_lines r join sale_invoice s on s.id = r.parent_id
      where r.sale_order_line_id = l.id::text and s.sale_order_id = l.parent_id and s.status = 'ISSUED') i
    where l.invoiced_qty is distinct from i.qty or l.invoiced_qty > l.qty order by l.id`,
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
