import { sql } from 'kysely'
import type { StepHandler } from '../rules/types'

/** Prices agreed with customers end on the day on which a newer one takes effect that was approved before (decision A13). */
export const lapseReplacedPrices: StepHandler = async ({ kysely, day, once }) => {
  const { rows } = await sql<{ id: string }>`
    select p.id::text as id from customer_price p where p.status = 'EFFECTIVE' and exists (
      select from customer_price n where n.borrower_id = p.borrower_id and n.funding_party_id = p.funding_party_id
        and n.goods_id = p.goods_id and n.status = 'EFFECTIVE' and n.effective_date <= ${day}::date
        and (n.effective_date, n.id) > (p.effective_date, p.id))
    order by p.id`.execute(kysely)
  for (const { id } of rows)
    await once({ entity: 'customerPrice', id, action: 'lapse' }, (tools) =>
      tools.perform('customerPrice', id, 'lapse', { opinion: '新价格生效' }),
    )
}
