import { addDays } from '../../../engine/core/dateTime'
import { roundDecimal, type Decimal } from '../../../engine/core/decimal'
import { writtenOut } from '../../../engine/core/derivation'
import { fieldProblem, invalid } from '../../../engine/server/problem'
import { interestDays } from '../../rules/interest'
import { explainDebt, figureText, spoken, type StoredRow } from '../../rules/debt/explain'
import { interestBetween } from '../../rules/debt/accrual'
import type { OverdueBucket } from '../../rules/debt/owed'
import { loadSeen } from './loadSeen'
import type { Handler } from '../ruleTypes'

/** Interest of a principal between two days (E-02); nothing is stored. */
export const trialInterest: Handler<'trialInterest'> = async ({ body }) => {
  const { principal, annualRate, dayCount, dateFrom, dateTo } = body
  if (dateTo < dateFrom) throw invalid([fieldProblem('dateTo', 'check', '止息日不能早于起息日')])
  const interest = interestBetween(principal, { annualRate, dayCount }, dateFrom, dateTo)
  const explanation = writtenOut(interest, figureText)
  return { days: interestDays(dateFrom, dateTo, dayCount), interest: interest.value, explanation }
}

/** How what is owed on a debt note came about, from its own rows: computed by the rules that have booked them. */
export const explainDebtNote: Handler<'explainDebtNote'> = async (call) => {
  const note = await loadSeen(call, 'debtNote', call.params.id)
  const { penaltyUplift } = await call.tools.load('product', note.productId)
  const rows = await call.kysely
    .selectFrom('interest_accrual')
    .select([
      'accrual_type as accrualType',
      'accrual_date as accrualDate',
      'base_principal as basePrincipal',
      'annual_rate as annualRate',
      'days',
      'amount',
    ])
    .where('debt_note_id', '=', note.id)
    .orderBy('accrual_date')
    .orderBy('id')
    .execute()
  const debt = Object.fromEntries(explainedAmounts.map((amount) => [amount, note[amount] ?? '0'])) as Record<
    (typeof explainedAmounts)[number],
    Decimal
  >
  const { unpaidInterest, unpaidPenalty, totalDue } = explainDebt({ ...debt, dayCount: note.dayCount, penaltyUplift }, rows as StoredRow[])
  return { unpaidInterest: spoken(unpaidInterest), unpaidPenalty: spoken(unpaidPenalty), totalDue: spoken(totalDue) }
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
