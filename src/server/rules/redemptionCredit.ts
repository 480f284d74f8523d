/** What a redemption on credit asks beyond one for cash (E-16; decisions B6, B38). */
import { compareDecimals, formatPercent } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import type { Redemption } from '../generated/redemption'
import type { Tools } from '../ruleTypes'
import { isInForce } from './quota'

/** Enterprise, client file and limit are in force, the terms are those of the limit, and nothing is overdue. What is available the ledger judges. */
export async function refuseUncreditable(tools: Tools, record: Redemption): Promise<void> {
  const { borrowerId, fundingPartyId, creditLimitId, creditTermDays, creditRate } = record
  const borrower = await tools.load('enterprise', borrowerId)
  const refuseUnless = (holds: boolean, what: string, name: string): void =>
    holds ? undefined : tools.refuseIf(no('redemption.credit-not-in-force', { what, name }))
  refuseUnless(borrower.effectiveStatus === 'ACTIVE', '企业为正常状态', borrower.enterpriseName)
  const [client] = await tools.find('client', { enterpriseId: borrowerId, fundingPartyId, status: 'ACTIVE' }, { limit: 1 })
  refuseUnless(client !== undefined, '客户合作中', borrower.enterpriseName)
  refuseUnless(client?.creditRedemptionAllowed === true, '客户档案允许信用赎货', borrower.enterpriseName)
  if (!creditLimitId) return tools.invalid('creditLimitId', '信用赎货须选择信用额度')
  const limit = await tools.load('creditLimit', creditLimitId, { lock: true, past: 'submit' })
  refuseUnless(isInForce(limit, tools.today), '信用额度生效且在有效期内', limit.creditLimitNo)
  const days = Number(creditTermDays ?? 0)
  if (days > Number(limit.maxTermDays)) tools.refuseIf(no('redemption.credit-terms', { days, limit: limit.maxTermDays }))
  if (compareDecimals(creditRate ?? '0', limit.creditRate) !== 0)
    tools.refuseIf(no('redemption.credit-rate', { rate: formatPercent(creditRate, 6), current: formatPercent(limit.creditRate, 6) }))
  if (!limit.overdueBlock) return
  const [overdue] = await tools.find('debtNote', { borrowerId, fundingPartyId, status: 'OVERDUE' }, { limit: 1 })
  if (overdue) tools.refuseIf(no('redemption.credit-overdue', { borrower: borrower.enterpriseName, debtNo: overdue.debtNo }))
}
