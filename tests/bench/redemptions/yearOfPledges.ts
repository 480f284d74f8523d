import { sql, type RawBuilder } from 'kysely'
import { copiesOf } from '../../api/support/fixtures'
import type { Served } from '../../api/support/served'
import { columnsOf } from '../columns'
import { pledgedLoans } from '../waterlines/pledgedLoans'

const loans = 1_000
const batches = 10
const days = 365
const redemptions = 20_000
const warnings = 20_000

/** Loans with a debt each and batches of many goods in pledge, marked to market each day of a year; a year of prices, redemptions and warnings. */
export async function yearOfPledges(platform: Served): Promise<void> {
  const { database } = platform
  const { kysely } = database
  const { loanId } = await pledgedLoans(platform, loans, batches)
  const copied = sql`select id from loan where id <> ${loanId} and loan_no like (select loan_no from loan where id = ${loanId}) || '-%'`
  await copies('debt_note', sql`loan_id = ${loanId}`, sql`(${copied}) as copy`, {
    loan_id: sql`copy.id`,
    debt_no: sql`'BENCH-' || copy.id`,
  })
  await sql`delete from waterline where loan_id in (select id from (${copied}) as copy)`.execute(kysely)
  await copies(
    'waterline',
    sql`loan_id = ${loanId} and is_latest`,
    sql`(${copied}) as copy, generate_series(0, ${days - 1}::integer) as n`,
    {
      loan_id: sql`copy.id`,
      snap_date: sql`one.snap_date - n`,
      is_latest: sql`n = 0`,
      water_level: sql`(array['NORMAL', 'NORMAL', 'WARN', 'CALL', 'CLOSE'])[copy.id % 5 + 1]`,
      ltv: sql`round(0.5 + 0.01 * (copy.id % 50), 4)`,
    },
  )
  // Of all goods there are, as they come in a year and go out of date in another.
  await sql`
    with g as (select id, goods_no, goods_name, spec, unit, row_number() over (order by id) - 1 as place, count(*) over () as n from goods)
    update stock_batch b set goods_id = g.id, goods_no = g.goods_no, goods_name = g.goods_name, spec = g.spec, unit = g.unit,
      production_date = ${platform.clock.today()}::date - (b.id % 300)::integer,
      expiry_date = ${platform.clock.today()}::date - (b.id % 300)::integer + 400
    from g where g.place = b.id % g.n and b.source_line_id like '%-%'`.execute(kysely)
  await sql`update pledge_item i set goods_id = b.goods_id from stock_batch b where b.id = i.stock_batch_id and i.item_no like '%-%-%'`.execute(
    kysely,
  )
  const price = await columnsOf(database, 'collateral_price', ['id', 'goods_id', 'price_date', 'price_source'])
  await sql`
    insert into collateral_price (goods_id, price_date, price_source, ${price})
    select of_goods, ${platform.clock.today()}::date - n, 'APPRAISAL', ${price}
    from (select * from collateral_price where status = 'EFFECTIVE' order by id limit 1) as one, (select id as of_goods from goods) as g,
      generate_series(1, ${days}::integer) as n
    on conflict do nothing`.execute(kysely)
  for (const releaseMode of ['VIRTUAL', 'PHYSICAL']) {
    const { id } = await kysely
      .selectFrom('redemption')
      .select('id')
      .where('release_mode', '=', releaseMode)
      .where('status', '=', 'COMPLETED')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await copiesOf(platform, 'redemption', 'redemption_no', { id: String(id) }, redemptions / 2, ['redemption_goods', 'redemption_debts'])
  }
  // Of what a document is warned of once at a time, only those that are over may be many.
  const over = await kysely.selectFrom('warn_record').select('id').where('status', 'in', ['CLOSED', 'RECOVERED']).executeTakeFirstOrThrow()
  await copiesOf(platform, 'warn_record', 'warn_no', { id: String(over['id']) }, warnings, [])
  await sql`analyze`.execute(kysely)

  /** A row again for each row of `times`, with values of its own. */
  async function copies(
    table: string,
    which: RawBuilder<unknown>,
    times: RawBuilder<unknown>,
    own: Record<string, RawBuilder<unknown>>,
  ): Promise<void> {
    const rest = await columnsOf(database, table, ['id', ...Object.keys(own)])
    await sql`
      insert into ${sql.table(table)} (${sql.join(Object.keys(own).map((name) => sql.ref(name)))}, ${rest})
      select ${sql.join(Object.values(own))}, ${rest} from (select * from ${sql.table(table)} where ${which} limit 1) as one, ${times}`.execute(
      kysely,
    )
  }
}
