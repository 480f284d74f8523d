/** Slips of the bank that show what was paid (domain 40, slipStatus). */
import { compareDecimals } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import type { WaterSlip } from '../generated/waterSlip'
import type { ActionRule, SaveRule, Tools } from '../ruleTypes'
import { hasFiles } from './files'

export const saveSlip: SaveRule<'waterSlip'> = async (tools, { values }) => {
  const { currency, paymentNo } = await tools.load('loanPayment', values.docId)
  if (values.currency !== currency) tools.invalid('currency', `放款单 ${paymentNo} 的币种是 ${currency}`)
}

type Compared = [what: string, slip: string, expected: string]

/** Amount, names and numbers are those of the payment, and of the flow that the bank has told of. */
export const verifySlip: ActionRule<'waterSlip', 'slipVerify'> = async (tools, { record: slip }) => {
  if (!(await hasFiles(tools, 'waterSlip', slip.id, 'slipFiles'))) tools.refuseIf(no('slip.no-file', { slipNo: slip.slipNo }))
  for (const [what, said, expected] of await comparedWith(tools, slip))
    if (said.trim() !== expected.trim()) tools.refuseIf(no('slip.differs', { what, slip: said, expected }))
}

async function comparedWith(tools: Tools, slip: WaterSlip): Promise<Compared[]> {
  const payment = await tools.load('loanPayment', slip.docId)
  const { bankAccountId, bankSerialNo } = payment
  const payee = await tools.load('entAccount', payment.payeeAccountId)
  const compared: Compared[] = [
    ['银行流水号', slip.bankSerialNo, bankSerialNo ?? ''],
    ['金额', slip.amount, compareDecimals(slip.amount, payment.amount) === 0 ? slip.amount : payment.amount],
    ['收款户名', slip.payeeName, payee.accountName],
    ['收款账号', slip.payeeAccountNo, payee.accountNo],
  ]
  if (bankAccountId === null || bankSerialNo === null) return compared
  const account = await tools.load('bankAccount', bankAccountId)
  compared.push(['付款户名', slip.payerName, account.accountName], ['付款账号', slip.payerAccountNo, account.accountNo])
  const [flow] = await tools.find('bankFlow', { bankAccountId, bankSerialNo })
  if (flow) compared.push(['银行流水的金额', slip.amount, flow.amount], ['银行流水的对方户名', slip.payeeName, flow.counterpartyName ?? ''])
  return compared
}
