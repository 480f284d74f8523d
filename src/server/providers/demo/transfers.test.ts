import { expect, it } from 'vitest'
import { demoBeneficiaries } from './beneficiaries'

const asked = {
  request_id: 'FK202611000001-1',
  account_id: 'acct-usd-0001',
  beneficiary_id: 'bene-1',
  transfer_currency: 'USD',
  transfer_amount: '1000.00',
}
const ask = async (body: object, path = '/api/v1/transfers/create') => {
  const request = { method: 'POST', path, requestNo: 'FK202611000001-1', attempt: 0, day: '2026-11-20' } as const
  const response = await demoBeneficiaries.call({ ...request, body: JSON.stringify(body) })
  return [response.httpStatus, JSON.parse(response.body)] as const
}

it('takes a payment, the same each time, does not pay one, and says what it holds', async () => {
  expect(await ask(asked)).toEqual([201, { id: 'tfr-fk202611000001-1', status: 'SCHEDULED' }])
  expect(await ask(asked)).toEqual(await ask(asked))
  expect(await ask({}, '/api/v1/transfers/FK202611000001-1/cancel')).toEqual([200, { status: 'CANCELLED' }])
  const [status, { accounts }] = await ask({}, '/api/v1/balances/current')
  expect([status, accounts]).toMatchObject([200, [{ currency: 'USD', total_amount: '80000.00' }, {}, {}]])
})

it.each([
  ['a number', { request_id: '' }, 'request_id'],
  ['an account', { account_id: undefined }, 'account_id'],
  ['a beneficiary', { beneficiary_id: '' }, 'beneficiary_id'],
  ['a foreign currency', { transfer_currency: 'CNY' }, 'transfer_currency'],
  ['an amount', { transfer_amount: '0' }, 'transfer_amount'],
] as const)('refuses a payment without %s', async (_what, more, source) => {
  expect(await ask({ ...asked, ...more })).toMatchObject([400, { code: 'validation_failed', source }])
})
