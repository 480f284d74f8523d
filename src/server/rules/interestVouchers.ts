/**
 * E-28: what debts have borne is booked once a month, a voucher for each debt note and month. What stands in its rows until the end of the month and
 * in none of its vouchers yet is taken, rounded as a whole: so the vouchers of a debt always come to its accrued interest, to the cent, also when
 * a day of an earlier month has come late.
 */
import { sql } from 'kysely'
import { compareDecimals, negateDecimal, type Decimal } from '../../../engine/core/decimal'
import { firstDayOf, lastDayOf } from '../../rules/accountPeriod'
import { splitGross } from '../../rules/invoice'
import type { NewVoucherAmounts } from '../generated/voucher'
import type { StepRun, Tools } from '../ruleTypes'

/** Of interest that a platform charges (domain 50, E.5). */
const taxRate = '0.06'

/** A debt note with interest of a month that no voucher has. */
export interface Unbooked {
  id: string
  debtNo: string
  gross: Decimal
}

/** Whether vouchers of accrued interest are drawn at all. */
export async function areDrawn(kysely: StepRun['kysely']): Promise<boolean> {
  const { rows } = await sql`
    select from voucher_type where biz_event = 'INTEREST_ACCRUAL' and auto_generate and status = 'ENABLED'`.execute(kysely)
  return rows.length > 0
}

/** Debt notes with rows of the month whose interest is not booked, by id; one whose month, or a later one, has a voucher is none. */
export async function unbooked(kysely: StepRun['kysely'], month: string, only?: readonly string[]): Promise<Unbooked[]> {
  const [first, last] = [firstDayOf(month), lastDayOf(month)]
  const isInterest = sql`a.accrual_type in ('INTEREST', 'MIN_SUPPLEMENT', 'ADJUST')`
  const ofDebt = sql`v.doc_type = 'debtNote' and v.doc_no = d.debt_no and v.biz_event = 'INTEREST_ACCRUAL'`
  const { rows } = await sql<Unbooked>`
    select d.id::text as id, d.debt_no as "debtNo", round(i.accrued, 2) - i.booked as gross
    from debt_note d cross join lateral (select
      (select sum(a.amount) from interest_accrual a
        where a.debt_note_id = d.id and ${isInterest} and a.accrual_date <= ${last}::date) as accrued,
      (select coalesce(sum(m.amount), 0) from voucher v join voucher_amounts m on m.parent_id = v.id
        where ${ofDebt} and m.amount_key = 'interestGross' and v.status <> 'REVERSED') as booked) i
    where d.start_date <= ${last}::date ${only === undefined ? sql`` : sql`and d.id = any(${only}::bigint[])`}
      and not exists (select from voucher v where ${ofDebt} and v.doc_step >= ${month})
      and exists (select from interest_accrual a
        where a.debt_note_id = d.id and ${isInterest} and a.accrual_date between ${first}::date and ${last}::date)
      and round(i.accrued, 2) <> i.booked
    order by d.id`.execute(kysely)
  return rows
}

/** The vouchers of debt notes for a month; none where somebody else has drawn it. What was taken back beyond it is booked in red. */
export async function bookInterest(tools: Tools, debts: readonly Pick<Unbooked, 'id'>[], month: string): Promise<void> {
  const ids = debts.map(({ id }) => id)
  const notes = new Map((await tools.find('debtNote', { id: ids }, { lock: true })).map((note) => [note.id, note]))
  const missing = await unbooked(tools.trx, month, ids)
  const vouchers = missing.flatMap(({ id, debtNo, gross }) => {
    const note = notes.get(id)
    if (!note) return []
    const { departmentId, fundingPartyId, borrowerId } = note
    return {
      bizEvent: 'INTEREST_ACCRUAL' as const,
      docType: 'debtNote' as const,
      docNo: debtNo,
      docStep: month,
      voucherDate: lastDayOf(month),
      departmentId,
      fundingPartyId,
      borrowerId,
      amounts: amountsOf(gross),
    }
  })
  await tools.createAll('voucher', vouchers)
}

function amountsOf(gross: Decimal): NewVoucherAmounts[] {
  const isRed = compareDecimals(gross, '0') < 0
  const sign = (amount: Decimal): Decimal => (isRed ? negateDecimal(amount) : amount)
  const { netAmount, taxAmount } = splitGross(sign(gross), taxRate)
  return [
    { amountKey: 'interestGross', amount: gross },
    { amountKey: 'interestNet', amount: sign(netAmount) },
    { amountKey: 'interestTax', amount: sign(taxAmount) },
  ]
}
