/** E-21: what products charge by the day or by the month, of the balances that the ends of days have borne interest on. */
import { sql } from 'kysely'
import { compareDecimals, type Decimal } from '../../../engine/core/decimal'
import { firstDayOf, lastDayOf } from '../../rules/accountPeriod'
import { no } from '../../rules/guards'
import { feeDueDate, type DayBalance } from '../../rules/serviceFee'
import { countBehind } from '../debtQueries'
import type { ServiceFee } from '../generated/serviceFee'
import type { StepRun, Tools } from '../ruleTypes'

export type FeeType = ServiceFee['feeType']

/** A loan whose product charges by its balances, and what these come to. */
export interface FeeDue {
  loanId: string
  feeMode: 'DAILY' | 'MONTHLY'
  feeRate: Decimal
  baseAmount: Decimal
  /** The month, or a part of it, is charged already. */
  charged: boolean
}

/** What was agreed with a customer goes before what a product charges. */
const termsOf = {
  SERVICE: { mode: sql.ref('p.service_fee_mode'), rate: sql`coalesce(c.service_fee_rate, p.service_fee_rate)` },
  TECH: { mode: sql.ref('p.tech_fee_mode'), rate: sql.ref('p.tech_fee_rate') },
}

/** Loans with a fee for the month, by id. */
export async function feesDue(kysely: StepRun['kysely'], feeType: FeeType, month: string): Promise<FeeDue[]> {
  const { mode, rate } = termsOf[feeType as keyof typeof termsOf]
  const [first, last] = [firstDayOf(month), lastDayOf(month)]
  const { rows } = await sql<FeeDue>`
    select l.id::text as "loanId", ${mode} as "feeMode", ${rate} as "feeRate", b.base as "baseAmount",
      exists (select from service_fee f where f.loan_id = l.id and f.fee_type = ${feeType} and f.fee_mode = ${mode}
        and f.period_start <= ${last}::date and f.period_end >= ${first}::date) as charged
    from loan l join product p on p.id = l.product_id
      left join client c on c.enterprise_id = l.borrower_id and c.funding_party_id = l.funding_party_id and c.effective_status in ('ACTIVE', 'SUSPENDED')
      cross join lateral (
      select sum(${balance}) filter (where ${mode} = 'DAILY' or a.accrual_date = ${last}::date) as base
      from interest_accrual a join debt_note d on d.id = a.debt_note_id
      where d.loan_id = l.id and a.accrual_type = 'INTEREST' and a.accrual_date between ${first}::date and ${last}::date) b
    where ${mode} in ('DAILY', 'MONTHLY') and ${rate} > 0 and l.start_date <= ${last}::date and b.base > 0
    order by l.id`.execute(kysely)
  return rows
}

/** What was still owed at the end of the day that a row of interest is of; a row that is taken back takes its balance with it. */
const balance = sql`case when a.amount < 0 then -a.base_principal else a.base_principal end`

/** What a loan owed at the end of each day on which it owed something. */
export async function balancesOf(
  kysely: StepRun['kysely'],
  { loanId, periodStart, periodEnd }: Pick<ServiceFee, 'loanId' | 'periodStart' | 'periodEnd'>,
): Promise<(DayBalance & { day: string })[]> {
  const { rows } = await sql<{ day: string; balance: Decimal }>`
    select a.accrual_date::text as day, sum(${balance}) as balance from interest_accrual a join debt_note d on d.id = a.debt_note_id
    where d.loan_id = ${loanId} and a.accrual_type = 'INTEREST' and a.accrual_date between ${periodStart}::date and ${periodEnd}::date
    group by a.accrual_date having sum(${balance}) <> 0 order by a.accrual_date`.execute(kysely)
  return rows
}

/** The draft of a month's fee. Two that draw it at once are refused by its period. */
export async function draftFee(tools: Tools, feeType: FeeType, month: string, due: FeeDue): Promise<void> {
  const { loanId, feeMode, feeRate, baseAmount } = due
  const [periodStart, periodEnd] = [firstDayOf(month), lastDayOf(month)]
  await tools.create('serviceFee', {
    feeType,
    ...(await ownerOf(tools, loanId)),
    feeMode,
    periodStart,
    periodEnd,
    baseAmount,
    feeRate,
    dueDate: feeDueDate({ periodEnd }),
  })
}

type FeeOwner = Pick<ServiceFee, 'loanId' | 'borrowerId' | 'departmentId' | 'fundingPartyId'>

async function ownerOf(tools: Tools, loanId: string): Promise<FeeOwner> {
  const { borrowerId, departmentId, fundingPartyId } = await tools.load('loan', loanId)
  return { loanId, borrowerId, departmentId, fundingPartyId }
}

/** @throws HttpProblem 417 before a month has ended, and while there is a day of it without interest */
export async function refuseUnended(tools: Tools, month: string): Promise<void> {
  const endDate = lastDayOf(month)
  if (endDate >= tools.today) tools.refuseIf(no('fee.month-open', { month, endDate, today: tools.today }))
  const count = await countBehind(tools.trx, endDate)
  if (count > 0) tools.refuseIf(no('fee.not-accrued', { count, endDate, month }))
}

/** What was paid out of a loan, and on which day. */
export interface Payout {
  loanId: string
  financePart: Decimal
  paidOn: string
}

/**
 * The drafts of what a product charges once, for one payout: of the platform's service, and of its technology (E-21).
 * @param more what else stands on the drafts, such as the payout that they are of
 */
export async function draftOneOffFees(tools: Tools, { loanId, financePart, paidOn }: Payout, more: object = {}): Promise<void> {
  const owner = await ownerOf(tools, loanId)
  const { serviceFeeMode, serviceFeeRate, techFeeMode, techFeeRate } = await tools.load(
    'product',
    (await tools.load('loan', loanId)).productId,
    { past: 'submit' },
  )
  const terms = [
    ['SERVICE', serviceFeeMode, (await agreedRate(tools, owner)) ?? serviceFeeRate],
    ['TECH', techFeeMode, techFeeRate],
  ] as const
  if (compareDecimals(financePart, '0') <= 0) return
  for (const [feeType, feeMode, feeRate] of terms) {
    if (feeMode !== 'ONE_OFF' || compareDecimals(feeRate, '0') <= 0) continue
    await tools.create('serviceFee', {
      ...more,
      feeType,
      ...owner,
      feeMode,
      periodStart: paidOn,
      periodEnd: paidOn,
      baseAmount: financePart,
      feeRate,
      dueDate: feeDueDate({ paidOn }),
    })
  }
}

async function agreedRate(tools: Tools, { borrowerId: enterpriseId, fundingPartyId }: Omit<FeeOwner, 'loanId'>): Promise<Decimal | null> {
  const [client] = await tools.find('client', { enterpriseId, fundingPartyId, effectiveStatus: ['ACTIVE', 'SUSPENDED'] }, { limit: 1 })
  return client?.serviceFeeRate ?? null
}
