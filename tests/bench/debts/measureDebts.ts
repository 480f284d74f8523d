import { sql, type RawBuilder } from 'kysely'
import { addDays } from '../../../engine/core/dateTime'
import type { Database } from '../../../engine/server/database/database'
import { runOneStep } from '../../../engine/server/schedule/endOfDay'
import type { Served } from '../../api/support/served'
import { lastDayOf, periodOf } from '../../../src/rules/accountPeriod'
import { columnsOf } from '../columns'
import { withProduct } from '../servedProduct'

export const openDebts = 10_000
/** Debts of one customer wait for each other; on a real day most are of others. */
export const customers = 100
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
    await refuseOtherSpread(database)
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

/** The debt note of the demo data that all others are copies of. */
const one = sql`(select d.* from debt_note d join loan l on l.id = d.loan_id where d.status = 'NORMAL' and l.status = 'OUTSTANDING' order by d.id limit 1)`

/**
 * Copies of a loan of the demo data that was paid out and of its debt note, as if paid out on this day: nothing has been accrued or repaid yet. They
 * are spread over customers with quotas, limits and contracts of their own, so that what waits for one row is what waits for it on a real day.
 */
async function copiesOfDebts({ kysely }: Pick<Database, 'kysely'>, startDate: string): Promise<void> {
  await copiesOfCustomers(kysely)
  const due = addDays(startDate, 100)
  const loans = await columnsOf({ kysely }, 'loan', ['id', 'loan_no', 'borrower_id', 'customer_line_id', 'contract_id'])
  const debts = await columnsOf({ kysely }, 'debt_note', [
    'id',
    'debt_no',
    'loan_id',
    'borrower_id',
    'customer_line_id',
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
  const customer = sql`(n - 1) % ${customers}::integer + 1`
  await sql`
    with one as (select * from ${one} as first),
      copied as (insert into loan (loan_no, borrower_id, customer_line_id, contract_id, ${loans})
        select 'BENCH-' || n, ${idOf('enterprise', 'enterprise_no', customer)}, ${idOf('customer_line', 'line_no', customer)},
          ${idOf('contract', 'contract_no', customer)}, ${loans}
        from (select l.* from loan l join one on one.loan_id = l.id) as of, generate_series(1, ${openDebts}::integer) as n
        returning id, loan_no, borrower_id as of_borrower, customer_line_id as of_line)
    insert into debt_note (debt_no, loan_id, borrower_id, customer_line_id, status, start_date, due_date, effective_due_date, grace_end_date,
      last_accrual_date, accrued_interest, paid_interest, accrued_penalty, paid_penalty, repaid_principal, outstanding_principal, ${debts})
    select copied.loan_no, copied.id, of_borrower, of_line, 'NORMAL', ${startDate}::date, ${due}::date, ${due}::date, ${addDays(due, 3)}::date,
      null, 0, 0, 0, 0, 0, one.principal, ${debts}
    from one, copied`.execute(kysely)
  await sql`analyze`.execute(kysely)
}

/** Each with a quota and a limit that its debts have used half of, and a contract. */
async function copiesOfCustomers(kysely: Database['kysely']): Promise<void> {
  const enterprises = await columnsOf({ kysely }, 'enterprise', ['id', 'enterprise_no', 'enterprise_name', 'uscc'])
  const amounts = ['reserved_amount', 'used_amount']
  const quotas = await columnsOf({ kysely }, 'quota', ['id', 'quota_no', 'approved_amount', 'allocated_amount', ...amounts])
  const lines = await columnsOf({ kysely }, 'customer_line', ['id', 'line_no', 'quota_id', 'borrower_id', 'line_amount', ...amounts])
  const contracts = await columnsOf({ kysely }, 'contract', ['id', 'contract_no', 'borrower_id'])
  const each = sql`generate_series(1, ${customers}::integer) as n`
  const n = sql`n`
  const used = sql`(select principal from ${one} as first) * ${openDebts / customers}::integer`
  await sql`
    insert into enterprise (enterprise_no, enterprise_name, uscc, ${enterprises})
    select 'BENCH-' || n, 'BENCH-' || n, 'BENCH' || lpad(n::text, 13, '0'), ${enterprises}
    from (select e.* from enterprise e join ${one} as first on first.borrower_id = e.id) as of, ${each}`.execute(kysely)
  await sql`
    insert into quota (quota_no, approved_amount, allocated_amount, reserved_amount, used_amount, ${quotas})
    select 'BENCH-' || n, ${used} * 2, ${used} * 2, 0, ${used}, ${quotas}
    from (select q.* from quota q join customer_line c on c.quota_id = q.id join ${one} as first on first.customer_line_id = c.id) as of,
      ${each}`.execute(kysely)
  await sql`
    insert into customer_line (line_no, quota_id, borrower_id, line_amount, reserved_amount, used_amount, ${lines})
    select 'BENCH-' || n, ${idOf('quota', 'quota_no', n)}, ${idOf('enterprise', 'enterprise_no', n)}, ${used} * 2, 0, ${used}, ${lines}
    from (select c.* from customer_line c join ${one} as first on first.customer_line_id = c.id) as of, ${each}`.execute(kysely)
  await sql`
    insert into contract (contract_no, borrower_id, ${contracts})
    select 'BENCH-' || n, ${idOf('enterprise', 'enterprise_no', n)}, ${contracts}
    from (select * from contract order by id limit 1) as of, ${each}`.execute(kysely)
}

/** The copy that is a customer's own. */
function idOf(table: string, numberColumn: string, customer: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${sql.ref('own.id')} from ${sql.table(table)} as own where ${sql.ref(`own.${numberColumn}`)} = 'BENCH-' || (${customer}))`
}

/** @throws Error when the debts are not spread over the customers, each with its own limit and contract */
async function refuseOtherSpread({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  const { rows } = await sql<Record<'borrowers' | 'lines' | 'contracts' | 'quotas' | 'debts', number>>`
    select count(distinct d.borrower_id)::integer as borrowers, count(distinct d.customer_line_id)::integer as lines,
      count(distinct l.contract_id)::integer as contracts, count(distinct c.quota_id)::integer as quotas, count(*)::integer as debts
    from debt_note d join loan l on l.id = d.loan_id join customer_line c on c.id = d.customer_line_id where d.debt_no like 'BENCH-%'`.execute(
    kysely,
  )
  const expected = { borrowers: customers, lines: customers, contracts: customers, quotas: customers, debts: openDebts }
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected)) throw new Error(`debts are spread as ${JSON.stringify(rows[0])}`)
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
