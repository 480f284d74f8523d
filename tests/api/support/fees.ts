import { systemUser } from '../../../engine/server/session'
import { inTransaction } from '../../../engine/server/write/transaction'
import { typed, type Tools } from '../../../src/server/ruleTypes'
import type { Receivable } from '../../../src/server/generated/receivable'
import type { Served } from './served'

export const inSystem = <T>(platform: Served, work: (tools: Tools) => Promise<T>): Promise<T> =>
  inTransaction(platform.services, systemUser, (tools) => work(typed(tools)))

/** What is owed for a document. */
export function receivableOf(platform: Served, docNo: unknown): Promise<Receivable> {
  return inSystem(platform, async (tools) => {
    const [found] = await tools.find('receivable', { docNo: String(docNo) })
    if (!found) throw new Error(`nothing is owed for ${String(docNo)}`)
    return tools.load('receivable', found.id)
  })
}

/** Money comes in from who owes it, and is matched with what is owed; answers the verification. */
export function paid(
  platform: Served,
  { id: receivableId, payerId, borrowerId, fundingPartyId, departmentId }: Receivable,
  amount: string,
) {
  return inSystem(platform, async (tools) => {
    const [account] = await tools.find('bankAccount', { accountPurpose: 'FEE' })
    const receipt = await tools.create('receipt', {
      receiptType: 'FEE',
      payerId,
      borrowerId,
      fundingPartyId,
      departmentId,
      bankAccountId: account?.id ?? '',
      receivedAt: tools.now,
      currency: 'CNY',
      amount,
    })
    const lines = [{ receiptId: receipt.id, receivableId, verifiedAmount: amount }]
    const verification = await tools.create('verification', {
      payerId,
      departmentId,
      currency: 'CNY',
      verifyDate: tools.today,
      receiptIds: [receipt.id],
      lines,
    })
    await tools.perform('verification', verification.id, 'submit')
    return tools.load('verification', verification.id)
  })
}

export function takenBack(platform: Served, verificationId: string): Promise<void> {
  return inSystem(platform, (tools) => tools.perform('verification', verificationId, 'reverse', { opinion: '核销有误' }))
}

/** The entries of each voucher of a document, debits above 0 and credits below, in the order in which they were drawn. */
export async function entriesOf(platform: Served, docNo: unknown, bizEvent: string): Promise<Record<string, number>[]> {
  const { kysely } = platform.database
  const vouchers = await kysely
    .selectFrom('voucher')
    .select(['id', 'status'])
    .where('doc_no', '=', String(docNo))
    .where('biz_event', '=', bizEvent)
    .orderBy('id')
    .execute()
  return Promise.all(
    vouchers.map(async ({ id }) => {
      const entries = await kysely
        .selectFrom('voucher_entries')
        .select(['subject_code', 'debit_amount', 'credit_amount'])
        .where('parent_id', '=', id)
        .orderBy('id')
        .execute()
      return Object.fromEntries(
        entries.map((entry) => [
          String(entry['subject_code'])
            .slice(0, 6)
            .replace(/^1002.*/, '1002'),
          Number(entry['debit_amount']) - Number(entry['credit_amount']),
        ]),
      )
    }),
  )
}
