import { sql } from 'kysely'
import { bookingDay, firstDayOf, isClosed, lastDayOf, monthAfter, periodOf, type Period } from '../../rules/accountPeriod'
import { no } from '../../rules/guards'
import { countBehind } from '../debtQueries'
import type { AccountPeriod } from '../generated/accountPeriod'
import type { ActionRule, RefreshRule, Tools } from '../ruleTypes'
import { areDrawn, unbooked } from './interestVouchers'

/** Where a voucher stands in the books. */
export interface BookingPlace {
  accountPeriodId: string
  period: string
  date: string
}

/**
 * The period that a voucher of this day belongs to, held open until the end of the transaction: who closes it waits, other vouchers do not.
 * @param move what comes of itself goes to the first day of the earliest open period where its own is closed; whoever types a day is refused
 */
export async function openPeriodOf(tools: Tools, day: string, move: boolean): Promise<BookingPlace> {
  const periods = await periodsOf(tools)
  if (!move && isClosed(periodOf(day), periods)) return refuseClosed(tools, periodOf(day))
  const date = move ? bookingDay(day, periods) : day
  const period = periodOf(date)
  if (!periods.some((known) => known.period === period)) await addPeriods(tools, period)
  const held = await hold(tools, period)
  if (!held) throw new RangeError(`the period ${period} is gone`)
  // It was closed while this waited: what moves has somewhere else to go now.
  if (held.closed) return move ? openPeriodOf(tools, day, move) : refuseClosed(tools, period)
  return { accountPeriodId: held.id, period, date }
}

/** A17: the month of a day is there, and can be closed, though nothing was booked in it. */
export async function openMonth(tools: Tools, month: string): Promise<void> {
  if (!(await periodsOf(tools)).some(({ period }) => period === month)) await addPeriods(tools, month)
}

/** @throws HttpProblem 417 when the period of a voucher has been closed; otherwise it stays open until the end of the transaction */
export async function refuseClosedPeriod(tools: Tools, period: string | null): Promise<void> {
  if ((await hold(tools, period ?? ''))?.closed) refuseClosed(tools, period ?? '')
}

function refuseClosed(tools: Tools, period: string): never {
  tools.refuseIf(no('period.closed', { period }))
  throw new RangeError('a refusal ends the transaction')
}

/** Together with others, so that vouchers of a month do not wait for each other. */
async function hold(tools: Tools, period: string): Promise<AccountPeriod | undefined> {
  const [found] = await tools.find('accountPeriod', { period })
  return found && tools.load('accountPeriod', found.id, { lock: 'keep' })
}

async function periodsOf(tools: Tools): Promise<Period[]> {
  const periods = await tools.find('accountPeriod', {})
  return periods.map(({ period, closed }) => ({ period, closed: closed === true })).toSorted((a, b) => (a.period < b.period ? -1 : 1))
}

/** The month, and those between it and the ones there are, so that each can be closed after the other (decision A17). */
async function addPeriods(tools: Tools, wanted: string): Promise<void> {
  // Two that need the same month at once add it one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('account periods', 0))`.execute(tools.trx)
  const known = (await periodsOf(tools)).map(({ period }) => period)
  const [first = wanted, last = wanted] = [known[0], known.at(-1)]
  const through = wanted > last ? wanted : last
  for (let period = wanted < first ? wanted : first; period <= through; period = monthAfter(period))
    if (!known.includes(period))
      await tools.system.open('accountPeriod', { period, startDate: firstDayOf(period), endDate: lastDayOf(period) })
}

export const closePeriod: ActionRule<'accountPeriod', 'close'> = (tools, { record }) => refuseClosing(tools, record)

/** D23, A17: only the earliest open month, when it is over, and nothing of it is left to be posted. */
async function refuseClosing(tools: Tools, { period, endDate }: AccountPeriod): Promise<void> {
  const [earlier] = await tools.find('accountPeriod', { period: { below: period }, closed: false }, { limit: 1 })
  if (earlier) tools.refuseIf(no('period.earlier-open', { period: earlier.period }))
  if ((endDate ?? '') >= tools.today) tools.refuseIf(no('period.not-over', { period, endDate, today: tools.today }))
  const left = await tools.trx
    .selectFrom('voucher')
    .select(({ fn }) => ['status', fn.countAll<string>().as('count')])
    .where('period', '=', period)
    .where('status', 'in', ['DRAFT', 'AUDITED'])
    .groupBy('status')
    .execute()
  const count = (state: string): number => Number(left.find(({ status }) => status === state)?.count ?? 0)
  if (left.length > 0) tools.refuseIf(no('period.open-vouchers', { period, drafts: count('DRAFT'), audited: count('AUDITED') }))
  await refuseUnbooked(tools, period)
}

/** A17: what debts have borne in the month is booked, unless such vouchers are switched off. */
async function refuseUnbooked(tools: Tools, period: string): Promise<void> {
  if (!(await areDrawn(tools.trx))) return
  const endDate = lastDayOf(period)
  const behind = await countBehind(tools.trx, endDate)
  if (behind > 0) tools.refuseIf(no('period.not-accrued', { count: behind, endDate, period }))
  const [first, ...others] = await unbooked(tools.trx, period)
  if (first) tools.refuseIf(no('period.no-accrual-voucher', { period, count: others.length + 1, debtNo: first.debtNo }))
}

export const reopenPeriod: ActionRule<'accountPeriod', 'reopen'> = async (tools, { record }) => {
  const [last] = await tools.find('accountPeriod', { closed: true }, { newest: 'period', limit: 1 })
  if (last && last.id !== record.id) tools.refuseIf(no('period.not-last', { period: last.period }))
}

/** 过账时勾选结账: the period is closed once all vouchers of the transaction are posted, or nothing is posted at all. */
export const refreshAccountPeriod: RefreshRule<'accountPeriod'> = async (tools, { record }) => {
  if (record.closingById === null || record.closed === true) return {}
  await refuseClosing(tools, record)
  return { closed: true, closedById: record.closingById, closedAt: tools.now, closingById: null }
}
