import { sql, type RawBuilder } from 'kysely'
import { addDays } from '../../../engine/core/dateTime'
import type { Database } from '../../../engine/server/database/database'
import { runOneStep } from '../../../engine/server/schedule/endOfDay'
import type { Served } from '../../api/support/served'
import { lastDayOf, periodOf } from '../../../src/rules/accountPeriod'
import { withProduct } from '../servedProduct'

export const openDebts = 10_000
const missedDays = 7

/** Seconds of whole ends of days, with all of their steps. */
export interface DebtTimes {
  /** An ordinary day. */
  day: number
  /** The same day once more, which must change nothing. */
  again: number
  /** A day after a stop of a week. */
  afterStop: number
  /** The last day of a month, which draws a voucher for each debt. */
  monthEnd: number
  /** A day on which all of them fall overdue, which each has in its history. */
  overdue: number
}

/** Ends days of a product with thousands of open debt notes, on PostgreSQL. */
export function measureDebts(program: string, root: string, databaseUrl: string): Promise<DebtTimes> {
  return withProduct({ program, root, databaseUrl }, async ({ platform }) => {
    const { clock, database } = platform
    const today = clock.today()
    await copiesOfDebts(database, today)
    const day = await endDay(platform, today)
    await refuseOtherRows(database, openDebts, today)
    const again = await endDay(platform, today)
    await refuseOtherRows(database, openDebts, today)
    const stopped = addDays(today, missedDays)
    const afterStop = await endDay(platform, stopped)
    await refuseOtherRows(database, openDebts, stopped)
    const lastDay = lastDayOf(periodOf(stopped))
    const monthEnd = await endDay(platform, lastDay)
    await refuseOtherVouchers(database, openDebts, lastDay)
    await sql`update debt_note set effective_due_date = ${addDays(lastDay, -3)}, grace_end_date = ${lastDay} where debt_no like 'BENCH-%'`.execute(
      database.kysely,
    )
    return { day, again, afterStop, monthEnd, overdue: await endDay(platform, addDays(lastDay, 1)) }
  })
}

/** Each step that the schedule has, also when the day has been ended before; on the standard error what each takes. */
async function endDay({ services, clock }: Served, day: string): Promise<number> {
  clock.moveTo(day, '23:00:00')
  const begin = performance.now()
  for (const { name } of services.plan.schedule?.steps ?? []) {
    const start = performance.now()
    await runOneStep(services, name)
    console.error(`  ${day} ${name.padEnd(16)} ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  return (performance.now() - begin) / 1000
}

/** Copies of a loan of the demo data that was paid out and of its debt note, as if paid out on this day: nothing has been accrued or repaid yet. */
async function copiesOfDebts({ kysely }: Pick<Database, 'kysely'>, startDate: string): Promise<void> {
  const due = addDays(startDate, 100)
  const loans = await columnsOf(kysely, 'loan', ['id', 'loan_no'])
  const debts = await columnsOf(kysely, 'debt_note', [
    'id',
    'debt_no',
    'loan_id',
    'status',
    'start_date',
    'due_date',
    'effective_due_date',
    'grace_end_date',
    'last_accrual_date',
    'accrued_interest',
    'paid_interest',
    'accrued_penalty',
    'paid_penalty',
    'repaid_principal',
    'outstanding_principal',
  ])
  await sql`
    with one as (select d.* from debt_note d join loan l on l.id = d.loan_id
        where d.status = 'NORMAL' and l.status = 'OUTSTANDING' order by d.id limit 1),
      copied as (insert into loan (loan_no, ${loans}) select 'BENCH-' || n, ${loans}
        from (select l.* from loan l join one on one.loan_id = l.id) as of, generate_series(1, ${openDebts}::integer) as n returning id, loan_no)
    insert into debt_note (debt_no, loan_id, status, start_date, due_date, effective_due_date, grace_end_date, last_accrual_date,
      accrued_interest, paid_interest, accrued_penalty, paid_penalty, repaid_principal, outstanding_principal, ${debts})
    select copied.loan_no, copied.id, 'NORMAL', ${startDate}::date, ${due}::date, ${due}::date, ${addDays(due, 3)}::date, null,
      0, 0, 0, 0, 0, one.principal, ${debts}
    from one, copied`.execute(kysely)
  await sql`analyze`.execute(kysely)
}

/** All columns of a table but these. */
async function columnsOf(kysely: Database['kysely'], table: string, but: readonly string[]): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and attname <> all(${but}) and attgenerated = ''`.execute(kysely)
  return sql.join(rows.map(({ name }) => sql.ref(name)))
}

/** @throws Error when not each of them has its voucher of a month */
async function refuseOtherVouchers({ kysely }: Pick<Database, 'kysely'>, count: number, day: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from voucher where biz_event = 'INTEREST_ACCRUAL' and doc_no like 'BENCH-%' and voucher_date = ${day}`.execute(
    kysely,
  )
  if (rows[0]?.count !== count) throw new Error(`${count} debts have ${rows[0]?.count} vouchers of ${day}`)
}

/** @throws Error when not each of them has its one row of a day */
async function refuseOtherRows({ kysely }: Pick<Database, 'kysely'>, count: number, day: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from interest_accrual a join debt_note d on d.id = a.debt_note_id
    where d.debt_no like 'BENCH-%' and a.accrual_type = 'INTEREST' and a.accrual_date = ${day}`.execute(kysely)
  if (rows[0]?.count !== count) throw new Error(`${count} debts have ${rows[0]?.count} rows of ${day}`)
}
