/** Money that the payment institution pays out of our account with it (domain 40, paymentStatus.payout and payoutFailed). */
import { no } from '../../rules/guards'
import type { ActionRule, Found, Tools } from '../ruleTypes'
import { refuseUnlessCancelled } from './awxTransfer'
import { failedState, refuseShortAccount, refuseUnlessTurn, type Payment } from './loanPayment'

/** A transfer of its own for each try, so that what has failed once is not taken for the second one; the action then freezes its money. */
export const payoutPayment: ActionRule<'loanPayment', 'payout'> = async (tools, { record, form: { transferReason, transferRef } }) => {
  await refuseUnlessTurn(tools, record)
  const { id: docId, paymentNo, departmentId, currency, amount } = record
  const account = await payingAccountOf(tools, record)
  const beneficiary = await beneficiaryOf(tools, record)
  await refuseUnlessCancelled(tools, docId)
  const tries = await tools.find('awxTransfer', { docId })
  const { id: awxTransferId } = await tools.system.create('awxTransfer', {
    requestId: `${paymentNo}-${tries.length + 1}`,
    awxAccountId: account.id,
    awxBeneficiaryId: beneficiary.id,
    departmentId,
    docId,
    currency,
    amount,
    transferReason,
    transferRef: transferRef ?? null,
  })
  return { set: { awxTransferId } }
}

async function payingAccountOf(tools: Tools, record: Payment): Promise<Found<'awxAccount'>> {
  const { accountNo: account, awxAccountId } = await refuseShortAccount(tools, record)
  if (awxAccountId === null) return refused(tools, no('payment.no-institution-account', { account }))
  const paying = await tools.load('awxAccount', awxAccountId)
  if (paying.status !== 'ENABLED') tools.refuseIf(no('payment.institution-account-closed', { account: paying.awxAccountName }))
  return paying
}

async function beneficiaryOf(tools: Tools, { payeeAccountId }: Payment): Promise<Found<'awxBeneficiary'>> {
  const { accountNo: account, awxBeneficiaryId } = await tools.load('entAccount', payeeAccountId)
  const beneficiary = awxBeneficiaryId === null ? undefined : await tools.load('awxBeneficiary', awxBeneficiaryId)
  if (beneficiary?.status !== 'VALID') return refused(tools, no('payment.no-beneficiary', { account }))
  return beneficiary
}

function refused(tools: Tools, refusal: ReturnType<typeof no>): never {
  tools.refuseIf(refusal)
  throw new TypeError('a refusal ends the transaction')
}

/** The institution has given the money back. */
export const failPayout: ActionRule<'loanPayment', 'payoutFailed'> = async (tools, { record }) => ({
  to: await failedState(tools, record),
  set: { registeredById: null },
})
