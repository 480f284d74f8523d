import type { RecordValues } from '../../../engine/core/wire'
import { at } from './fixtures'
import type { Served } from './served'
import { received, verified } from './repaying'

/** What op01 types of a redemption: so many of each pledged item, fetched by a truck. */
export function redemptionValues(loan: RecordValues, items: Record<string, string>, more: object = {}): Record<string, unknown> {
  const { id: loanId, borrowerId, departmentId, fundingPartyId, warehouseId } = loan
  const goods = Object.entries(items).map(([pledgeItemId, qty]) => ({ pledgeItemId, qty }))
  return { loanId, borrowerId, departmentId, fundingPartyId, warehouseId, plateNo: '沪A12345', goods, ...more }
}

/** A redemption under approval: drafted and submitted by op01. */
export async function submittedRedemption(
  platform: Served,
  loan: RecordValues,
  items: Record<string, string>,
  more: object = {},
  base = at.redemption,
): Promise<RecordValues> {
  const clerk = await platform.as('op01')
  const { id } = await clerk.add(base, redemptionValues(loan, items, more))
  return clerk.act(base, 'submit', id)
}

/** The same, approved by bm01. */
export async function approvedRedemption(...asked: Parameters<typeof submittedRedemption>): Promise<RecordValues> {
  const [platform, , , , base = at.redemption] = asked
  const { id } = await submittedRedemption(...asked)
  return (await platform.as('bm01')).act(base, 'approve', id, { opinion: '同意' })
}

/** What is to be received for a redemption. */
export async function receivableOf(platform: Served, redemptionId: string): Promise<Record<string, unknown>> {
  return (await platform.database.kysely
    .selectFrom('receivable')
    .selectAll()
    .where('doc_type', '=', 'redemption')
    .where('doc_id', '=', redemptionId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()) as Record<string, unknown>
}

/** So much comes in today and is matched with what a redemption asks for; answers the id of the verification. */
export async function paidFor(platform: Served, loan: RecordValues, redemption: RecordValues, amount: string): Promise<string> {
  const { id } = await receivableOf(platform, redemption.id)
  return verified(platform, loan, await received(platform, loan, amount), String(id), amount, { verifyDate: platform.clock.today() })
}
