/** Money that goes back to a customer from its advance deposit (E-33; domain 40, withdrawalStatus). */
import { addDays, dateOf } from '../../../engine/core/dateTime'
import { compareDecimals } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import { mostDaysBack } from './debtNote'
import type { Withdrawal } from '../generated/withdrawal'
import type { ActionRule, SaveRule, Tools } from '../ruleTypes'
import { refuseBeyondBalance } from './bankAccount'
import { flowOfPayment } from './paidFlow'

/** Whose money it is, and in which currency, says the account that it is taken from. */
export const saveWithdrawal: SaveRule<'withdrawal'> = async (tools, { values }) => {
  const account = await tools.load('fundAccount', values.fundAccountId)
  if (account.fundAccountKind !== 'ADVANCE') tools.invalid('fundAccountId', '只能从预存款账户提现')
  for (const [field, title] of ofAccount)
    if (values[field] !== account[field]) tools.invalid(field, `${title}须与资金账户 ${account.accountCode} 一致`)
}

const ofAccount = [
  ['borrowerId', '融资客户'],
  ['departmentId', '所属部门'],
  ['fundingPartyId', '资金方'],
  ['currency', '币种'],
] as const

/** There is the money, it goes to the customer itself, and nothing that it owes is in danger. */
export const submitWithdrawal: ActionRule<'withdrawal', 'submit'> = async (tools, { record }) => {
  const { borrowerId, totalAmount: amount, payeeAccountId, fundAccountId } = record
  const { accountCode, availableAmount: available } = await tools.load('fundAccount', fundAccountId, { lock: true })
  if (compareDecimals(amount, available) > 0) tools.refuseIf(no('withdrawal.beyond-available', { account: accountCode, available, amount }))
  const payee = await tools.load('entAccount', payeeAccountId)
  if (payee.enterpriseId !== borrowerId || payee.status !== 'ENABLED')
    tools.refuseIf(no('withdrawal.payee-of-other', { account: payee.accountNo }))
  await refuseInDanger(tools, record)
}

/** Of all that it owes the funding party whose money it is. */
async function refuseInDanger(tools: Tools, { borrowerId, fundingPartyId }: Withdrawal): Promise<void> {
  const [overdue] = await tools.find('debtNote', { borrowerId, fundingPartyId, status: 'OVERDUE' }, { limit: 1 })
  if (overdue) tools.refuseIf(no('withdrawal.overdue', { debtNo: overdue.debtNo }))
  const [line] = await tools.find('waterline', { borrowerId, fundingPartyId, isLatest: true, waterLevel: ['CALL', 'CLOSE'] }, { limit: 1 })
  if (!line || line.loanId === null) return
  const { loanNo } = await tools.load('loan', line.loanId)
  tools.refuseIf(no('withdrawal.water-level', { loanNo, level: line.waterLevel === 'CALL' ? '补仓线' : '平仓线' }))
}

/** What a person has paid at the bank; nothing is booked before somebody else confirms it (decision A32). */
export const registerWithdrawal: ActionRule<'withdrawal', 'pay'> = async (tools, { record, form: { paidAt } }) => {
  const earliest = addDays(tools.today, -mostDaysBack)
  if (Date.parse(paidAt) > Date.parse(tools.now) || dateOf(paidAt) < earliest)
    tools.refuseIf(no('withdrawal.paid-at', { paidAt: dateOf(paidAt), earliest }))
  const { id, bankAccountId, totalAmount, fundingPartyId, currency } = record
  if (bankAccountId === null) return tools.invalid('bankAccountId', '请选择付款账户')
  const account = await tools.load('bankAccount', bankAccountId, { lock: true })
  const named = { account: account.accountNo }
  if (account.status !== 'ENABLED') tools.refuseIf(no('payment.account-closed', named))
  if (account.currency !== currency) tools.invalid('bankAccountId', `付款账户的币种须是 ${currency}`)
  if (account.fundingPartyId !== null && account.fundingPartyId !== fundingPartyId) tools.refuseIf(no('payment.account-of-other', named))
  await refuseBeyondBalance(tools, account, totalAmount ?? '0', { withdrawalId: id })
}

/** The flow that the bank has told of is this payment (E-42); without one it is written with the confirmation. */
export const confirmWithdrawal: ActionRule<'withdrawal', 'confirmPaid'> = async (tools, { record }) => {
  const { bankAccountId, bankSerialNo, withdrawalNo, totalAmount } = record
  const flow = await flowOfPayment(tools, { bankAccountId, bankSerialNo, docNo: withdrawalNo, amount: totalAmount })
  if (!flow) return
  await tools.system.set('bankFlow', flow.id, { matchStatus: 'MATCHED', matchDocType: 'withdrawal', matchDocNo: withdrawalNo })
  return { set: { bankFlowId: flow.id } }
}
