import type { RecordValues } from '../../../engine/core/wire'
import { systemUser } from '../../../engine/server/session'
import { inTransaction } from '../../../engine/server/write/transaction'
import type { DebtNote } from '../../../src/server/generated/debtNote'
import { beginDebt } from '../../../src/server/rules/debtNote'
import { typed } from '../../../src/server/ruleTypes'
import { at, submittedLoan, uploaded } from './fixtures'
import type { Served } from './served'

/** A loan that bm01 has approved as it was applied for. */
export async function approvedLoan(platform: Served, lineId: string, goodsId: string, more: object = {}): Promise<RecordValues> {
  const { id, appliedAmount } = await submittedLoan(platform, lineId, goodsId, more)
  return (await platform.as('bm01')).act(at.loan, 'approve', id, { approvedAmount: appliedAmount })
}

/** A part of a loan is paid out on a day, as its payout will have it: its debt note begins. */
export function paidOut(platform: Served, loanId: string, amount: string, startDate = platform.clock.today()): Promise<DebtNote> {
  return inTransaction(platform.services, systemUser, (tools) =>
    beginDebt(typed(tools), { loanId, amount, startDate, paymentType: 'FINANCING_LOAN_ALL' }),
  )
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
