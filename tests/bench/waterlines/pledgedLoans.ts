import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../engine/server/database/database'
import { copiesOfLoan } from '../../api/support/fixtures'
import type { Served } from '../../api/support/served'

/** The loan of the demo data that is copied: the reference case, its goods pledged. */
const template = 'RZ20260302-0001'

export interface PledgedLoans {
  /** Of the loan that the others are copies of. */
  loanId: string
  /** The goods that all of them have in pledge. */
  goodsId: string
  loans: number
  items: number
}

/** Copies a pledged loan until there are so many, each with so many batches of the same goods in pledge; by one statement for each table. */
export async function pledgedLoans(platform: Served, loans: number, batchesEach: number): Promise<PledgedLoans> {
  const { kysely } = platform.database
  const loanId = await platform.idOf('loan', 'loan_no', template)
  const item = await kysely
    .selectFrom('pledge_item')
    .selectAll()
    .where('loan_id', '=', loanId)
    .where('status', '=', 'EFFECTIVE')
    .executeTakeFirstOrThrow()
  const [itemId, batchId] = [String(item['id']), String(item['stock_batch_id'])]
  const ids = [loanId, ...(await copiesOfLoan(platform, { id: loanId }, loans - 1))]
  await copies(platform.database, 'stock_batch', batchId, {
    batch_code: sql`one.batch_code || '-' || copy.loan_id || '-' || copy.n`,
    source_line_id: sql`copy.loan_id || '-' || copy.n`,
  })
  await copies(platform.database, 'pledge_item', itemId, {
    item_no: sql`one.item_no || '-' || copy.loan_id || '-' || copy.n`,
    loan_id: sql`copy.loan_id`,
    stock_batch_id: sql`batch.id`,
  })
  await sql`analyze`.execute(kysely)
  const { rows } = await sql<{ items: number }>`
    select count(*)::integer as items from pledge_item where goods_id = ${item['goods_id']} and status = 'EFFECTIVE'`.execute(kysely)
  return { loanId, goodsId: String(item['goods_id']), loans: ids.length, items: rows[0]?.items ?? 0 }

  async function copies(database: Database, table: string, id: string, own: Record<string, RawBuilder<unknown>>): Promise<void> {
    const { rows: columns } = await sql<{ name: string }>`
      select attname as name from pg_attribute where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attname <> 'id'`.execute(
      database.kysely,
    )
    const names = columns.map(({ name }) => name)
    await sql`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map((name) => own[name] ?? sql.ref(`one.${name}`)))} from ${sql.table(table)} as one,
        (select loan_id, n from unnest(${ids}::bigint[]) as loan_id, generate_series(1, ${batchesEach}::integer) as n) as copy
        left join stock_batch as batch on batch.source_line_id = copy.loan_id || '-' || copy.n
      where one.id = ${id} order by copy.loan_id, copy.n`.execute(database.kysely)
  }
}

/** A snapshot of each of the days before the last one, so that its chart has so many points. */
export async function daysOfSnapshots({ kysely }: Pick<Database, 'kysely'>, loanId: string, days: number): Promise<void> {
  await sql`delete from waterline where loan_id = ${loanId} and not is_latest`.execute(kysely)
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = 'waterline'::regclass and attnum > 0 and not attisdropped
      and attname not in ('id', 'snap_date', 'is_latest', 'total_value', 'ltv')`.execute(kysely)
  const rest = sql.join(rows.map(({ name }) => sql.ref(name)))
  await sql`
    insert into waterline (snap_date, is_latest, total_value, ltv, ${rest})
    select snap_date - n, false, total_value + 1000 * (n % 17), round(0.5 + 0.01 * (n % 31), 4), ${rest}
    from waterline, generate_series(1, ${days - 1}::integer) as n where loan_id = ${loanId} and is_latest`.execute(kysely)
}
