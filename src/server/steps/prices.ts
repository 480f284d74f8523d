import { sql } from 'kysely'
import type { StepHandler } from '../ruleTypes'
import { aliased } from '../sqlNames'

/** Prices agreed with customers end on the day on which a newer one takes effect that was approved before (decision A13). */
export const lapseReplacedPrices: StepHandler = async ({ kysely, day, each }) => {
  const p = aliased('customer_price', 'p')
  const n = aliased('customer_price', 'n')
  const { rows } = await sql<{ id: string }>`
    select ${p.column('id')}::text as id from ${p.from} where ${p.is('status', 'EFFECTIVE')} and exists (
      select from ${n.from} where ${n.column('borrower_id')} = ${p.column('borrower_id')}
        and ${n.column('funding_party_id')} = ${p.column('funding_party_id')} and ${n.column('goods_id')} = ${p.column('goods_id')}
        and ${n.is('status', 'EFFECTIVE')} and ${n.column('effective_date')} <= ${day}::date
        and (${n.column('effective_date')}, ${n.column('id')}) > (${p.column('effective_date')}, ${p.column('id')}))
    order by ${p.column('id')}`.execute(kysely)
  await each(
    rows,
    ({ id }) => ({ entity: 'customerPrice', id, action: 'lapse' }),
    (tools, { id }) => tools.perform('customerPrice', id, 'lapse', { opinion: '新价格生效' }),
  )
}
