import { maxDecimal, minDecimal, type Decimal } from '../../../engine/core/decimal'
import { no, refuseAdjustment, refuseBelowLines, refuseBeyondQuota } from '../../rules/guards'
import type { Client } from '../generated/client'
import type { CreditLimit } from '../generated/creditLimit'
import type { CustomerLine } from '../generated/customerLine'
import type { Quota } from '../generated/quota'
import type { ActionRule, Past, SaveRule, Tools } from '../ruleTypes'

/** Refuses unless line and quota are in force today; answers what may be lent (E-08). The rows are read as they are, without locks. */
export async function financingAvailable(tools: Tools, lineId: string): Promise<Decimal> {
  const { line, quota } = await limitsOf(tools, lineId)
  if (!isInForce(line, tools.today)) tools.refuseIf(no('customer-line.not-in-force', { lineNo: line.lineNo }))
  if (!isInForce(quota, tools.today)) tools.refuseIf(no('quota.not-in-force', { quotaNo: quota.quotaNo }))
  return minDecimal(quota.availableAmount, line.availableAmount)
}

/**
 * What is available today (E-08), for lookups and trials: a limit that is not in force has nothing available, but nothing is refused. Neither has
 * one that is used beyond what it is now, as when a temporary amount has lapsed: what is missing there is not taken from others.
 */
export async function availableToday(tools: Tools, lineId: string) {
  const { line, quota } = await limitsOf(tools, lineId)
  const lineAvailable = isInForce(line, tools.today) ? line.availableAmount : nothing
  const quotaAvailable = isInForce(quota, tools.today) ? quota.availableAmount : nothing
  return { line, lineAvailable, quotaAvailable, available: maxDecimal(nothing, minDecimal(lineAvailable, quotaAvailable)) }
}

const nothing: Decimal = '0.00'

async function limitsOf(tools: Tools, lineId: string): Promise<{ line: Past<'customerLine', 'submit'>; quota: Past<'quota', 'submit'> }> {
  const line = await tools.load('customerLine', lineId, { past: 'submit' })
  return { line, quota: await tools.load('quota', line.quotaId, { past: 'submit' }) }
}

export function isInForce({ effectiveStatus, startDate, endDate }: Quota | CustomerLine | CreditLimit, today: string): boolean {
  return effectiveStatus === 'ACTIVE' && startDate !== null && startDate <= today && endDate !== null && today <= endDate
}

export const submitQuota: ActionRule<'quota', 'submit'> = (tools, { record: quota }) => refuseUnlessGrantable(tools, quota)

function refuseUnlessGrantable(tools: Tools, quota: Past<'quota', 'submit'>): void {
  if (quota.endDate < tools.today) tools.refuseIf(no('quota.dates', { endDate: quota.endDate }))
  tools.refuseIf(refuseAdjustment(quota.approvedAmount, quota, {}, tools.today))
}

/** A quota must not be renewed to less than is allocated already. This is checked on submit, and on approval again, because time has passed. */
export const approveQuota: ActionRule<'quota', 'approve'> = (tools, { record }) => {
  refuseUnlessGrantable(tools, record)
  tools.refuseIf(refuseBelowLines(record))
}

export const adjustQuota: ActionRule<'quota', 'adjust'> = (tools, { record: quota, form }) => {
  const isSubmitted = form.tempAmount !== undefined || form.tempExpireDate !== undefined
  // A temporary amount of which nothing is said may have lapsed long ago.
  const temporary = isSubmitted || (quota.tempExpireDate ?? '') >= tools.today ? quota : {}
  tools.refuseIf(refuseAdjustment(quota.approvedAmount, quota, temporary, tools.today))
  tools.refuseIf(refuseBelowLines(quota))
}

/** Guard of renew for all limits: a new last day after today. */
export function refuseRenewalDate(tools: Tools, { endDate }: { endDate: string }): void {
  if (endDate <= tools.today) tools.refuseIf(no('quota.renewal-date', { today: tools.today }))
}
export const renewQuota: ActionRule<'quota', 'renew'> = (tools, { record }) => {
  refuseRenewalDate(tools, record)
  refuseUnlessGrantable(tools, record)
  tools.refuseIf(refuseBelowLines(record))
}
export const renewCustomerLine: ActionRule<'customerLine', 'renew'> = async (tools, { record }) => {
  refuseRenewalDate(tools, record)
  // An expired line is not counted in the quota; it is counted again once this is approved.
  tools.refuseIf(refuseBeyondQuota(record.lineAmount, await refuseUnlessGranted(tools, record)))
}

/** The managers of the clients are notified when a limit expires (domain 40, quotaStatus.expire). */
export const expireQuota: ActionRule<'quota', 'expire'> = async (tools, { record }) =>
  tellManagers(
    tools,
    'quota',
    record.id,
    await tools.find('customerLine', { quotaId: record.id, status: ['AUDITING', 'ACTIVE', 'FROZEN'] }),
  )

export const expireCustomerLine: ActionRule<'customerLine', 'expire'> = (tools, { record }) =>
  tellManagers(tools, 'customerLine', record.id, [record])

export async function tellManagers(
  tools: Tools,
  entity: 'quota' | 'customerLine' | 'creditLimit',
  id: string,
  lines: readonly Pick<CustomerLine, 'borrowerId' | 'fundingPartyId'>[],
): Promise<void> {
  const managers = new Set<string>()
  for (const { borrowerId, fundingPartyId } of lines) {
    const clients = await tools.find('client', { enterpriseId: borrowerId, fundingPartyId, status: ['ACTIVE', 'SUSPENDED'] })
    for (const { accountManagerId } of clients) managers.add(accountManagerId)
  }
  if (managers.size === 0) return
  const users = await tools.find('appUser', { id: [...managers] })
  await tools.note(entity, id, 'NOTIFY', '通知客户经理', {
    receiver: users.map(({ realName }) => realName).join('、'),
    result: '额度已到期',
  })
}

/** A line goes with its quota: the product must be covered and lend its currency, borrower and funding party must work together. */
export const saveCustomerLine: SaveRule<'customerLine'> = async (tools, { values: line }) => {
  const quota = await tools.load('quota', line.quotaId)
  if (line.fundingPartyId !== quota.fundingPartyId) tools.invalid('fundingPartyId', '资金方须与授信额度一致')
  const { currency } = await tools.load('product', line.productId)
  if (currency !== quota.currency) tools.invalid('productId', `产品的币种（${currency}）须与授信额度一致（${quota.currency}）`)
  if (!quota.productIds.includes(line.productId)) tools.refuseIf(no('customer-line.product-not-covered', { quotaNo: quota.quotaNo }))
}

/**
 * Guard of submit and approve: the quota and the client must be in force. The quota is locked, so that it stays in force. Whether it covers all of
 * its lines is checked by the sum that it keeps. Returns the quota.
 */
async function refuseUnlessGranted(tools: Tools, line: Past<'customerLine', 'submit'>): Promise<Past<'quota', 'submit'>> {
  tools.refuseIf(refuseAdjustment(line.lineAmount, line, {}, tools.today))
  const quota = await tools.load('quota', line.quotaId, { lock: true, past: 'submit' })
  if (quota.effectiveStatus !== 'ACTIVE' || quota.endDate < tools.today)
    tools.refuseIf(no('quota.not-in-force', { quotaNo: quota.quotaNo }))
  if (line.endDate < tools.today) tools.refuseIf(no('quota.dates', { endDate: line.endDate }))
  await refuseUnlessClient(tools, line)
  return quota
}
export const submitCustomerLine: ActionRule<'customerLine', 'submit'> = async (tools, { record }) => {
  await refuseUnlessGranted(tools, record)
}

export const approveCustomerLine: ActionRule<'customerLine', 'approve'> = async (tools, { record }) => {
  await refuseUnlessGranted(tools, record)
}

export const adjustCustomerLine: ActionRule<'customerLine', 'adjust'> = (tools, { record: line }) =>
  tools.refuseIf(refuseAdjustment(line.lineAmount, line, {}, tools.today))

/** The borrower's client file with the line's funding party; refuses when there is none in force. */
export async function refuseUnlessClient(
  tools: Tools,
  line: { borrowerId: string; fundingPartyId: string; productId: string },
): Promise<Client> {
  const [client] = await tools.find(
    'client',
    { enterpriseId: line.borrowerId, fundingPartyId: line.fundingPartyId, status: 'ACTIVE' },
    { limit: 1 },
  )
  if (!client) {
    const borrower = await tools.load('enterprise', line.borrowerId)
    tools.refuseIf(no('client.not-active', { borrower: borrower.enterpriseName }))
    throw new Error('unreachable: refuseIf has ended the transaction')
  }
  if (!client.productIds?.includes(line.productId)) {
    const product = await tools.load('product', line.productId)
    tools.refuseIf(no('client.product-not-admitted', { product: product.productName }))
  }
  return client
}
