/** Limits for redemptions on credit (E-16; domain 40, quotaStatus). */
import { no, refuseAdjustment } from '../../rules/guards'
import type { ActionRule, Past, SaveRule, Tools } from '../ruleTypes'
import { refuseRenewalDate, refuseUnlessClient, tellManagers } from './quota'

export const saveCreditLimit: SaveRule<'creditLimit'> = async (tools, { values: limit }) => {
  const { fundingPartyId } = await tools.load('product', limit.productId)
  if (limit.fundingPartyId !== fundingPartyId) tools.invalid('fundingPartyId', '资金方须与产品一致')
}

/** Submitted and approved alike: time has passed since. */
async function refuseUngrantable(tools: Tools, limit: Past<'creditLimit', 'submit'>): Promise<void> {
  if (limit.endDate < tools.today) tools.refuseIf(no('quota.dates', { endDate: limit.endDate }))
  tools.refuseIf(refuseAdjustment(limit.limitAmount, limit, {}, tools.today))
  const client = await refuseUnlessClient(tools, limit)
  if (client.creditRedemptionAllowed) return
  const { enterpriseName } = await tools.load('enterprise', limit.borrowerId)
  tools.refuseIf(no('credit-limit.not-allowed', { borrower: enterpriseName }))
}

export const submitCreditLimit: ActionRule<'creditLimit', 'submit'> = (tools, { record }) => refuseUngrantable(tools, record)

export const approveCreditLimit: ActionRule<'creditLimit', 'approve'> = (tools, { record }) => refuseUngrantable(tools, record)

export const adjustCreditLimit: ActionRule<'creditLimit', 'adjust'> = (tools, { record: limit }) =>
  tools.refuseIf(refuseAdjustment(limit.limitAmount, limit, {}, tools.today))

export const renewCreditLimit: ActionRule<'creditLimit', 'renew'> = async (tools, { record }) => {
  refuseRenewalDate(tools, record)
  await refuseUngrantable(tools, record)
}

export const expireCreditLimit: ActionRule<'creditLimit', 'expire'> = (tools, { record }) =>
  tellManagers(tools, 'creditLimit', record.id, [record])
