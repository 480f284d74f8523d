import { expect, it } from 'vitest'
import { refuseContract, type ContractFacts, type ContractUse } from './contract'

const contract: ContractFacts = {
  contractNo: 'HT20260107-0001',
  contractType: 'LOAN',
  borrowerId: '7',
  fundingPartyId: '2',
  docNo: null,
  status: 'SIGNED',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
}
const use: ContractUse = { contractType: 'LOAN', borrowerId: '7', fundingPartyId: '2', today: '2026-11-20' }

it.each([
  ['on its first day', {}, { today: '2026-01-01' }],
  ['on its last day', {}, { today: '2026-12-31' }],
  ['for any document when it names none', {}, { docNo: 'RZ20261120-0001' }],
  ['for the document that it names', { docNo: 'RZ20261120-0001' }, { docNo: 'RZ20261120-0001' }],
  ['after its end where a signature is enough', { contractType: 'FRAME' }, { contractType: 'FRAME', today: undefined }],
] as const)('A35 a contract may be relied on %s', (_what, facts, purpose) => {
  expect(refuseContract({ ...contract, ...facts }, { ...use, ...purpose })).toBeUndefined()
})

it.each([
  ['a day before it begins', {}, { today: '2025-12-31' }, 'contract.out-of-term'],
  ['a day after it has ended', {}, { today: '2027-01-01' }, 'contract.out-of-term'],
  ['before it is signed', { status: 'SIGNING' }, {}, 'contract.not-signed'],
  ['after it was terminated', { status: 'TERMINATED' }, {}, 'contract.not-signed'],
  ['for another client', { borrowerId: '8' }, {}, 'contract.of-other'],
  ['for another funding party', { fundingPartyId: '3' }, {}, 'contract.of-other'],
  ['for what it was not made for', { contractType: 'SALE' }, {}, 'contract.of-other'],
  ['for another document than it names', { docNo: 'RZ20261119-0001' }, { docNo: 'RZ20261120-0001' }, 'contract.of-other'],
] as const)('A35 a contract is refused %s', (_what, facts, purpose, code) => {
  expect(refuseContract({ ...contract, ...facts }, { ...use, ...purpose })?.code).toBe(code)
})

it('A35 a contract that has ended is refused with its term, and none at all by what is missing', () => {
  expect(refuseContract(contract, { ...use, today: '2027-01-01' })?.params).toEqual({
    contractNo: 'HT20260107-0001',
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    today: '2027-01-01',
  })
  expect(refuseContract(undefined, use)).toMatchObject({ code: 'contract.missing', params: { type: '融资合同' } })
})
