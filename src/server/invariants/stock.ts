import { sql } from 'kysely'
import { violationsOf, type Invariant } from './violation'

/** I-01: no bucket of a batch below zero, each the sum of its movements, and every balance the sum of what came before it. */
export const bucketsAreSumsOfMovements: Invariant = async (context) => [
  ...(await violationsOf(
    'I-01',
    context,
    sql`
    select concat('批次 ', b.batch_code, '：四桶 ', b.available_qty, '/', b.pledged_qty, '/', b.frozen_avail_qty, '/', b.frozen_pledge_qty,
      '，流水合计 ', m.available, '/', m.pledged, '/', m.frozen_avail, '/', m.frozen_pledge) as what
    from stock_batch b
    cross join lateral (
      select coalesce(sum(d_available), 0) as available, coalesce(sum(d_pledged), 0) as pledged,
        coalesce(sum(d_frozen_avail), 0) as frozen_avail, coalesce(sum(d_frozen_pledge), 0) as frozen_pledge
      from stock_movement where stock_batch_id = b.id) m
    where least(b.available_qty, b.pledged_qty, b.frozen_avail_qty, b.frozen_pledge_qty) < 0
      or (b.available_qty, b.pledged_qty, b.frozen_avail_qty, b.frozen_pledge_qty) is distinct from (m.available, m.pledged, m.frozen_avail, m.frozen_pledge)
    order by b.id`,
  )),
  ...(await violationsOf(
    'I-01',
    context,
    sql`
    select concat('流水 ', movement_no, '：结存 ', on_hand_after, '，应为 ', expected) as what
    from (
      select id, movement_no, on_hand_after, sum(d_on_hand) over (partition by stock_batch_id order by id) as expected from stock_movement) m
    where on_hand_after is distinct from expected order by id`,
  )),
]

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
