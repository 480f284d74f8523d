import { sql } from 'kysely'
import { derive, type Derivation, type DerivationInput } from '../../../engine/core/derivation'
import type { ProductPlan } from '../../../engine/core/plan'
import { figure, sumOf } from '../../rules/debt/terms'
import type { Handler, HandlerContext } from '../ruleTypes'
import { aliased } from '../sqlNames'
import { answer, mostParts, restTitle } from './explain'
import { loadSeen } from './loadSeen'

/** The totals of an account by the posted entries of it and of those below it, as its columns are queried, and its balance by these. */
export function explainSubAccount(plan: ProductPlan): Handler<'explainSubAccount'> {
  return async (call) => {
    const { subjectCode, balanceDirection } = await loadSeen(call, 'subAccount', call.params.id)
    const titleOf = (name: string): string => plan.entities['subAccount']?.fields[name]?.title ?? name
    const [debit, credit] = [
      sumOf(titleOf('debitTotal'), await postedTo(call, subjectCode, 'debit_amount')),
      sumOf(titleOf('creditTotal'), await postedTo(call, subjectCode, 'credit_amount')),
    ]
    const balance: Derivation = derive({
      title: titleOf('balance'),
      formula: balanceDirection === 'DEBIT' ? 'debit - credit' : 'credit - debit',
      rounding: { decimals: 2, mode: 'halfUp' },
      inputs: { debit, credit },
    })
    return answer(call, plan, { debitTotal: debit, creditTotal: credit, balance })
  }
}

interface Posted {
  voucher: string
  no: string
  value: string
  count: number
}

/** One side of what was posted, in the order of the entries; those that are too many are one line. */
async function postedTo({ kysely }: HandlerContext, code: string, side: 'debit_amount' | 'credit_amount'): Promise<DerivationInput[]> {
  const [e, v, s] = [aliased('voucher_entries', 'e'), aliased('voucher', 'v'), aliased('sub_account', 's')]
  const amount = e.column(side)
  const { rows } = await sql<Posted>`
    with posted as (
      select ${v.column('id')} as voucher, ${v.column('voucher_no')} as no, ${amount} as amount,
        least(row_number() over (order by ${e.column('id')}), ${mostParts + 1}::integer) as place
      from ${e.from} join ${v.from} on ${v.column('id')} = ${e.column('parent_id')}
        join ${s.from} on ${s.column('id')} = ${e.column('sub_account_id')}
      where ${v.column('posted_at')} is not null and starts_with(${s.column('subject_code')}, ${code}) and ${amount} <> 0)
    select min(voucher)::text as voucher, min(no) as no, sum(amount)::text as value, count(*)::integer as count
    from posted group by place order by place`.execute(kysely)
  return rows.map(({ voucher, no, value, count }, index) =>
    index < mostParts ? figure('分录', value, { entity: 'voucher', id: voucher, label: no }) : figure(restTitle(count), value),
  )
}
