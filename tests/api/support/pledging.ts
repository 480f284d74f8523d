import type { RecordValues } from '../../../engine/core/wire'
import { at, submittedLoan, uploaded } from './fixtures'
import type { Served } from './served'

/** A loan that bm01 has approved as it was applied for. */
export async function approvedLoan(platform: Served, lineId: string, goodsId: string, more: object = {}): Promise<RecordValues> {
  const { id, appliedAmount } = await submittedLoan(platform, lineId, goodsId, more)
  return (await platform.as('bm01')).act(at.loan, 'approve', id, { approvedAmount: appliedAmount })
}

/** Pledges batches for a loan: op01 drafts, rk01 approves, wh01 confirms the notice. */
export async function pledged(
  platform: Served,
  loan: RecordValues,
  batches: { stockBatchId: string; pledgedQty: string }[],
): Promise<void> {
  const [op, risk, keeper] = [await platform.as('op01'), await platform.as('rk01'), await platform.as('wh01')]
  const { id: loanId, borrowerId, departmentId, fundingPartyId, warehouseId } = loan
  const { id } = await op.add(at.pledge, { loanId, borrowerId, departmentId, fundingPartyId, warehouseId, batches })
  await op.act(at.pledge, 'submit', id)
  const { noticeId, totalQty } = await risk.act(at.pledge, 'approve', id, { opinion: '同意' })
  const receipt = { receiptPersonName: '仓管一', receiptQty: totalQty, receiptFiles: [await uploaded(keeper, '回执.pdf')] }
  await keeper.act(at.notice, 'receipt', String(noticeId), receipt)
}
