import { sql } from 'kysely'
import { balanceRanges, lastCheckpoint, ofBalance, type LedgerQuery } from './balances'

/**
 * Writes for each balance that has moved since its last checkpoint what its movements sum up to, and which of them is the last. Never the
 * numbers of the balance itself: those are what a checkpoint is compared with. Done twice, it changes nothing.
 * @param day the business day that has ended
 * @param now ISO 8601
 */
export async function writeCheckpoints(query: LedgerQuery, day: string, now: string): Promise<void> {
  for await (const range of balanceRanges(query)) {
    const { ledger, entity, after, through } = range
    const buckets = Object.keys(ledger.buckets)
    await sql`
      insert into ledger_checkpoint (ledger, balance_entity, balance_id, day, movement_id, buckets, at)
      select ${ledger.name}, ${entity.name}, b.id, ${day}::date, later.last, sums.buckets, ${now}::timestamptz
      from (select id from ${sql.table(entity.table)} where id > ${after} and id <= ${through}) as b
      left join lateral ${lastCheckpoint(range)} as cp on true
      cross join lateral (
        select max(m.id) as last from ledger_movement m where ${ofBalance('m', range)} and m.id > coalesce(cp.movement_id, 0)) as later
      cross join lateral (
        select jsonb_object_agg(of.bucket, (coalesce((cp.buckets ->> of.bucket)::numeric, 0) + coalesce((
          select sum((m.deltas ->> of.bucket)::numeric) from ledger_movement m
          where ${ofBalance('m', range)} and m.id > coalesce(cp.movement_id, 0)), 0))::text) as buckets
        from unnest(${buckets}::text[]) as of (bucket)) as sums
      where later.last is not null
      on conflict (balance_entity, balance_id, ledger, day) do update
        set movement_id = excluded.movement_id, buckets = excluded.buckets, at = excluded.at`.execute(query.kysely)
  }
}
