import { no } from '../../rules/guards'
import { refuseContract, type ContractUse } from '../../rules/contract'
import { standingLoans } from './loanStates'
import type { ActionRule, Found, SaveRule, Tools } from '../ruleTypes'

/** Refuses unless the contract may be relied on. It stays locked, so that nobody terminates it before this use of it is stored. */
export async function refuseUnlessContract(tools: Tools, id: string | null, use: ContractUse): Promise<void> {
  tools.refuseIf(refuseContract(id === null ? undefined : await tools.load('contract', id, { lock: true }), use))
}

const loanNumber = /^RZ\d/i

/** A contract that names a loan is of the loan's client and funding party; who asks for a loan of others learns no more than for one that there is not. */
export const saveContract: SaveRule<'contract'> = async (tools, { values: contract }) => {
  const { docNo, borrowerId, fundingPartyId } = contract
  if (!docNo || !loanNumber.test(docNo)) return
  const loans = await tools.find('loan', { loanNo: docNo, borrowerId, fundingPartyId }, { limit: 1 })
  if (loans.length === 0) tools.invalid('docNo', `该客户与该资金方没有融资单 ${docNo}`)
  contract.docType ??= '融资申请'
}

export const submitContract: ActionRule<'contract', 'submit'> = async (tools, { record }) => {
  const { id, partyAName, partyBName, partyCName } = record
  const receivers = [partyAName, partyBName, partyCName].filter((name) => name !== null)
  await tools.note('contract', id, 'NOTIFY', '通知签署方', { receivers: receivers.join('、') })
}

/** Loans named in a refusal; more are counted. */
const maxNamed = 3

/**
 * As long as a loan stands on it, a contract is not terminated (domain 40, contractStatus): a loan that names it, the one that it names, and of a
 * frame contract those of the clients that it was made with.
 */
export const terminateContract: ActionRule<'contract', 'terminate'> = async (tools, { record: contract }) => {
  const loans = await loansOn(tools, contract)
  if (loans.length === 0) return
  const numbers = loans.map(({ loanNo }) => loanNo)
  const named = numbers.slice(0, maxNamed).join('、')
  tools.refuseIf(
    no('contract.in-use', {
      contractNo: contract.contractNo,
      count: loans.length,
      loans: numbers.length > maxNamed ? `${named} 等` : named,
    }),
  )
}

async function loansOn(tools: Tools, { id, docNo }: Pick<Found<'contract'>, 'id' | 'docNo'>): Promise<Found<'loan'>[]> {
  const found = [
    await tools.find('loan', { contractId: id, status: standingLoans }),
    docNo === null ? [] : await tools.find('loan', { loanNo: docNo, status: standingLoans }),
  ]
  for (const { enterpriseId: borrowerId, fundingPartyId } of await tools.find('client', { frameContractId: id }))
    found.push(await tools.find('loan', { borrowerId, fundingPartyId, status: standingLoans }))
  return [...new Map(found.flat().map((loan) => [loan.id, loan])).values()]
}
