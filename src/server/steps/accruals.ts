/**
 * What debts bear at the end of a day (E-40, steps 2 and 3): a row of interest for each day that has none yet, and once a debt is overdue a row of
 * penalty. Many debts go together in one transaction, which keeps the last day with the amounts: after a stop it goes on where it was, and a second
 * run finds nothing to do.
 */
import { sql, type RawBuilder } from 'kysely'
import { interestRows, penaltyRows, type AccrualRow } from '../../rules/debt/accrual'
import type { AccruingDebt } from '../../rules/debt/terms'
import { HttpProblem } from '../../../engine/server/problem'
import { isBearing, isBehind } from '../debtQueries'
import type { StepHandler, StepRun, Tools } from '../ruleTypes'
import { aliased } from '../sqlNames'

/** Debts of one transaction, and days of each: a stop of weeks is made up for in several. */
const debtsAtOnce = 250
const daysAtOnce = 4

/** What is accrued: which rows are missing until a day, and where it is kept how far they go. */
interface Accrual {
  rows: (debt: AccruingDebt, until: string, most: number) => AccrualRow[]
  kept: 'last_accrual_date' | 'last_penalty_date'
  /** Debts that have rows missing. */
  isBehind: (day: string) => RawBuilder<boolean>
}

const d = aliased('debt_note', 'd')
const p = aliased('product', 'p')

const interest: Accrual = {
  rows: interestRows,
  kept: 'last_accrual_date',
  isBehind: (day) => isBehind('d', day),
}

/** By the rule and not by the state (E-05). */
const penalty: Accrual = {
  rows: penaltyRows,
  kept: 'last_penalty_date',
  isBehind: (day) => sql`${d.column('grace_end_date')} < ${day}::date and ${d.column('outstanding_principal')} > 0
    and coalesce(${d.column('last_penalty_date')}, ${d.column('grace_end_date')}) < ${day}::date`,
}

export const accrueInterest: StepHandler = accrue(interest)
export const accruePenalties: StepHandler = accrue(penalty)

function accrue(accrual: Accrual): StepHandler {
  return async (run) => {
    const { kysely, day } = run
    for (let last = '0'; ;) {
      const { rows } = await sql<{ id: string }>`
        select ${d.column('id')}::text as id from ${d.from}
        where ${d.column('id')} > ${last} and ${isOpen} and ${accrual.isBehind(day)} order by ${d.column('id')} limit ${debtsAtOnce}`.execute(
        kysely,
      )
      const ids = rows.map(({ id }) => id)
      await accrueSome(run, accrual, ids)
      if (ids.length < debtsAtOnce) return
      last = ids.at(-1) ?? last
    }
  }
}

/** Together, and where that is refused each by itself: one that is refused is listed with the day, and keeps no other from its interest. */
async function accrueSome(run: StepRun, accrual: Accrual, ids: readonly string[]): Promise<void> {
  try {
    for (let behind = ids; behind.length > 0;) behind = await accrueOnce(run, accrual, behind)
  } catch (error) {
    if (!(error instanceof HttpProblem) || error.status >= 500) throw error
    if (ids.length === 1) return run.fault(`${accrual.kept} ${ids[0]}`, `借据 ID ${ids[0]}：${error.message}`)
    for (const id of ids) await accrueSome(run, accrual, [id])
  }
}

/** Books some days of these debts; answers those that have days left. */
async function accrueOnce({ day, together }: StepRun, accrual: Accrual, ids: readonly string[]): Promise<string[]> {
  let behind: string[] = []
  await together(async ({ trx }, book) => {
    const debts = await lockedDebts(trx, ids, accrual.isBehind(day))
    const missing = debts.map((debt) => ({ id: debt.id, rows: accrual.rows(debt, day, daysAtOnce) }))
    await book(
      'accrual',
      missing.flatMap(({ id, rows }) => rows.map((row) => movementOf(id, row))),
    )
    await keepLastDays(trx, accrual.kept, missing)
    behind = missing.filter(({ rows }) => rows.at(-1)?.accrualDate !== day).map(({ id }) => id)
  })
  return behind
}

const isOpen = isBearing('d')

/** As they stand once nobody else is at work on them; one that has been repaid meanwhile is none. */
async function lockedDebts(
  trx: Tools['trx'],
  ids: readonly string[],
  isBehind: RawBuilder<boolean>,
): Promise<(AccruingDebt & { id: string })[]> {
  await trx
    .selectFrom('debt_note')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<AccruingDebt & { id: string }>`
    select ${d.column('id')}::text as id, ${d.column('outstanding_principal')} as principal, ${d.column('annual_rate')} as "annualRate",
      ${d.column('day_count')} as "dayCount", ${d.column('start_date')} as "startDate", ${d.column('effective_due_date')} as "effectiveDueDate",
      ${d.column('grace_end_date')} as "graceEndDate", ${d.column('last_accrual_date')} as "lastAccrualDate",
      ${d.column('last_penalty_date')} as "lastPenaltyDate", ${p.column('penalty_uplift')} as "penaltyUplift"
    from ${d.from} join ${p.from} on ${p.column('id')} = ${d.column('product_id')}
    where ${d.column('id')} = any(${ids}::bigint[]) and ${isOpen} and ${isBehind} order by ${d.column('id')}`.execute(trx)
  return rows
}

/** The rows of ends of days name no document. */
const noDocument = '-'

function movementOf(id: string, { accrualType, accrualDate, basePrincipal, annualRate, days, amount }: AccrualRow) {
  const note = { accrualDate, basePrincipal, annualRate, days: String(days), docNo: noDocument }
  return { type: accrualType, balance: { entity: 'debtNote' as const, id }, amounts: { amount }, note }
}

/** How far each is accrued. Nobody has changed them, so their version stays. */
async function keepLastDays(
  trx: Tools['trx'],
  kept: Accrual['kept'],
  accrued: readonly { id: string; rows: readonly AccrualRow[] }[],
): Promise<void> {
  const some = accrued.flatMap(({ id, rows }) => rows.slice(-1).map(({ accrualDate }) => ({ id, accrualDate })))
  if (some.length === 0) return
  await sql`update ${d.from} set ${sql.ref(kept)} = last.day
    from unnest(${some.map(({ id }) => id)}::bigint[], ${some.map(({ accrualDate }) => accrualDate)}::date[]) as last(id, day)
    where ${d.column('id')} = last.id`.execute(trx)
}
