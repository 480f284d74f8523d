import { addDecimals, compareDecimals, roundDecimal, sumDecimals, type Decimal } from '../../../engine/core/decimal'
import { no } from '../../rules/guards'
import { isBankSubject } from '../../rules/voucher/subjects'
import type { Found, SaveRule, Tools } from '../ruleTypes'

/** Whose money it is and where it lies: what was paid from the account was checked by it (E-42). */
const steady = [
  ['accountNo', '账号'],
  ['currency', '币种'],
  ['fundingPartyId', '资金方'],
  ['awxAccountId', '支付机构账户'],
] as const

export const saveBankAccount: SaveRule<'bankAccount'> = async (tools, { values, before }) => {
  const subject = await tools.load('subAccount', values.subAccountId)
  if (!isBankSubject(subject.subjectCode)) tools.invalid('subAccountId', '对应科目须是 1002 银行存款或 1012 其他货币资金下的科目')
  if (values.awxAccountId) {
    const { currency, awxAccountName } = await tools.load('awxAccount', values.awxAccountId)
    if (currency !== values.currency) tools.invalid('awxAccountId', `支付机构账户“${awxAccountName}”的币种是 ${currency}，须与银行账户一致`)
  }
  if (!before) return
  const [flow] = await tools.find('bankFlow', { bankAccountId: before.id }, { limit: 1 })
  if (!flow) return
  if (compareDecimals(values.openingBalance, before.openingBalance) !== 0)
    tools.invalid('openingBalance', `已有流水（${flow.bankFlowNo}），期初余额不能修改`)
  for (const [field, title] of steady)
    if ((values[field] ?? null) !== (before[field] ?? null)) tools.invalid(field, `已有流水（${flow.bankFlowNo}），${title}不能修改`)
}

/** E-42: a flow is in the currency of its account, of an account that is in use. */
export const saveBankFlow: SaveRule<'bankFlow'> = async (tools, { values, before }) => {
  const account = await tools.load('bankAccount', values.bankAccountId)
  if (!before && account.status !== 'ENABLED') tools.refuseIf(no('bank-flow.closed-account', { account: account.accountNo }))
  if (values.currency && values.currency !== account.currency)
    tools.invalid('currency', `账户 ${account.accountNo} 的币种是 ${account.currency}，流水不能是 ${values.currency}`)
  if (values.counterpartyId && !values.counterpartyName)
    values.counterpartyName = (await tools.load('enterprise', values.counterpartyId)).enterpriseName
  values.currency = account.currency
  values.departmentId = account.departmentId
  values.fundingPartyId = account.fundingPartyId
}

/**
 * E-42: what is being paid from an account is not there any more, for another payout or withdrawal as for money that goes back.
 * @param account locked, so that of two at once the later one sees the earlier one
 * @param own the payout or withdrawal that is registered itself
 */
export async function refuseBeyondBalance(
  tools: Tools,
  { id: bankAccountId, accountNo, balance }: Pick<Found<'bankAccount'>, 'id' | 'accountNo' | 'balance'>,
  amount: Decimal,
  own: { paymentId?: string; withdrawalId?: string } = {},
): Promise<void> {
  const payments = await tools.find('loanPayment', { bankAccountId, status: 'PAYING' }, { past: 'submit' })
  const withdrawals = await tools.find('withdrawal', { bankAccountId, status: 'PAYING' }, { past: 'submit' })
  const paying = roundDecimal(
    sumDecimals([
      ...payments.flatMap((other) => (other.id === own.paymentId ? [] : [other.amount])),
      ...withdrawals.flatMap((other) => (other.id === own.withdrawalId ? [] : [other.totalAmount])),
    ]),
    2,
  )
  if (compareDecimals(addDecimals(paying, amount), balance) > 0)
    tools.refuseIf(no('payment.account-short', { account: accountNo, balance, paying, amount }))
}
