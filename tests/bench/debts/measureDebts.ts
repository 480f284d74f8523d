import { sql } from 'kysely'
import { addDays } from '../../../engine/core/dateTime'
import type { Database } from '../../../engine/server/database/database'
import { runOneStep } from '../../../engine/server/schedule/endOfDay'
import type { Served } from '../../api/support/served'
import { withProduct } from '../servedProduct'

export const openDebts = 10_000
const missedDays = 7

/** Seconds of the steps of a day that debts have: interest, states and penalties. */
export interface DebtTimes {
  /** An ordinary day. */
  day: number
  /** The same day once more, which must change nothing. */
  again: number
  /** A day after a stop of a week. */
  afterStop: number
  /** A day on which all of them fall overdue, which each has in its history. */
  overdue: number
}

/** Ends days of a product with thousands of open debt notes, on PostgreSQL. */
export function measureDebts(program: string, root: string, databaseUrl: string): Promise<DebtTimes> {
  return withProduct({ program, root, databaseUrl }, async ({ platform }) => {
    const { clock, database } = platform
    const today = clock.today()
    await copiesOfDebt(database, addDays(today, -1))
    const day = await endDebts(platform, today)
    await refuseOtherRows(database, openDebts, today)
    const again = await endDebts(platform, today)
    await refuseOtherRows(database, openDebts, today)
    const afterStop = await endDebts(platform, addDays(today, missedDays))
    await refuseOtherRows(database, openDebts, addDays(today, missedDays))
    await sql`update debt_note set effective_due_date = ${addDays(today, 3)}, grace_end_date = ${addDays(today, 6)} where debt_no like 'BENCH-%'`.execute(
      database.kysely,
    )
    return { day, again, afterStop, overdue: await endDebts(platform, addDays(today, missedDays + 1)) }
  })
}

async function endDebts({ services, clock }: Served, day: string): Promise<number> {
  clock.moveTo(day, '23:00:00')
  const begin = performance.now()
  for (const step of ['interest', 'debtStates', 'penalties']) await runOneStep(services, step)
  return (performance.now() - begin) / 1000
}

/** Copies of a debt note of the demo data that is not due yet, as it was at the end of a day. */
async function copiesOfDebt({ kysely }: Pick<Database, 'kysely'>, accruedOn: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = 'debt_note'::regclass and attnum > 0 and not attisdropped
      and attname not in ('id', 'debt_no', 'last_accrual_date', 'due_date', 'effective_due_date', 'grace_end_date')`.execute(kysely)
  const rest = sql.join(rows.map(({ name }) => sql.ref(name)))
  const due = addDays(accruedOn, 100)
  await sql`
    insert into debt_note (debt_no, last_accrual_date, due_date, effective_due_date, grace_end_date, ${rest})
    select 'BENCH-' || n, ${accruedOn}::date, ${due}::date, ${due}::date, ${addDays(due, 3)}::date, ${rest}
    from (select * from debt_note where status = 'NORMAL' order by id limit 1) as one, generate_series(1, ${openDebts}::integer) as n`.execute(
    kysely,
  )
  await sql`analyze`.execute(kysely)
}

/** @throws Error when not each of them has its one row of a day */
async function refuseOtherRows({ kysely }: Pick<Database, 'kysely'>, count: number, day: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from interest_accrual a join debt_note d on d.id = a.debt_note_id
    where d.debt_no like 'BENCH-%' and a.accrual_type = 'INTEREST' and a.accrual_date = ${day}`.execute(kysely)
  if (rows[0]?.count !== count) throw new Error(`${count} debts have ${rows[0]?.count} rows of ${day}`)
}
