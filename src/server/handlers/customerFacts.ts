/** What a form can say of a customer before anybody types it: whose money it is, which department looks after it, who funds it. */
import type { Handler, HandlerContext } from '../ruleTypes'
import { loadSeen, seenAmong } from './loadSeen'

/** Brought by the payer of a receipt. What is not known for sure is emptied, so that nothing is left of a payer chosen before. */
export const payerFacts: Handler<'payerFacts'> = async (call) => {
  const { id, enterpriseName, enterpriseRoles } = await loadSeen(call, 'enterprise', call.query.payerId)
  const isBorrower = enterpriseRoles?.includes('BORROWER') === true
  return {
    borrowerId: isBorrower ? id : null,
    borrowerName: isBorrower ? enterpriseName : null,
    payerAccountNo: await onlyAccount(call, id),
    ...(await officeOf(call, id)),
  }
}

/** Brought by the customer of a fee. */
export const feeCustomerFacts: Handler<'feeCustomerFacts'> = async (call) => {
  const { id } = await loadSeen(call, 'enterprise', call.query.borrowerId)
  return officeOf(call, id)
}

/** Department and funding party of the client files that the user sees, where these agree. */
async function officeOf(call: HandlerContext, enterpriseId: string): Promise<Record<string, unknown>> {
  const files = await call.tools.find('client', { enterpriseId, status: ['ACTIVE', 'SUSPENDED'] })
  const seen = await seenAmong(
    call,
    'client',
    files.map(({ id }) => id),
  )
  const known = files.filter(({ id }) => seen.has(id))
  const [first] = known
  const department = known.every(({ departmentId }) => departmentId === first?.departmentId) ? first : undefined
  const party = known.every(({ fundingPartyId }) => fundingPartyId === first?.fundingPartyId) ? first : undefined
  return {
    departmentId: department?.departmentId ?? null,
    departmentName: department?.departmentName ?? null,
    fundingPartyId: party?.fundingPartyId ?? null,
    fundingPartyName: party?.fundingPartyName ?? null,
  }
}

/** The account of an enterprise that has only one in use. */
async function onlyAccount(call: HandlerContext, enterpriseId: string): Promise<string | null> {
  const accounts = await call.tools.find('entAccount', { enterpriseId, status: 'ENABLED' }, { limit: 2 })
  const [account] = accounts
  if (!account || accounts.length > 1) return null
  return (await seenAmong(call, 'entAccount', [account.id])).has(account.id) ? account.accountNo : null
}
