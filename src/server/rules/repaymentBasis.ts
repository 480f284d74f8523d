/** What a repayment meets: the debts and fees that are open, and the repayments before and after it. */
import { sql, type RawBuilder } from 'kysely'
import { addDecimals } from '../../../engine/core/decimal'
import type { RepaymentBasis } from '../../rules/debt/repayment'
import type { Repayment } from '../generated/repayment'
import type { Tools } from '../ruleTypes'

/** Whose debts are repaid: a customer's with a funding party, whichever departments they are of (E-06). */
export interface Repaid {
  borrowerId: string
  fundingPartyId: string
  currency: string
  /** Of one loan alone; null: of all. */
  loanId: string | null
  overdueOnly: boolean
  /** Debts of redemptions on credit alone; otherwise those of goods. */
  onCredit?: boolean
}

/** Debts of a customer's goods; those of a credit redemption are repaid by themselves (domain 40). */
const cashTypes = ['FINANCING_LOAN_ADVANCE', 'FINANCING_LOAN_BALANCE', 'FINANCING_LOAN_ALL', 'TAX_LOAN']
const creditTypes = ['CREDIT_REDEMPTION']
const allFees = ['SERVICE_FEE', 'TECH_FEE', 'MISC_FEE']

/** @param lock so that they are still as they were read when the repayment is booked */
export async function repaymentBasis(
  tools: Tools,
  repaid: Repaid,
  { lock, feeTypes = allFees }: { lock: boolean; feeTypes?: string[] },
): Promise<RepaymentBasis> {
  const { borrowerId, fundingPartyId, currency, loanId, overdueOnly, onCredit = false } = repaid
  const status = overdueOnly ? (['OVERDUE'] as const) : (['NORMAL', 'GRACE', 'OVERDUE'] as const)
  const ofLoan = loanId === null ? {} : { loanId }
  const notes = await tools.find(
    'debtNote',
    { borrowerId, fundingPartyId, currency, ...ofLoan, status: [...status], paymentType: onCredit ? creditTypes : cashTypes },
    { lock },
  )
  const debts = []
  for (const note of notes) {
    const { effectiveDueDate, graceEndDate } = note
    if (effectiveDueDate === null || graceEndDate === null) continue
    const { penaltyUplift, minInterestDays } = await tools.load('product', note.productId, { past: 'submit' })
    const { id, debtNo, annualRate, dayCount, startDate, lastAccrualDate, lastPenaltyDate } = note
    debts.push({
      id,
      debtNo,
      overdue: note.status === 'OVERDUE',
      isTaxLoan: note.paymentType === 'TAX_LOAN',
      annualRate,
      dayCount,
      startDate,
      effectiveDueDate,
      graceEndDate,
      penaltyUplift,
      minInterestDays: Number(minInterestDays),
      principal: note.outstandingPrincipal,
      accruedInterest: note.accruedInterest,
      paidInterest: addDecimals(note.paidInterest, note.writtenOffInterest),
      accruedPenalty: note.accruedPenalty,
      paidPenalty: addDecimals(note.paidPenalty, note.writtenOffPenalty),
      lastAccrualDate,
      lastPenaltyDate,
    })
  }
  const loanIds = loanId === null ? [...new Set(notes.map((note) => note.loanId))] : [loanId]
  const due = { loanId: loanIds, payerId: borrowerId, currency, receivableType: feeTypes, status: ['OPEN', 'PARTIAL'] as const }
  const open =
    loanIds.length === 0
      ? []
      : await tools.find('receivable', { ...due, status: [...due.status], dueDate: { atMost: tools.today } }, { lock })
  const fees = open.map(({ id, receivableNo, dueDate, unverifiedAmount }) => ({ id, receivableNo, dueDate, amount: unverifiedAmount }))
  return { debts, fees }
}

/** By debt note, the latest day that a repayment of it counts from. */
export async function lastRepaidOn({ trx }: Pick<Tools, 'trx'>, debtNoteIds: readonly string[]): Promise<Map<string, string>> {
  if (debtNoteIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('repayment_allocs as a')
    .innerJoin('repayment as r', 'r.id', 'a.parent_id')
    .select((e) => ['a.debt_note_id as id', e.fn.max('r.value_date').as('on')])
    .where('a.debt_note_id', 'in', [...debtNoteIds])
    .where('r.status', '=', 'CONFIRMED')
    .groupBy('a.debt_note_id')
    .execute()
  return new Map(rows.map(({ id, on }) => [String(id), String(on)]))
}

/**
 * A redemption whose money is there, that repays one of these debts as of an earlier day than a repayment counts from, and that finance has yet to check:
 * what the repayment paid of interest could not be taken back any more where the redemption says that none was owed (decision B5).
 */
export async function waitingRedemption(
  { trx }: Pick<Tools, 'trx'>,
  debtNoteIds: readonly string[],
  valueDate: string,
): Promise<{ redemptionNo: string; calcDate: string } | undefined> {
  const rows = await trx
    .selectFrom('redemption as r')
    .innerJoin('redemption_debts as l', 'l.parent_id', 'r.id')
    .select(['r.redemption_no as redemptionNo', 'r.calc_date as calcDate'])
    .where('l.debt_note_id', 'in', [...debtNoteIds, '0'])
    .where('r.status', '=', 'PENDING_CHECK')
    .where('r.calc_date', '<', valueDate)
    .orderBy('r.id')
    .limit(1)
    .execute()
  return rows[0]
}

/** A repayment of one of the same debts that was booked after this one, and stands: the history says in which order they were. */
export async function laterRepayment(
  { trx }: Pick<Tools, 'trx'>,
  { id, allocs }: Pick<Repayment, 'id' | 'allocs'>,
): Promise<{ repaymentNo: string; debtNo: string } | undefined> {
  const debts = allocs.flatMap(({ debtNoteId }) => debtNoteId ?? [])
  if (debts.length === 0) return undefined
  const { rows } = await sql<{ repaymentNo: string; debtNo: string }>`
    select r.repayment_no as "repaymentNo", d.debt_no as "debtNo"
    from repayment_allocs a join repayment r on r.id = a.parent_id join debt_note d on d.id = a.debt_note_id
    where a.debt_note_id = any(${debts}::bigint[]) and r.status = 'CONFIRMED' and r.id <> ${id} and ${bookedRun(sql`r.id`)} > ${bookedRun(sql`${id}`)}
    order by ${bookedRun(sql`r.id`)} desc limit 1`.execute(trx)
  return rows[0]
}

function bookedRun(repaymentId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select max(id) from document_history
    where entity = 'repayment' and document_id = ${repaymentId} and to_state = 'CONFIRMED')`
}
