/** Money that has come in (domain 40, receiptStatus); each receipt is one flow of a bank account (E-42). */
import { addDecimals, compareDecimals, roundDecimal, subtractDecimals, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { addMonths, dateOf } from '../../../engine/core/dateTime'
import { mostMonthsBack } from '../../rules/accountPeriod'
import { no } from '../../rules/guards'
import type { Receipt } from '../generated/receipt'
import type { ActionRule, Draft, Found, RemoveRule, SavedRule, SaveRule, Tools } from '../ruleTypes'
import { refuseBeyondBalance } from './bankAccount'

type Values = Draft<'receipt'>

export const saveReceipt: SaveRule<'receipt'> = async (tools, { values, before }) => {
  const account = await tools.load('bankAccount', values.bankAccountId)
  if (values.currency !== account.currency)
    tools.invalid('currency', `收款账户 ${account.accountNo} 的币种是 ${account.currency}，收款不能是 ${values.currency}`)
  if (dateOf(values.receivedAt) < addMonths(tools.today, -mostMonthsBack)) tools.invalid('receivedAt', '到账时间不能早于两年前')
  if (before) await refuseReferenced(tools, before, '修改')
  if (before) await refuseTakingBack(tools, before, values)
  const chosen = values.bankFlowId ? await tools.load('bankFlow', values.bankFlowId) : undefined
  if (chosen && !chosen.isOfDocument) refuseOtherFlow(tools, values, chosen)
}

/** A flow that the bank has reported says what came in, and when. */
function refuseOtherFlow(tools: Tools, values: Values, flow: Found<'bankFlow'>): void {
  const where = `银行流水 ${flow.bankFlowNo}`
  if (flow.bankAccountId !== values.bankAccountId) tools.invalid('bankFlowId', `${where} 不是收款账户的流水`)
  if (compareDecimals(flow.amount, values.amount) !== 0) tools.invalid('amount', `${where} 的金额是 ${flow.amount}，到账金额须与其相同`)
  values.bankSerialNo = flow.bankSerialNo
}

/** E-42: registered without a flow of the bank, the receipt is one itself; a chosen one is matched, one that is given up is free again. */
export const bookReceipt: SavedRule<'receipt'> = async ({ system }, { record: receipt, before }) => {
  const { id, bankFlowId, receiptNo } = receipt
  const former = before?.bankFlowId
  if (bankFlowId !== null && bankFlowId !== former)
    await system.set('bankFlow', bankFlowId, { matchStatus: 'MATCHED', matchDocType: 'receipt', matchDocNo: receiptNo })
  const own = former && (bankFlowId === former || bankFlowId === null) ? await system.load('bankFlow', former) : undefined
  if (own?.isOfDocument) {
    await system.set('bankFlow', own.id, flowOf(receipt))
    if (bankFlowId === null) await system.set('receipt', id, { bankFlowId: own.id })
    return
  }
  if (former && bankFlowId !== former) await freeFlow(system, former)
  if (bankFlowId === null) await system.set('receipt', id, { bankFlowId: (await system.create('bankFlow', flowOf(receipt))).id })
}

function flowOf({ bankAccountId, amount, payerId, payerAccountNo, bankSerialNo, receivedAt, receiptNo }: Receipt) {
  return {
    bankAccountId,
    flowDirection: 'IN',
    amount,
    counterpartyId: payerId,
    counterpartyAccountNo: payerAccountNo,
    bankSerialNo: bankSerialNo ?? receiptNo,
    summary: `收款 ${receiptNo}`,
    occurredAt: receivedAt,
    matchStatus: 'MATCHED',
    matchDocType: 'receipt',
    matchDocNo: receiptNo,
    isOfDocument: true,
  } as const
}

/** What the bank has reported waits for another document; what the receipt has booked itself goes with it. */
async function freeFlow(tools: Tools, id: string): Promise<void> {
  const { isOfDocument } = await tools.load('bankFlow', id)
  if (isOfDocument) await tools.remove('bankFlow', id)
  else await tools.set('bankFlow', id, { matchStatus: 'UNMATCHED', matchDocType: null, matchDocNo: null })
}

/** E-42: money that a receipt has said to be there, and that has been paid out since, is not taken back. */
async function refuseTakingBack(tools: Tools, { bankAccountId, amount, bankFlowId }: Receipt, after?: Values): Promise<void> {
  const stays = after?.bankAccountId === bankAccountId ? (after.amount ?? '0') : '0'
  const taken = subtractDecimals(amount, stays)
  if (bankFlowId === null || compareDecimals(taken, '0') <= 0) return
  if (!(await tools.system.load('bankFlow', bankFlowId)).isOfDocument) return
  await refuseBeyondBalance(tools, await tools.system.load('bankAccount', bankAccountId, { lock: true }), roundDecimal(taken, 2))
}

export const removeReceipt: RemoveRule<'receipt'> = async (tools, { record }) => {
  await refuseReferenced(tools, record, '删除')
  await refuseTakingBack(tools, record)
  if (record.bankFlowId === null) return
  await tools.system.set('receipt', record.id, { bankFlowId: null })
  await freeFlow(tools.system, record.bankFlowId)
}

/** Domain D.10 被引用: a document that has not been taken back stands on it. */
async function refuseReferenced(tools: Tools, { id, receiptNo }: Receipt, action: string): Promise<void> {
  const by = await referenceTo(tools, id)
  if (by !== undefined) tools.refuseIf(no('receipt.referenced', { receiptNo, by, action }))
}

async function referenceTo(tools: Tools, receiptId: string): Promise<string | undefined> {
  const [deposit] = await tools.find('advanceDeposit', { receiptId }, { limit: 1 })
  if (deposit) return `预存款单 ${deposit.depositNo}`
  const [repayment] = await tools.find('repayment', { receiptId, status: { not: 'REVERSED' } }, { limit: 1 })
  if (repayment) return `还款单 ${repayment.repaymentNo}`
  const [fill] = await tools.find('fill', { receiptId, status: { not: 'CANCELLED' } }, { limit: 1 })
  if (fill) return `补仓单 ${fill.fillNo}`
  const lines = await tools.trx
    .selectFrom('verification_lines as l')
    .innerJoin('verification as v', 'v.id', 'l.parent_id')
    .select('v.verification_no as no')
    .where('l.receipt_id', '=', receiptId)
    .where('v.status', '<>', 'REVERSED')
    .limit(1)
    .executeTakeFirst()
  return lines && `核销单 ${lines.no}`
}

export const verifyReceipt: ActionRule<'receipt', 'verify'> = (
  _tools,
  { record: { unverifiedAmount }, form: { verified, deposited } },
) => ({
  to: compareDecimals(addDecimals(verified, deposited), unverifiedAmount) < 0 ? 'PARTIAL' : 'VERIFIED',
})

export const unverifyReceipt: ActionRule<'receipt', 'unverify'> = (_tools, { record }) => ({
  to: compareDecimals(usedOf(record), '0') > 0 || compareDecimals(record.refundedAmount ?? '0', '0') > 0 ? 'PARTIAL' : 'UNVERIFIED',
})

export const refundReceipt: ActionRule<'receipt', 'refund'> = async (tools, { record, form: { refundAmount, payAccountId } }) => {
  await refuseBeyondBalance(tools, await tools.load('bankAccount', payAccountId, { lock: true }), refundAmount)
  if (compareDecimals(subtractDecimals(record.unverifiedAmount, refundAmount), '0') > 0) return { to: 'PARTIAL' }
  return { to: compareDecimals(usedOf(record), '0') > 0 ? 'VERIFIED' : 'REFUNDED' }
}

function usedOf({ verifiedAmount, depositAmount }: Pick<Receipt, 'verifiedAmount' | 'depositAmount'>): Decimal {
  return sumDecimals([verifiedAmount ?? '0', depositAmount ?? '0'])
}
