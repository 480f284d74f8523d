/** When a contract may be relied on (domain 40: clientStatus, loanStatus, pledgeStatus; decision A35). */
import type { Refusal } from '../../engine/core/refusal'
import { no } from './guards'

export interface ContractFacts {
  contractNo: string
  contractType: string
  borrowerId: string
  fundingPartyId: string
  /** The document that it was made for alone. */
  docNo: string | null
  status: string
  startDate: string
  endDate: string
}

/** What for. */
export interface ContractUse {
  contractType: 'FRAME' | 'LOAN' | 'PLEDGE'
  borrowerId: string
  fundingPartyId: string
  /** The document that relies on it; a contract that names another one is not meant. */
  docNo?: string
  /** The business day that it has to be in force on; absent: it need only be signed. */
  today?: string
}

const titles: Record<ContractUse['contractType'], string> = { FRAME: '框架合同', LOAN: '融资合同', PLEDGE: '质押合同' }

/** Refuses unless the contract is of this kind, of the same client and funding party, signed, and in its term with the first and the last day. */
export function refuseContract(contract: ContractFacts | undefined, { today, docNo, ...use }: ContractUse): Refusal | undefined {
  const type = titles[use.contractType]
  if (!contract) return no('contract.missing', { type })
  const { contractNo, startDate, endDate } = contract
  const isOfOther = (['contractType', 'borrowerId', 'fundingPartyId'] as const).some((key) => contract[key] !== use[key])
  const namesOther = docNo !== undefined && contract.docNo !== null && contract.docNo !== docNo
  if (isOfOther || namesOther) return no('contract.of-other', { contractNo, type })
  if (contract.status !== 'SIGNED') return no('contract.not-signed', { contractNo, type })
  if (today !== undefined && (today < startDate || endDate < today))
    return no('contract.out-of-term', { contractNo, startDate, endDate, today })
  return undefined
}
