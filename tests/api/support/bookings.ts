import { randomUUID } from 'node:crypto'
import type { Database } from '../../../engine/server/database/database'
import type { Session } from './client'
import { at } from './fixtures'
import type { Turn, Wanted } from './killed'

/** What each booking deposits, in yuan. */
const amount = '12.34'

/** Writers who register a receipt and deposit it, each step a request; of whom, on which account: as a receipt of the demo data. */
export function bookingTurns(writers: number): (session: Session) => Promise<Turn[]> {
  return async (session) => {
    const [known] = (await session.list(at.receipt, { receiptType: 'FINANCING' })).records
    const { payerId, borrowerId, departmentId, fundingPartyId, currency, bankAccountId } = await session.read(at.receipt, known?.id ?? '')
    const owner = { payerId, borrowerId, departmentId, fundingPartyId, currency }
    return Array.from({ length: writers }, (): Turn => async (ask) => {
      const slip = { bankAccountId, bankSerialNo: randomUUID(), receivedAt: new Date().toISOString(), amount }
      const { id: receiptId } = await ask(at.receipt, { ...owner, receiptType: 'DEPOSIT', ...slip })
      const lines = [{ receiptId, verifiedAmount: amount }]
      const { id, version } = await ask(at.verification, { ...owner, receiptIds: [receiptId], lines })
      await ask(`${at.verification}/submit/${id}`, { version })
    })
  }
}

/** What is wrong with what was booked: each receipt and each match that was asked for is there once, and whole. */
export async function bookingFaults({ kysely }: Pick<Database, 'kysely'>, wanted: readonly Wanted[]): Promise<string[]> {
  const faults: string[] = []
  const once = async (what: string, table: string, where: Record<string, unknown>, count = 1): Promise<void> => {
    let query = kysely.selectFrom(table).select('id')
    for (const [column, value] of Object.entries(where)) query = query.where(column, '=', value as never)
    const { length } = await query.execute()
    if (length !== count) faults.push(`${what}: ${length} of ${table}`)
  }
  for (const { path, values, answer } of wanted) {
    if (!answer) {
      faults.push(`${path} was never answered`)
      continue
    }
    if (path === at.receipt) await once(path, 'receipt', { bank_serial_no: (values as { bankSerialNo: string }).bankSerialNo })
    if (path === at.receipt) await once(path, 'bank_flow', { bank_serial_no: (values as { bankSerialNo: string }).bankSerialNo })
    if (!path.startsWith(`${at.verification}/submit/`)) continue
    const docNo = String(answer['verificationNo'])
    await once(docNo, 'verification', { id: answer.id, status: 'DONE' })
    await once(docNo, 'voucher', { doc_no: docNo, biz_event: 'DEPOSIT_IN' })
    await once(docNo, 'fund_flow', { doc_no: docNo, amount })
  }
  return faults
}
