/** Slips of the bank that show what was paid (domain 40, slipStatus). */
import { compareDecimals } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import type { WaterSlip } from '../generated/waterSlip'
import type { ActionRule, SaveRule, Tools } from '../ruleTypes'
import { hasFiles } from './files'

/** What differs from the payment is said while it can still be corrected; whether the slip stands is for who verifies it. */
export const saveSlip: SaveRule<'waterSlip'> = async (tools, { values, before }) => {
  const { currency, paymentNo } = await tools.load('loanPayment', values.docId)
  if (values.currency !== currency) tools.invalid('currency', `放款单 ${paymentNo} 的币种是 ${currency}`)
  if (before) return
  for (const [field, what, said, expected] of await comparedWith(tools, values))
    if (differ(said, expected)) tools.warn(field, `${what} ${said} 与放款单 ${paymentNo} 的 ${expected} 不符，核对时不能通过`)
}

type Slip = Pick<WaterSlip, 'docId' | 'amount' | 'bankSerialNo' | 'payerName' | 'payerAccountNo' | 'payeeName' | 'payeeAccountNo'>
type Compared = [field: keyof Slip, what: string, slip: string, expected: string]

function differ(said: string, expected: string): boolean {
  return said.trim() !== expected.trim()
}

/** Amount, names and numbers are those of the payment, and of the flow that the bank has told of. */
export const verifySlip: ActionRule<'waterSlip', 'slipVerify'> = async (tools, { record: slip }) => {
  if (!(await hasFiles(tools, 'waterSlip', slip.id, 'slipFiles'))) tools.refuseIf(no('slip.no-file', { slipNo: slip.slipNo }))
  for (const [, what, said, expected] of await comparedWith(tools, slip))
    if (differ(said, expected)) tools.refuseIf(no('slip.differs', { what, slip: said, expected }))
}

async function comparedWith(tools: Tools, slip: Slip): Promise<Compared[]> {
  const payment = await tools.load('loanPayment', slip.docId, { past: 'submit' })
  const { bankAccountId, bankSerialNo } = payment
  const payee = await tools.load('entAccount', payment.payeeAccountId)
  const compared: Compared[] = [
    ['bankSerialNo', '银行流水号', slip.bankSerialNo, bankSerialNo ?? ''],
    ['amount', '金额', slip.amount, compareDecimals(slip.amount, payment.amount) === 0 ? slip.amount : payment.amount],
    ['payeeName', '收款户名', slip.payeeName, payee.accountName],
    ['payeeAccountNo', '收款账号', slip.payeeAccountNo, payee.accountNo],
  ]
  if (bankAccountId === null || bankSerialNo === null) return compared
  const account = await tools.load('bankAccount', bankAccountId)
  compared.push(
    ['payerName', '付款户名', slip.payerName, account.accountName],
    ['payerAccountNo', '付款账号', slip.payerAccountNo, account.accountNo],
  )
  const [flow] = await tools.find('bankFlow', { bankAccountId, bankSerialNo })
  if (flow)
    compared.push(
      ['amount', '银行流水的金额', slip.amount, flow.amount],
      ['payeeName', '银行流水的对方户名', slip.payeeName, flow.counterpartyName ?? ''],
    )
  return compared
}
