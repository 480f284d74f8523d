import type { RecordValues } from '../../../engine/core/wire'
import { systemUser } from '../../../engine/server/session'
import { inTransaction } from '../../../engine/server/write/transaction'
import { typed } from '../../../src/server/ruleTypes'
import type { Session } from './client'
import { at, batchInStock, lineInForce, quotaInForce, referenceGoods } from './fixtures'
import { approvedLoan, pledged } from './pledging'
import type { Served } from './served'

/** Who pays out loans and gets them back, with goods and a line to lend on. */
export interface MoneyDesk {
  fn: Session
  fm: Session
  op: Session
  goodsId: string
  lineId: string
}

export async function moneyDesk(platform: Served): Promise<MoneyDesk> {
  const [fn, fm, op] = [await platform.as('fn01'), await platform.as('fm01'), await platform.as('op01')]
  const goodsId = await referenceGoods(platform)
  const { id: lineId } = await lineInForce(platform, (await quotaInForce(platform)).id)
  return { fn, fm, op, goodsId, lineId }
}

/** An approved loan whose cases of the reference goods are pledged: of 演示乳品, or whose `more` says. */
export async function payableLoan(
  platform: Served,
  { lineId, goodsId }: { lineId: string; goodsId: string },
  appliedAmount: string,
  qty = '10000',
  more: { borrowerId?: string; contractId?: string } = {},
): Promise<RecordValues> {
  const { borrowerId } = more
  const stockBatchId = await batchInStock(platform, goodsId, qty, borrowerId === undefined ? {} : { borrowerId })
  const goods = [{ goodsId, stockBatchId, qty, unitPrice: '120' }]
  const loan = await approvedLoan(platform, lineId, goodsId, { appliedAmount, goods, ...more })
  await pledged(platform, loan, [{ stockBatchId, pledgedQty: qty }])
  return loan
}

/** A file of a field of a record, as the page attaches it. */
export async function attached(session: Session, base: string, id: string, field: string): Promise<void> {
  const form = new FormData()
  form.append('field', field)
  form.append('file', new Blob(['%PDF-1.7 slip']), '水单.pdf')
  const headers = { authorization: `Bearer ${session.token}` }
  const response = await fetch(`${session.address}${base}/attach/${id}`, { method: 'POST', headers, body: form })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
}

/** The customer pays what is missing of the bond of a loan, and it is matched. */
export function bondPaid(platform: Served, loanId: string): Promise<void> {
  return inTransaction(platform.services, systemUser, async (untyped) => {
    const tools = typed(untyped)
    const [account] = await tools.find('bankAccount', { accountPurpose: 'BOND' })
    for (const due of await tools.find('receivable', { loanId, receivableType: 'BOND', status: ['OPEN', 'PARTIAL'] })) {
      const { payerId, borrowerId, departmentId, currency, unverifiedAmount: amount } = due
      const of = { payerId, borrowerId, departmentId, fundingPartyId: due.fundingPartyId, currency }
      const receipt = await tools.create('receipt', {
        ...of,
        receiptType: 'BOND',
        bankAccountId: account?.id ?? '',
        bankSerialNo: `BOND-${due.receivableNo}`,
        receivedAt: tools.now,
        amount,
      })
      const lines = [{ receiptId: receipt.id, receivableId: due.id, verifiedAmount: amount }]
      const { id } = await tools.create('verification', { ...of, receiptIds: [receipt.id], lines })
      await tools.perform('verification', id, 'submit')
    }
  })
}

/** The whole of a loan to its borrower's account, from that of its funding party; typed by fn01. */
export async function paymentValues(platform: Served, loan: RecordValues, more: object = {}): Promise<Record<string, unknown>> {
  const { id: loanId, borrowerId, departmentId, fundingPartyId, contractId, approvedAmount: amount } = loan
  const payee = await platform.database.kysely
    .selectFrom('ent_account')
    .select('id')
    .where('enterprise_id', '=', String(borrowerId))
    .where('currency', '=', 'CNY')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  return {
    loanId,
    borrowerId,
    departmentId,
    fundingPartyId,
    contractId,
    paymentType: 'FINANCING_LOAN_ALL',
    payeeId: borrowerId,
    payeeAccountId: payee.id,
    bankAccountId: await platform.idOf('bank_account', 'account_no', '6000000000001701'),
    currency: 'CNY',
    amount,
    ...more,
  }
}

/** A flow that the bank has told of, typed by who may: not by who pays. */
export async function bankTold(
  platform: Served,
  flow: { bankAccountId: string; amount: string; bankSerialNo: string },
): Promise<RecordValues> {
  const values = { flowDirection: 'OUT', counterpartyName: '演示乳品', occurredAt: platform.clock.now(), ...flow }
  return (await platform.as('fm01')).add(at.bankFlow, values)
}

/** What fn01 has done at the bank. */
export async function registration(platform: Served, bankSerialNo: string, more: object = {}): Promise<Record<string, unknown>> {
  const bankAccountId = await platform.idOf('bank_account', 'account_no', '6000000000001701')
  return { bankAccountId, bankSerialNo, paidAt: platform.clock.now(), ...more }
}

export async function registered(platform: Served, payment: RecordValues, bankSerialNo: string): Promise<RecordValues> {
  return (await platform.as('fn01')).act(at.payment, 'pay', payment.id, await registration(platform, bankSerialNo))
}

/** The slip of a payment as the bank has it, typed by fn01; `more` says what is wrong on it. */
/** A slip of a payment says of itself what the payment says: names, accounts, amount, number and moment. */
export async function slipOf(platform: Served, { id: docId }: RecordValues): Promise<RecordValues> {
  return (await platform.as('fn01')).add(at.slip, { docId, slipType: 'ALL' })
}

export async function verifiedSlip(platform: Served, payment: RecordValues): Promise<RecordValues> {
  const fn = await platform.as('fn01')
  const { id } = await slipOf(platform, payment)
  await attached(fn, at.slip, id, 'slipFiles')
  return fn.act(at.slip, 'slipVerify', id, {})
}
