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

/** I-04: what is frozen of the available side of a batch is what approved loans wait with for their pledge, as their lines say. */
export const frozenIsAwaited: Invariant = (context) =>
  violationsOf(
    'I-04',
    context,
    sql`
    select concat('批次 ', batch_code, '：冻结(可用侧) ', frozen_avail_qty, '，融资已批待质押 ', awaited) as what
    from (
      select b.id, b.batch_code, b.frozen_avail_qty,
        coalesce((select sum(g.frozen_qty) from loan_goods g where g.stock_batch_id = b.id), 0) as awaited
      from stock_batch b) frozen
    where frozen_avail_qty is distinct from awaited order by id`,
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
