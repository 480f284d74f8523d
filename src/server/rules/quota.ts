import { negateDecimal, type Decimal } from '../../../engine/core/decimal'
import { availableForFinancing, quotaCeiling } from '../../rules/availableQuota'
import { allocationLimit, no, refuseAdjustment, refuseAllocation } from '../../rules/guards'
import type { Client } from '../generated/client'
import type { CustomerLine } from '../generated/customerLine'
import type { Quota } from '../generated/quota'
import type { QuotaFlow } from '../generated/quotaFlow'
import type { ActionRule, SaveRule, Tools } from './types'

/** The document a quota movement comes from. */
export interface Origin {
  docType: string
  docNo: string
}

type FlowType = QuotaFlow['flowType']
type Holder = { entity: 'quota'; record: Quota } | { entity: 'customerLine'; record: CustomerLine }

/** A row of the quota ledger; what is reserved and used stands as it is after the movement. */
async function appendFlow(tools: Tools, holder: Holder, flowType: FlowType, amount: Decimal, origin: Origin): Promise<void> {
  const { reservedAmount, usedAmount, id } = holder.record
  await tools.append('quotaFlow', {
    ...(holder.entity === 'quota' ? { quotaId: id } : { customerLineId: id }),
    flowType,
    amount,
    reservedAfter: reservedAmount,
    usedAfter: usedAmount,
    ...origin,
    occurredAt: tools.now,
  })
}

/** The line and its quota, both locked; always the quota first, so that two loans on one quota cannot wait for each other. */
async function lockLine(tools: Tools, lineId: string): Promise<{ quota: Quota; line: CustomerLine }> {
  const { quotaId } = await tools.load('customerLine', lineId)
  const quota = await tools.load('quota', quotaId, { lock: true })
  const line = await tools.load('customerLine', lineId, { lock: true })
  return { quota, line }
}

/** Refuses unless line and quota are in force today; answers what may be lent (E-08). The rows are read as they are, without locks. */
export async function financingAvailable(tools: Tools, lineId: string): Promise<{ quota: Quota; line: CustomerLine; available: Decimal }> {
  const line = await tools.load('customerLine', lineId)
  const quota = await tools.load('quota', line.quotaId)
  refuseUnlessInForce(tools, quota, line)
  return { quota, line, available: availableForFinancing(quota, line, tools.today) }
}

function refuseUnlessInForce(tools: Tools, quota: Quota, line: CustomerLine): void {
  const isInForce = ({ status, startDate, endDate }: Quota | CustomerLine): boolean =>
    status === 'ACTIVE' && startDate <= tools.today && tools.today <= endDate
  if (!isInForce(line)) tools.refuseIf(no('customer-line.not-in-force', { lineNo: line.lineNo }))
  if (!isInForce(quota)) tools.refuseIf(no('quota.not-in-force', { quotaNo: quota.quotaNo }))
}

/** Reserves an amount on the line and the quota behind it, or refuses with what is available; both sides or none (E-08, I-08). */
export async function reserveQuota(tools: Tools, lineId: string, amount: Decimal, origin: Origin): Promise<void> {
  const { quota, line } = await lockLine(tools, lineId)
  refuseUnlessInForce(tools, quota, line)
  const change = { reservedAmount: amount }
  const quotaAfter = await tools.adjust('quota', quota.id, change, {
    sumOf: ['reservedAmount', 'usedAmount'],
    atMost: quotaCeiling(quota, tools.today),
  })
  const lineAfter =
    quotaAfter &&
    (await tools.adjust('customerLine', line.id, change, { sumOf: ['reservedAmount', 'usedAmount'], atMost: line.lineAmount }))
  if (!quotaAfter || !lineAfter) {
    tools.refuseIf(no('loan.beyond-available', { amount, available: availableForFinancing(quota, line, tools.today) }))
    return
  }
  await appendFlow(tools, { entity: 'quota', record: quotaAfter }, 'RESERVE', amount, origin)
  await appendFlow(tools, { entity: 'customerLine', record: lineAfter }, 'RESERVE', amount, origin)
}

/** Gives a reservation back, on the line and the quota. */
export async function unreserveQuota(tools: Tools, lineId: string, amount: Decimal, origin: Origin): Promise<void> {
  const { quota, line } = await lockLine(tools, lineId)
  const change = { reservedAmount: negateDecimal(amount) }
  const quotaAfter = await tools.adjust('quota', quota.id, change)
  const lineAfter = await tools.adjust('customerLine', line.id, change)
  // A reservation that is not there would be a fault of ours; nothing of it may be stored.
  if (!quotaAfter || !lineAfter) throw new Error(`no reservation of ${amount} on line ${line.lineNo} to give back`)
  await appendFlow(tools, { entity: 'quota', record: quotaAfter }, 'UNRESERVE', amount, origin)
  await appendFlow(tools, { entity: 'customerLine', record: lineAfter }, 'UNRESERVE', amount, origin)
}

function originOf(holder: Holder): Origin {
  return { docType: holder.entity, docNo: holder.entity === 'quota' ? holder.record.quotaNo : holder.record.lineNo }
}

function amountOf(holder: Holder): Decimal {
  return holder.entity === 'quota' ? holder.record.approvedAmount : holder.record.lineAmount
}

async function isGranted(tools: Tools, entity: Holder['entity'], id: string): Promise<boolean> {
  const key = entity === 'quota' ? { quotaId: id } : { customerLineId: id }
  return (await tools.find('quotaFlow', { ...key, flowType: 'GRANT' }, { limit: 1 })).length > 0
}

/** The first approval grants, a later one (after a renewal) adjusts. */
async function grant(tools: Tools, holder: Holder): Promise<void> {
  const flowType = (await isGranted(tools, holder.entity, holder.record.id)) ? 'ADJUST' : 'GRANT'
  await appendFlow(tools, holder, flowType, amountOf(holder), originOf(holder))
}

/** What was lent against a limit stays with whom and what it was granted for, also while a renewal is drafted anew (I-08). */
async function refuseOtherHolder<F extends string>(
  tools: Tools,
  entity: Holder['entity'],
  { values, before }: { values: Record<F, unknown>; before?: Record<F | 'id', string> },
  fields: readonly F[],
): Promise<void> {
  const changed = before && fields.find((field) => values[field] !== before[field])
  if (changed !== undefined && (await isGranted(tools, entity, before?.id ?? '')))
    tools.invalid(changed, '额度曾经生效，此项不能更换，请另建额度')
}

export const saveQuota: SaveRule<'quota'> = (tools, save) => refuseOtherHolder(tools, 'quota', save, ['fundingPartyId', 'currency'])

export const submitQuota: ActionRule<'quota', 'submit'> = (tools, { record: quota }) => refuseUnlessGrantable(tools, quota)

function refuseUnlessGrantable(tools: Tools, quota: Quota): void {
  if (quota.endDate < tools.today) tools.refuseIf(no('quota.dates', { endDate: quota.endDate }))
  tools.refuseIf(refuseAdjustment(quota.approvedAmount, quota, {}, tools.today))
}

export const approveQuota: ActionRule<'quota', 'approve'> = async (tools, { record }) => {
  refuseUnlessGrantable(tools, record)
  await grant(tools, { entity: 'quota', record })
}

export const adjustQuota: ActionRule<'quota', 'adjust'> = async (tools, { record: quota, form: change }) => {
  tools.refuseIf(refuseAdjustment(change.approvedAmount, quota, change, tools.today))
  const lines = await linesOfQuota(tools, quota.id)
  const after = { ...quota, approvedAmount: change.approvedAmount }
  const refusal = refuseAllocation(
    lines.map((line) => line.lineAmount),
    after,
  )
  if (refusal) tools.refuseIf(no('quota.below-lines', { limit: allocationLimit(after), allocated: refusal.params?.['allocated'] }))
  await appendFlow(tools, { entity: 'quota', record: quota }, 'ADJUST', change.approvedAmount, originOf({ entity: 'quota', record: quota }))
}

export const freezeQuota: ActionRule<'quota', 'freeze'> = (tools, { record }) => noteUse(tools, { entity: 'quota', record }, 'FREEZE')
export const unfreezeQuota: ActionRule<'quota', 'unfreeze'> = (tools, { record }) => noteUse(tools, { entity: 'quota', record }, 'UNFREEZE')
export const freezeCustomerLine: ActionRule<'customerLine', 'freeze'> = (tools, { record }) =>
  noteUse(tools, { entity: 'customerLine', record }, 'FREEZE')
export const unfreezeCustomerLine: ActionRule<'customerLine', 'unfreeze'> = (tools, { record }) =>
  noteUse(tools, { entity: 'customerLine', record }, 'UNFREEZE')

async function noteUse(tools: Tools, holder: Holder, flowType: FlowType): Promise<void> {
  await appendFlow(tools, holder, flowType, amountOf(holder), originOf(holder))
}

/** Guard of renew for both: a new last day after today, an amount that covers what is in use. */
function refuseRenewal(tools: Tools, record: Quota | CustomerLine, endDate: string, amount: Decimal | null | undefined): void {
  if (endDate <= tools.today) tools.refuseIf(no('quota.renewal-date', { today: tools.today }))
  if (amount) tools.refuseIf(refuseAdjustment(amount, record, {}, tools.today))
}
export const renewQuota: ActionRule<'quota', 'renew'> = (tools, { record, form }) =>
  refuseRenewal(tools, record, form.endDate, form.approvedAmount)
export const renewCustomerLine: ActionRule<'customerLine', 'renew'> = (tools, { record, form }) =>
  refuseRenewal(tools, record, form.endDate, form.lineAmount)

/** A line goes with its quota: the product must be covered, borrower and funding party must work together. */
export const saveCustomerLine: SaveRule<'customerLine'> = async (tools, save) => {
  await refuseOtherHolder(tools, 'customerLine', save, ['quotaId', 'borrowerId', 'productId'])
  const line = save.values
  const quota = await tools.load('quota', line.quotaId)
  if (line.fundingPartyId !== quota.fundingPartyId) tools.invalid('fundingPartyId', '资金方须与授信额度一致')
  if (!quota.productIds.includes(line.productId)) tools.refuseIf(no('customer-line.product-not-covered', { quotaNo: quota.quotaNo }))
}

/** Guard of submit and approve: quota in force, and all lines on it together within what it may give (checked under its lock). */
async function refuseUnlessAllocated(tools: Tools, line: CustomerLine): Promise<void> {
  tools.refuseIf(refuseAdjustment(line.lineAmount, line, {}, tools.today))
  const quota = await tools.load('quota', line.quotaId, { lock: true })
  if (quota.status !== 'ACTIVE' || quota.endDate < tools.today) tools.refuseIf(no('quota.not-in-force', { quotaNo: quota.quotaNo }))
  if (line.endDate < tools.today) tools.refuseIf(no('quota.dates', { endDate: line.endDate }))
  await refuseUnlessClient(tools, line)
  const others = (await linesOfQuota(tools, quota.id)).filter((other) => other.id !== line.id)
  tools.refuseIf(refuseAllocation([...others.map((other) => other.lineAmount), line.lineAmount], quota))
}
export const submitCustomerLine: ActionRule<'customerLine', 'submit'> = (tools, { record }) => refuseUnlessAllocated(tools, record)

export const approveCustomerLine: ActionRule<'customerLine', 'approve'> = async (tools, { record }) => {
  await refuseUnlessAllocated(tools, record)
  await grant(tools, { entity: 'customerLine', record })
}

export const adjustCustomerLine: ActionRule<'customerLine', 'adjust'> = async (tools, { record: line, form: { lineAmount } }) => {
  tools.refuseIf(refuseAdjustment(lineAmount, line, {}, tools.today))
  const quota = await tools.load('quota', line.quotaId, { lock: true })
  const others = (await linesOfQuota(tools, quota.id)).filter((other) => other.id !== line.id)
  tools.refuseIf(refuseAllocation([...others.map((other) => other.lineAmount), lineAmount], quota))
  const holder: Holder = { entity: 'customerLine', record: line }
  await appendFlow(tools, holder, 'ADJUST', lineAmount, originOf(holder))
}

/** Lines that take a share of the quota: those under approval and those in force, frozen or not. */
function linesOfQuota(tools: Tools, quotaId: string): Promise<CustomerLine[]> {
  return tools.find('customerLine', { quotaId, status: ['AUDITING', 'ACTIVE', 'FROZEN'] })
}

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
  if (!client.productIds.includes(line.productId)) {
    const product = await tools.load('product', line.productId)
    tools.refuseIf(no('client.product-not-admitted', { product: product.productName }))
  }
  return client
}
