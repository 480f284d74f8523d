import type { RecordValues } from '../../../engine/core/wire'
import { systemUser } from '../../../engine/server/session'
import { inWrite } from '../../../engine/server/write/transaction'
import { typed, type Tools } from '../../../src/server/ruleTypes'
import { accountByName } from '../../../src/server/session/account'
import { at } from './fixtures'
import type { Served } from './served'

export function bySystem<T>(platform: Served, work: (tools: Tools) => Promise<T>): Promise<T> {
  return inWrite(platform.services, systemUser, ({ tools }) => work(typed(tools)))
}

async function byAccount<T>(platform: Served, userName: string, work: (tools: Tools) => Promise<T>): Promise<T> {
  const user = await accountByName(platform.database.kysely, userName, platform.plan.menus)
  if (!user) throw new Error(`there is no account ${userName}`)
  return inWrite(platform.services, user, ({ tools }) => work(typed(tools)))
}

/** Money of the borrower of a loan that came in today, for nothing yet; answers the id of its receipt. */
export async function received(platform: Served, loan: RecordValues, amount: string, more: object = {}): Promise<string> {
  const { borrowerId, departmentId, fundingPartyId, currency } = loan as Record<string, string>
  const bankAccountId = await platform.idOf('bank_account', 'account_no', '6000000000001704')
  const { id } = await bySystem(platform, (tools) =>
    tools.create('receipt', {
      receiptType: 'FINANCING',
      payerId: borrowerId!,
      borrowerId: borrowerId!,
      departmentId: departmentId!,
      fundingPartyId: fundingPartyId!,
      currency: currency!,
      bankAccountId,
      receivedAt: tools.now,
      amount,
      ...more,
    }),
  )
  return id
}

/** A fee of a loan that is due since so long: typed by fn01, confirmed by fm01. Answers the id of what is to be received. */
export async function feeDue(platform: Served, loan: RecordValues, totalAmount: string, dueDate: string): Promise<string> {
  const { id: loanId, borrowerId, departmentId, fundingPartyId } = loan as Record<string, string>
  const values = {
    miscType: 'OTHER',
    loanId: loanId!,
    borrowerId: borrowerId!,
    departmentId: departmentId!,
    fundingPartyId: fundingPartyId!,
  }
  const feeId = await byAccount(platform, 'fn01', async (tools) => {
    const { id } = await tools.create('miscFee', { ...values, totalAmount, dueDate })
    await tools.perform('miscFee', id, 'submit')
    return id
  })
  await byAccount(platform, 'fm01', (tools) => tools.perform('miscFee', feeId, 'approve', {}))
  return bySystem(platform, async (tools) => (await tools.find('receivable', { docType: 'miscFee', docId: feeId }))[0]?.id ?? '')
}

/** A repayment of a loan as fn01 types it, under approval; `sources` say where the money comes from. */
export async function submittedRepayment(
  platform: Served,
  loan: RecordValues,
  sources: object,
  base = at.repayment,
): Promise<RecordValues> {
  const clerk = await platform.as('fn01')
  const { id } = await clerk.add(base, repaymentValues(loan, sources))
  return clerk.act(base, 'submit', id)
}

export function repaymentValues(loan: RecordValues, sources: object): object {
  const { id: loanId, borrowerId, departmentId, fundingPartyId, currency } = loan
  return { loanId, borrowerId, departmentId, fundingPartyId, currency, payChannel: 'BANK', receiptAmount: '0.00', ...sources }
}

/** The same, approved by fm01. */
export async function bookedRepayment(platform: Served, loan: RecordValues, sources: object, base = at.repayment): Promise<RecordValues> {
  const { id } = await submittedRepayment(platform, loan, sources, base)
  return (await platform.as('fm01')).act(base, 'approve', id)
}

/** A receipt that is matched with what is to be received, or without that becomes a deposit; answers the id of the verification. */
export function verified(
  platform: Served,
  loan: RecordValues,
  receiptId: string,
  receivableId: string | undefined,
  verifiedAmount: string,
  more: object = {},
): Promise<string> {
  const { borrowerId, departmentId, fundingPartyId, currency } = loan as Record<string, string>
  return bySystem(platform, async (tools) => {
    const { id } = await tools.create('verification', {
      payerId: borrowerId!,
      borrowerId: borrowerId!,
      departmentId: departmentId!,
      fundingPartyId: fundingPartyId!,
      currency: currency!,
      receiptIds: [receiptId],
      lines: [{ receiptId, verifiedAmount, ...(receivableId === undefined ? {} : { receivableId }) }],
      ...more,
    })
    await tools.perform('verification', id, 'submit')
    return id
  })
}
