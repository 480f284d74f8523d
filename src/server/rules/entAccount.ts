import { no } from '../../rules/guards'
import { countryOfSwift } from '../../rules/swift'
import { beneficiaryCall } from '../calls/beneficiary'
import type { Calls } from '../calls/calls'
import type { EntAccount } from '../generated/entAccount'
import type { LoanPaymentState } from '../generated/loanPayment'
import type { ActionRule, Draft, RemoveRule, SaveRule, Tools } from '../ruleTypes'

/** What a beneficiary was opened with. */
const ofBeneficiary = ['enterpriseId', 'accountName', 'accountNo', 'bankName', 'swiftCode', 'currency'] as const

/** Where money goes that is paid to it. */
const ofPayments = [...ofBeneficiary, 'bankBranch', 'bankCode'] as const

/** An account is the enterprise's own, and one of each currency at most is the usual one. */
export const saveEntAccount: SaveRule<'entAccount'> = async (tools, { values: account, before }) => {
  if (!before || before.accountName !== account.accountName || before.enterpriseId !== account.enterpriseId)
    await refuseOtherName(tools, account)
  const differs = (field: (typeof ofPayments)[number]): boolean =>
    before !== undefined && (before[field] ?? null) !== (account[field] ?? null)
  if (before && ofBeneficiary.some(differs)) await refuseWhileBeneficiary(tools, before)
  if (before && ofPayments.some(differs)) await refuseWhilePaidTo(tools, before)
  const wasUsual = before?.isDefault === true && before.enterpriseId === account.enterpriseId && before.currency === account.currency
  if (account.isDefault && !wasUsual) await unsetDefault(tools, account)
}

async function refuseOtherName(tools: Tools, { enterpriseId, accountName }: Draft<'entAccount'>): Promise<void> {
  const { enterpriseName, enterpriseNameEn } = await tools.load('enterprise', enterpriseId)
  if (accountName === enterpriseName || accountName === enterpriseNameEn) return
  tools.invalid('accountName', `户名须为“${[enterpriseName, ...(enterpriseNameEn ? [enterpriseNameEn] : [])].join('”或“')}”`)
}

/** What the payment provider looks at, or has found valid, is not another account from one moment to the next, nor gone. */
async function refuseWhileBeneficiary(tools: Tools, { enterpriseId, accountNo, currency }: EntAccount): Promise<void> {
  const [open] = await tools.find('awxBeneficiary', { enterpriseId, accountNo, currency, status: ['PENDING', 'VALID'] }, { limit: 1 })
  if (open) tools.refuseIf(no('account.has-beneficiary', { accountNo }))
}

/** What was approved is paid to the account that the approver saw, and to no other (domain 40, paymentStatus and bondStatus). */
async function refuseWhilePaidTo(tools: Tools, { id, accountNo }: EntAccount): Promise<void> {
  const status: LoanPaymentState[] = ['AUDITING', 'APPROVED', 'PAYING', 'FAILED']
  const [payment] = await tools.system.find('loanPayment', { payeeAccountId: id, status }, { limit: 1 })
  const [bond] = await tools.system.find('bond', { refundAccountId: id, status: 'REFUNDING' }, { limit: 1 })
  const document = payment ? `放款单 ${payment.paymentNo}` : bond && `保证金 ${bond.bondNo} 的退还`
  if (document) tools.refuseIf(no('account.paid-to', { accountNo, document }))
}

export const removeEntAccount: RemoveRule<'entAccount'> = (tools, { record }) => refuseWhileBeneficiary(tools, record)

/** The enterprise is locked, so that of two who choose at once the later one counts. */
async function unsetDefault(tools: Tools, { id, enterpriseId, currency }: Pick<Draft<'entAccount'>, 'id' | 'enterpriseId' | 'currency'>) {
  await tools.load('enterprise', enterpriseId, { lock: true })
  for (const other of await tools.find('entAccount', { enterpriseId, currency, isDefault: true }))
    if (other.id !== id) await tools.set('entAccount', other.id, { isDefault: false })
}

export const setDefaultAccount: ActionRule<'entAccount', 'setDefault'> = (tools, { record }) => unsetDefault(tools, record)

/**
 * Tells the payment provider of an account that payments will go to; it answers whether it would take them (domain 40, beneficiaryStatus). One that it
 * found invalid may be opened again.
 */
export function openBeneficiary(calls: Calls): ActionRule<'entAccount', 'openBeneficiary'> {
  return async (tools, { record: account, form: { beneficiaryAddress, transferMethod } }) => {
    const { enterpriseId, accountNo, currency, bankName, swiftCode } = account
    const { enterpriseName, enterpriseNameEn } = await tools.load('enterprise', enterpriseId, { lock: true })
    if (!enterpriseNameEn || swiftCode === null) return tools.refuseIf(no('beneficiary.no-english-name', { enterprise: enterpriseName }))
    const key = { enterpriseId, accountNo, currency }
    const [known] = await tools.find('awxBeneficiary', key, { lock: true })
    if (known && known.status !== 'INVALID') tools.refuseIf(no('beneficiary.open', { code: known.beneficiaryCode }))
    const details = {
      beneficiaryName: enterpriseNameEn,
      bankName,
      swiftCode,
      country: countryOfSwift(swiftCode),
      transferMethod,
      beneficiaryAddress,
    }
    if (known) await tools.perform('awxBeneficiary', known.id, 'openBeneficiary', details)
    const { id } = known ?? (await tools.create('awxBeneficiary', { ...key, ...details }))
    await calls.send(tools, beneficiaryCall(await tools.load('awxBeneficiary', id)))
  }
}

export const validateBeneficiary: ActionRule<'awxBeneficiary', 'validate'> = (_tools, { form }) => ({
  to: form.invalidReason ? 'INVALID' : 'VALID',
})
