import { no } from '../../rules/guards'
import { refuseContract, type ContractUse } from '../../rules/contract'
import type { Contract } from '../generated/contract'
import { pledgedStates, standingLoans } from './loanStates'
import type { ActionRule, Found, SaveRule, Tools } from '../ruleTypes'

/** Refuses unless the contract may be relied on. It stays locked, so that nobody terminates it before this use of it is stored. */
export async function refuseUnlessContract(tools: Tools, id: string | null, use: ContractUse): Promise<void> {
  tools.refuseIf(refuseContract(id === null ? undefined : await tools.load('contract', id, { lock: true, past: 'submit' }), use))
}

/** Contracts that goods are pledged on (decision A35): of the client with the same funding party, signed and in their term, for one loan or for all. */
export function pledgeContracts(
  tools: Tools,
  { borrowerId, fundingPartyId }: Pick<Found<'contract'>, 'borrowerId' | 'fundingPartyId'>,
  options: { lock?: true } = {},
): Promise<Found<'contract'>[]> {
  const term = { startDate: { atMost: tools.today }, endDate: { atLeast: tools.today } }
  return tools.find('contract', { contractType: 'PLEDGE', borrowerId, fundingPartyId, status: 'SIGNED', ...term }, options)
}

/** Whether one of them is for this loan. */
export function coversLoan(contracts: readonly Found<'contract'>[], loanNo: string): boolean {
  return contracts.some(({ docNo }) => !docNo || docNo === loanNo)
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
 * As long as a loan stands on it, a contract is not terminated (domain 40, contractStatus): a loan that names it, the one that it names, of a frame
 * contract those of the clients that it was made with, and of a pledge contract those that have goods in pledge on it alone.
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

async function loansOn(tools: Tools, contract: Contract): Promise<Found<'loan'>[]> {
  const { id, docNo } = contract
  const found = [
    await loansPledgedOn(tools, contract),
    await tools.find('loan', { contractId: id, status: standingLoans }),
    docNo === null ? [] : await tools.find('loan', { loanNo: docNo, status: standingLoans }),
  ]
  for (const { enterpriseId: borrowerId, fundingPartyId } of await tools.find('client', { frameContractId: id }))
    found.push(await tools.find('loan', { borrowerId, fundingPartyId, status: standingLoans }))
  return [...new Map(found.flat().map((loan) => [loan.id, loan])).values()]
}

/** Where goods are pledged, or are about to be; another pledge contract that covers the loan takes the place of this one. */
async function loansPledgedOn(tools: Tools, contract: Contract): Promise<Found<'loan'>[]> {
  const { id, contractType, borrowerId, fundingPartyId } = contract
  if (contractType !== 'PLEDGE') return []
  const others = (await pledgeContracts(tools, contract)).filter((other) => other.id !== id)
  const pledges = await tools.find('pledge', { borrowerId, fundingPartyId, status: ['AUDITING', ...pledgedStates] })
  const loanIds = [...new Set(pledges.map(({ loanId }) => loanId))]
  if (loanIds.length === 0) return []
  const loans = await tools.find('loan', { id: loanIds, status: standingLoans })
  return loans.filter(({ loanNo }) => coversLoan([contract], loanNo) && !coversLoan(others, loanNo))
}
