/** E-27: receipts are matched with what is owed; what is left over may become an advance deposit (domain 40, verificationStatus). */
import { compareDecimals, roundDecimal, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { dateOf } from '../../../engine/core/dateTime'
import { no } from '../../rules/guards'
import type { Verification } from '../generated/verification'
import type { ActionRule, Draft, Found, Past, SaveRule, Tools } from '../ruleTypes'
import { fundAccountOf } from './fundAccount'

export const saveVerification: SaveRule<'verification'> = async (tools, { values }) => {
  const receipts = await receiptsOf(tools, values)
  for (const [index, { receiptId }] of values.lines.entries())
    if (!values.receiptIds.includes(receiptId)) tools.invalid(`lines.${index}.receiptId`, '收款单不在所选收款单内')
  for (const { receiptNo, receivedAt } of receipts)
    // The vouchers are of this day: none takes money into the bank before it is there.
    if (values.verifyDate < dateOf(receivedAt))
      tools.invalid('verifyDate', `收款单 ${receiptNo} 于 ${dateOf(receivedAt)} 到账，核销日期不能早于到账日期`)
  values.totalPayment = totalOf(receipts)
}

function receiptsOf(tools: Tools, { receiptIds }: Pick<Draft<'verification'>, 'receiptIds'>, lock = false): Promise<Found<'receipt'>[]> {
  return tools.find('receipt', { id: [...new Set(receiptIds)] }, { lock })
}

function totalOf(receipts: readonly Found<'receipt'>[]): Decimal {
  return roundDecimal(sumDecimals(receipts.map(({ unverifiedAmount }) => unverifiedAmount)), 2)
}

/** Who else matches the same receipts waits, and finds what is left of them. */
export const submitVerification: ActionRule<'verification', 'submit'> = async (tools, { record }) => {
  const receipts = await receiptsOf(tools, record, true)
  const receivables = await tools.find('receivable', { id: record.lines.flatMap(({ receivableId }) => receivableId ?? []) }, { lock: true })
  for (const receipt of receipts) {
    refuseOther(tools, record, receipt, `收款单 ${receipt.receiptNo} `)
    const used = sumDecimals(record.lines.filter(({ receiptId }) => receiptId === receipt.id).map(({ verifiedAmount }) => verifiedAmount))
    if (compareDecimals(used, receipt.unverifiedAmount) > 0)
      tools.refuseIf(
        no('receipt.beyond-unverified', {
          balance: receipt.receiptNo,
          amount: roundDecimal(used, 2),
          unverified: receipt.unverifiedAmount,
        }),
      )
  }
  for (const receivable of receivables) refuseUnfit(tools, record, receivable)
  const owner = await ownerOfClaims(tools, record, receivables)
  const set = { totalPayment: totalOf(receipts), lines: linesAsOf(record, receivables), ...owner }
  if (compareDecimals(record.toDepositAmount, '0') <= 0) return { set }
  return { set: { ...set, advanceAccountId: await accountFor(tools, { ...record, ...owner }, receipts) } }
}

/** The draft was judged when it was saved; since then a receipt may have been corrected, or what is owed passed to another. */
function refuseOther(
  tools: Tools,
  { payerId, currency: expected, fundingPartyId }: Verification,
  found: Pick<Found<'receipt' | 'receivable'>, 'payerId' | 'currency' | 'fundingPartyId'>,
  document: string,
): void {
  if (found.payerId !== payerId) tools.refuseIf(no('verification.other-payer', { document }))
  const { currency } = found
  if (currency !== expected) tools.refuseIf(no('verification.other-currency', { document, currency, expected }))
  // A funding party sees all of a verification that is its own.
  if (fundingPartyId !== null && found.fundingPartyId !== null && found.fundingPartyId !== fundingPartyId)
    tools.refuseIf(no('verification.other-party', { document }))
}

function refuseUnfit(tools: Tools, record: Past<'verification', 'submit'>, receivable: Found<'receivable'>): void {
  const { id, receivableNo, status, unverifiedAmount } = receivable
  refuseOther(tools, record, receivable, `应收 ${receivableNo} `)
  if (status !== 'OPEN' && status !== 'PARTIAL') tools.refuseIf(no('verification.receivable-ended', { receivableNo }))
  const used = sumDecimals(record.lines.filter(({ receivableId }) => receivableId === id).map(({ verifiedAmount }) => verifiedAmount))
  if (compareDecimals(used, unverifiedAmount) > 0)
    tools.refuseIf(
      no('receivable.beyond-unverified', { balance: receivableNo, amount: roundDecimal(used, 2), unverified: unverifiedAmount }),
    )
}

/** A19: what is claimed goes into the deposit of the customer that it is claimed for, who stands on the voucher: there is one. */
async function ownerOfClaims(
  tools: Tools,
  { borrowerId }: Verification,
  receivables: readonly Found<'receivable'>[],
): Promise<{ borrowerId?: string }> {
  const owners = new Set(receivables.flatMap((claim) => (claim.intoDeposit === true && claim.borrowerId !== null ? claim.borrowerId : [])))
  const [owner] = owners
  if (owner === undefined) return {}
  if (owners.size > 1 || (borrowerId !== null && borrowerId !== owner)) {
    const names = (await tools.find('enterprise', { id: [...owners] })).map(({ enterpriseName }) => `“${enterpriseName}”`)
    tools.refuseIf(no('verification.claims-of-several', { owners: names.join('、') }))
  }
  return { borrowerId: owner }
}

/** What was owed when it was matched stays on the line. */
function linesAsOf({ lines }: Verification, receivables: readonly Found<'receivable'>[]): { id: string; dueAmount: Decimal | null }[] {
  const due = new Map(receivables.map(({ id, unverifiedAmount }) => [id, unverifiedAmount]))
  return lines.map(({ id, receivableId }) => ({ id, dueAmount: (receivableId && due.get(receivableId)) || null }))
}

/** An advance deposit is of one customer with one funding party; the receipts must be too. */
async function accountFor(tools: Tools, record: Verification, receipts: readonly Found<'receipt'>[]): Promise<string> {
  const { borrowerId, fundingPartyId, departmentId, currency } = record
  if (!borrowerId || !fundingPartyId) return tools.invalid('borrowerId', '转预存款须填写融资客户与资金方')
  const of = new Set(record.lines.filter(({ receivableId }) => !receivableId).map(({ receiptId }) => receiptId))
  for (const receipt of receipts.filter(({ id }) => of.has(id)))
    if (receipt.fundingPartyId !== fundingPartyId || (receipt.borrowerId !== null && receipt.borrowerId !== borrowerId))
      tools.refuseIf(no('verification.other-funds', { receiptNo: receipt.receiptNo }))
  return fundAccountOf(tools, { borrowerId, fundingPartyId, departmentId, currency }, 'ADVANCE')
}
