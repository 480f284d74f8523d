import { expect, it } from 'vitest'
import { demoBeneficiaries } from './beneficiaries'

const bank = {
  account_name: 'Demo Storage GmbH',
  account_number: 'DE89370400440532013000',
  account_currency: 'EUR',
  bank_country_code: 'DE',
  swift_code: 'DEMODEFF',
}
const right = {
  beneficiary: { company_name: 'Demo Storage GmbH', address: { street_address: '12 Demo Street, Hamburg' }, bank_details: bank },
  transfer_methods: ['SWIFT'],
}
const ask = async (body: object, path = '/api/v1/beneficiaries/create') => {
  const response = await demoBeneficiaries.call({
    method: 'POST',
    path,
    body: JSON.stringify(body),
    requestNo: 'BN000001-1',
    attempt: 0,
    day: '2026-11-20',
  })
  return { status: response.httpStatus, ...(JSON.parse(response.body) as Record<string, unknown>) }
}
const withBank = (more: object) => ({ ...right, beneficiary: { ...right.beneficiary, bank_details: { ...bank, ...more } } })

it('takes what is right, with a number of its own that stays the same', async () => {
  expect(await ask(right)).toEqual({ status: 'VALID', id: 'bene-bn000001-1' })
  expect(await ask(right)).toEqual(await ask(right))
})

it.each([
  [
    'a name that is not in Latin letters',
    { ...right, beneficiary: { ...right.beneficiary, company_name: '演示海外仓储' } },
    'company_name',
  ],
  [
    'an address without a place',
    { ...right, beneficiary: { ...right.beneficiary, address: { street_address: 'Hamburg' } } },
    'street_address',
  ],
  ['a SWIFT code of nine characters', withBank({ swift_code: 'DEMODEFFX' }), 'swift_code'],
  ['a bank of another country', withBank({ swift_code: 'DEMOFRPP' }), 'bank_country_code'],
  ['a number whose check digits do not fit', withBank({ account_number: 'DE88370400440532013000' }), 'account_number'],
  ['a number of another kind where there are IBANs', withBank({ account_number: '0532013000' }), 'account_number'],
  [
    'local clearing in a currency that the country has not',
    { ...withBank({ account_currency: 'USD' }), transfer_methods: ['LOCAL'] },
    'transfer_methods',
  ],
] as const)('refuses %s, and says where', async (_what, body, source) => {
  expect(await ask(body)).toMatchObject({ code: 'validation_failed', source })
})

it('takes local clearing where there is one, and what somebody has to look at', async () => {
  expect(await ask({ ...right, transfer_methods: ['LOCAL'] })).toMatchObject({ status: 'VALID' })
  const sydney = withBank({ account_number: '062000-99990000', account_currency: 'AUD', bank_country_code: 'AU', swift_code: 'DEMOAU2S' })
  expect(await ask(sydney)).toMatchObject({ status: 'PENDING' })
})

it('knows no other address', async () => {
  expect(await ask(right, '/api/v1/payments')).toMatchObject({ code: 'not_found' })
})
