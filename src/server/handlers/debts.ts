import { addDays } from '../../../engine/core/dateTime'
import { roundDecimal, type Decimal } from '../../../engine/core/decimal'
import { writtenOut } from '../../../engine/core/derivation'
import type { ProductPlan } from '../../../engine/core/plan'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import { interestDays } from '../../rules/interest'
import { explainDebt, figureText, type PaidPart, type StoredRow } from '../../rules/debt/explain'
import { interestBetween } from '../../rules/debt/accrual'
import type { OverdueBucket } from '../../rules/debt/owed'
import { answer } from './explain'
import { loadSeen } from './loadSeen'
import type { Handler, HandlerContext } from '../ruleTypes'

/** Interest of a principal between two days (E-02); nothing is stored. */
export const trialInterest: Handler<'trialInterest'> = async ({ body }) => {
  const { principal, annualRate, dayCount, dateFrom, dateTo } = body
  if (dateTo < dateFrom) throw invalid([fieldProblem('dateTo', 'check', '止息日不能早于起息日')])
  const interest = interestBetween(principal, { annualRate, dayCount }, dateFrom, dateTo)
  const explanation = writtenOut(interest, figureText)
  return { days: interestDays(dateFrom, dateTo, dayCount), interest: interest.value, explanation }
}

/** How what is owed on a debt note came about, from its own rows: computed by the rules that have booked them. */
export function explainDebtNote(plan: ProductPlan): Handler<'explainDebtNote'> {
  return async (call) => {
    const note = await loadSeen(call, 'debtNote', call.params.id)
    const { penaltyUplift } = await call.tools.load('product', note.productId, { past: 'submit' })
    const { rows, repaid } = await bornAndRepaid(call, note.id)
    const debt = Object.fromEntries(explainedAmounts.map((amount) => [amount, note[amount] ?? '0'])) as Record<
      (typeof explainedAmounts)[number],
      Decimal
    >
    return answer(call, plan, { ...explainDebt({ ...debt, dayCount: note.dayCount, penaltyUplift }, rows, repaid) })
  }
}

/** What a debt note has borne, row by row, and what repayments have paid of it; both with the repayments that they came with. */
async function bornAndRepaid({ kysely }: HandlerContext, id: string): Promise<{ rows: StoredRow[]; repaid: PaidPart[] }> {
  const accruals = await kysely
    .selectFrom('interest_accrual')
    .select([
      'accrual_type as accrualType',
      'accrual_date as accrualDate',
      'base_principal as basePrincipal',
      'annual_rate as annualRate',
      'days',
      'amount',
      'doc_no as docNo',
    ])
    .where('debt_note_id', '=', id)
    .orderBy('accrual_date')
    .orderBy('id')
    .execute()
  const parts = await kysely
    .selectFrom('repayment_allocs as a')
    .innerJoin('repayment as r', 'r.id', 'a.parent_id')
    .select(['r.id', 'r.repayment_no as label', 'r.status', 'a.interest_part as interest', 'a.penalty_part as penalty'])
    .where('a.debt_note_id', '=', id)
    .orderBy('r.id')
    .execute()
  const sources = new Map(parts.map(({ id: of, label }) => [label, { entity: 'repayment', id: String(of), label: String(label) }]))
  return {
    rows: accruals.map(({ docNo, ...row }) => ({ ...row, source: sources.get(docNo) })) as StoredRow[],
    repaid: parts.flatMap(({ label, status, interest, penalty }) => {
      const source = sources.get(label)
      return status === 'CONFIRMED' && source ? [{ interest: String(interest ?? '0'), penalty: String(penalty ?? '0'), source }] : []
    }),
  }
}

const explainedAmounts = ['outstandingPrincipal', 'paidInterest', 'writtenOffInterest', 'paidPenalty', 'writtenOffPenalty'] as const

/** What the monitor lists, by the five classes (E-36): what is overdue, within its days of grace, or due within a week. */
export const overdueSummary: Handler<'overdueSummary'> = async ({ kysely, visible, clock }) => {
  const notes = kysely
    .selectFrom('debt_note as d')
    .select((d) => ['d.overdue_bucket as bucket', d.fn.countAll<string>().as('count'), d.fn.sum<string>('d.total_due').as('due')])
    .where((d) =>
      d.or([
        d('d.status', 'in', ['GRACE', 'OVERDUE']),
        d.and([d('d.status', '=', 'NORMAL'), d('d.effective_due_date', '<=', addDays(clock.today(), 7))]),
      ]),
    )
    .groupBy('d.overdue_bucket')
  const found = new Map((await visible('debtNote', 'd', notes).execute()).map((row) => [row.bucket ?? '', row]))
  const due = (bucket: OverdueBucket) => roundDecimal(found.get(bucket)?.due ?? '0', 2)
  const count = (bucket: OverdueBucket) => Number(found.get(bucket)?.count ?? 0)
  return {
    normal: due('NORMAL'),
    normalCount: count('NORMAL'),
    attention: due('ATTENTION'),
    attentionCount: count('ATTENTION'),
    substandard: due('SUBSTANDARD'),
    substandardCount: count('SUBSTANDARD'),
    doubtful: due('DOUBTFUL'),
    doubtfulCount: count('DOUBTFUL'),
    loss: due('LOSS'),
    lossCount: count('LOSS'),
  }
}
