import { sql } from 'kysely'
import { violationsOf, type Invariant } from './violation'

/** I-01: what the journal says is on hand after a movement is the sum of what came before it. */
export const balancesAreSumsSoFar: Invariant = (context) =>
  violationsOf(
    'I-01',
    context,
    sql`
    select concat('流水 ', movement_no, '：结存 ', on_hand_after, '，应为 ', expected) as what
    from (
      select id, movement_no, on_hand_after, sum(d_on_hand) over (partition by stock_batch_id order by id) as expected from stock_movement) m
    where on_hand_after is distinct from expected order by id`,
  )

/** I-02: movements of a batch follow each other without a gap, agree with themselves, and cannot be changed. */
export const movementsAreContinuous: Invariant = async (context) => [
  ...(await violationsOf(
    'I-02',
    context,
    sql`
    select concat('流水 ', movement_no, '：变动与结存不连续') as what
    from (
      select id, movement_no, on_hand_after, d_on_hand, d_available + d_pledged + d_frozen_avail + d_frozen_pledge as moved,
        coalesce(lag(on_hand_after) over (partition by stock_batch_id order by id), 0) as before
      from stock_movement) m
    where on_hand_after is distinct from before + d_on_hand or d_on_hand is distinct from moved order by id`,
  )),
  ...(await unguardedLedgers(context)),
]

/** I-03: what is pledged of a batch is what its pledged items have left, and each item adds up. */
export const pledgedIsItems: Invariant = async (context) => [
  ...(await violationsOf(
    'I-03',
    context,
    sql`
    select concat('批次 ', batch_code, '：质押 ', pledged, '，质押明细剩余 ', remaining) as what
    from (
      select b.id, b.batch_code, b.pledged_qty + b.frozen_pledge_qty as pledged,
        coalesce((select sum(i.remain_qty) from pledge_item i where i.stock_batch_id = b.id), 0) as remaining
      from stock_batch b) batch
    where pledged is distinct from remaining order by id`,
  )),
  ...(await violationsOf(
    'I-03',
    context,
    sql`
    select concat('质押明细 ', item_no, '：质押 ', pledged_qty, '，剩余 ', remain_qty, '，释放 ', released_qty, '，减少 ', reduced_qty, '，锁定 ', locked_qty) as what
    from pledge_item
    where remain_qty is distinct from case when status in ('EFFECTIVE', 'RELEASED') then pledged_qty - released_qty - reduced_qty else 0 end
      or locked_qty > remain_qty or released_qty + reduced_qty > pledged_qty order by id`,
  )),
]

/**
 * I-04: what is frozen of the available side of a batch is what approved loans wait with for their pledge, less what their pledges have taken over,
 * what pledges wait with for the receipt of the warehouse, what is ordered to leave and has not left, what did not leave and waits for an answer, and
 * what notices of something unusual hold; what is frozen of the pledged side is what is locked of its pledged items, and these are locked by such
 * notices, by releases that wait for their approval and by redemptions that finance has not approved.
 */
export const frozenIsAwaited: Invariant = async (context) => [
  ...(await violationsOf(
    'I-04',
    context,
    sql`
    select concat('批次 ', batch_code, '：冻结(可用侧) ', frozen_avail_qty, '，融资已批待质押 ', approved, '，待监管回执 ', notified,
      '，待出库 ', leaving, '，短少待处理 ', missing, '，异常冻结 ', unusual) as what
    from (
      select b.id, b.batch_code, b.frozen_avail_qty, coalesce((
          select sum(g.qty - coalesce((
            select sum(i.from_loan_qty) from pledge_item i join pledge p on p.id = i.pledge_id
            where p.loan_id = l.id and i.stock_batch_id = b.id and i.status <> 'CANCELLED'
              and p.status in ('NOTIFIED', 'EFFECTIVE', 'PARTIAL_RELEASED', 'RELEASED')), 0))
          from loan_goods g join loan l on l.id = g.parent_id
          where g.stock_batch_id = b.id and l.status in ('APPROVED', 'DISBURSING')), 0) as approved,
        coalesce((
          select sum(i.pledged_qty) from pledge_item i join pledge p on p.id = i.pledge_id
          where i.stock_batch_id = b.id and i.status = 'PENDING' and p.status = 'NOTIFIED'), 0) as notified,
        coalesce((
          select sum(g.qty - g.out_qty) from out_order_goods g join out_order o on o.id = g.parent_id
          where g.stock_batch_id = b.id and o.status in ('NEW', 'NOTIFIED', 'PICKING', 'PARTIAL_OUT')), 0) as leaving,
        coalesce((
          select sum(s.held_qty) from short_order s
          where s.stock_batch_id = b.id and s.source_type = 'STOCK_OUT' and s.status in ('PENDING', 'AUDITING', 'REJECTED')), 0) as missing,
        coalesce((select sum(u.frozen_avail_qty) from stock_unusual u where u.stock_batch_id = b.id), 0) as unusual
      from stock_batch b) frozen
    where frozen_avail_qty is distinct from approved + notified + leaving + missing + unusual order by id`,
  )),
  ...(await violationsOf(
    'I-04',
    context,
    sql`
    select concat('批次 ', batch_code, '：冻结(质押侧) ', frozen_pledge_qty, '，质押明细锁定 ', locked) as what
    from (
      select b.id, b.batch_code, b.frozen_pledge_qty,
        coalesce((select sum(i.locked_qty) from pledge_item i where i.stock_batch_id = b.id), 0) as locked
      from stock_batch b) frozen
    where frozen_pledge_qty is distinct from locked order by id`,
  )),
  ...(await violationsOf(
    'I-04',
    context,
    sql`
    select concat('质押明细 ', item_no, '：锁定 ', locked_qty, '，异常冻结 ', unusual, '，解押审批中 ', releasing,
      '，赎货在途 ', redeeming) as what
    from (
      select i.id, i.item_no, i.locked_qty,
        coalesce((select sum(f.qty) from stock_unusual_frozen_items f where f.pledge_item_id = i.id), 0) as unusual,
        coalesce((
          select sum(g.qty) from pledge_release_goods g join pledge_release r on r.id = g.parent_id
          where g.pledge_item_id = i.id and r.status = 'AUDITING'), 0) as releasing,
        coalesce((
          select sum(g.qty) from redemption_goods g join redemption d on d.id = g.parent_id
          where g.pledge_item_id = i.id and d.status in ('AUDITING', 'PENDING_PAY', 'PENDING_CHECK')), 0) as redeeming
      from pledge_item i) item
    where locked_qty is distinct from unusual + releasing + redeeming order by id`,
  )),
]

/** I-05: of each line of a confirmed stock-in so much came into stock as was received, good and damaged goods in batches of their own. */
export const receiptsAreBatches: Invariant = (context) =>
  violationsOf(
    'I-05',
    context,
    sql`
    select concat('入库单 ', stock_in_no, '：第 ', line_no, ' 行', quality, ' 实收 ', received, '，入库 ', stocked) as what
    from (
      select s.id, s.stock_in_no, g.line_no, q.quality, coalesce(q.received, 0) as received, coalesce((
        select sum(m.d_on_hand) from stock_movement m join stock_batch b on b.id = m.stock_batch_id
        where b.stock_in_id = s.id and b.source_line_id = g.id::text and b.quality_status = q.quality and m.movement_type = 'IN'), 0) as stocked
      from stock_in s join stock_in_goods g on g.parent_id = s.id
        cross join lateral (values ('GOOD', g.good_qty), ('DAMAGED', g.damaged_qty)) as q (quality, received)
      where s.status = 'CONFIRMED') line
    where received is distinct from stocked order by id, line_no, quality`,
  )

/** I-05: of an order went out what its receipts and its movements say, line by line, and never more than was ordered. */
export const ordersAreReceipts: Invariant = (context) =>
  violationsOf(
    'I-05',
    context,
    sql`
    select concat('出库单 ', out_no, '：第 ', line_no, ' 行应出 ', qty, '，实出 ', out_qty, '，回执 ', received, '，流水 ', moved) as what
    from (
      select o.id, o.out_no, g.line_no, g.qty, g.out_qty, coalesce((
          select sum(w.qty) from wms_record w
          where w.out_order_id = o.id and w.source_line_id = g.id::text and w.record_status = 'VALID'), 0) as received,
        coalesce((
          select sum(m.qty) from stock_movement m
          where m.doc_type = 'outOrder' and m.doc_id = o.id::text and m.movement_type = 'OUT' and m.doc_line_id = g.id::text), 0) as moved
      from out_order o join out_order_goods g on g.parent_id = o.id) line
    where out_qty > qty or out_qty is distinct from received or out_qty is distinct from moved order by id, line_no`,
  )

/** Ledgers that the database itself does not protect against changes. */
const unguardedLedgers: Invariant = (context) => {
  const ledgers = Object.values(context.plan.entities).flatMap(({ appendOnly, table }) => (appendOnly ? [table] : []))
  return violationsOf(
    'I-02',
    context,
    sql`
    select concat('表 ', ledger, ' 没有防改触发器') as what from unnest(${ledgers}::text[]) as ledger
    where not exists (select from pg_trigger where tgrelid = to_regclass(ledger) and not tgisinternal and tgenabled = 'O')`,
  )
}
