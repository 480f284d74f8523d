import { compareDecimals } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import type { PledgeNotice } from '../generated/pledgeNotice'
import type { ActionRule, SaveRule, Tools } from '../ruleTypes'
import { refuseOtherBusiness } from './loan'
import { refuseUnlessKeeper } from './partners'

/** Notices of a pledge and of a release are made by these documents; by hand one tells of a change or of the least value (decision A25). */
export const saveNotice: SaveRule<'pledgeNotice'> = async (tools, { values: notice }) => {
  const { noticeType, pledgeId, pledgeReleaseId } = notice
  if (noticeType !== 'CHANGE' && noticeType !== 'CONTROL' && !pledgeId && !pledgeReleaseId)
    tools.invalid('noticeType', '质押、解押通知书由单据生成，手工只能新增变更通知和最低控货价值通知')
  refuseOtherBusiness(tools, notice, await tools.load('loan', notice.loanId))
}

export const issueNotice: ActionRule<'pledgeNotice', 'issue'> = (tools, { record }) => tellSupervisor(tools, record, '通知书下发')

export const voidNotice: ActionRule<'pledgeNotice', 'voidByDoc'> = (tools, { record }) => tellSupervisor(tools, record, '通知书作废')

async function tellSupervisor(tools: Tools, { id, supervisorId }: PledgeNotice, result: string): Promise<void> {
  if (!supervisorId) return
  const { enterpriseName, contactMobile } = await tools.load('enterprise', supervisorId)
  await tools.note('pledgeNotice', id, 'NOTIFY', '通知监管方', { receivers: [enterpriseName, contactMobile], result })
}

/** The warehouse confirms what it has counted: what the notice says, to the last unit (decision A25). */
export const receiptNotice: ActionRule<'pledgeNotice', 'receipt'> = async (
  tools,
  { record: { warehouseId, noticeQty }, form: { receiptQty } },
) => {
  await refuseUnlessKeeper(tools, warehouseId)
  if (noticeQty === null || noticeQty === undefined) return
  if (compareDecimals(receiptQty ?? '0', noticeQty) !== 0)
    tools.refuseIf(no('notice.quantity-differs', { receiptQty: receiptQty ?? '0', noticeQty }))
}

export const refuseNotice: ActionRule<'pledgeNotice', 'refuse'> = (tools, { record: { warehouseId } }) =>
  refuseUnlessKeeper(tools, warehouseId)
