import { expect, it } from 'vitest'
import { isDerived, rederive } from '../../engine/core/derivation'
import { spoken } from './debt/explain'
import { receiptParts, verificationParts } from './settlementParts'

it('E-27 of 301,000.00 received, 300,000.00 matched and 600.00 gone back, 400.00 are unverified', () => {
  const amounts = { amount: '301000.00', verifiedAmount: '300000.00', depositAmount: '0.00', refundedAmount: '600.00' }
  const { unverifiedAmount } = receiptParts(amounts, { verified: [], deposited: [], refunded: [] })
  expect(unverifiedAmount.value).toBe('400.00')
  expect(rederive(unverifiedAmount)).toBe('400.00')
  expect(JSON.stringify(spoken(unverifiedAmount))).toContain('301,000.00')
})

it('E-27 301,000.00 against 300,000.00 leave 1,000.00 to the deposit, and nothing open', () => {
  const parts = verificationParts({
    payment: [{ amount: '300000.00' }, { amount: '1000.00' }],
    verified: [{ amount: '300000.00' }],
    deposited: [{ amount: '1000.00' }],
  })
  expect(Object.fromEntries(Object.entries(parts).map(([name, { value }]) => [name, value]))).toEqual({
    totalPayment: '301000.00',
    totalVerified: '300000.00',
    toDepositAmount: '1000.00',
    openAmount: '0.00',
  })
  for (const part of Object.values(parts)) expect(isDerived(part) && rederive(part)).toBe(part.value)
})

it('E-27 names the documents that have taken of a receipt while they come to what is stored, and the flow that it came with', () => {
  const [flow, source] = [
    { entity: 'bankFlow', id: '7', label: 'LS7' },
    { entity: 'verification', id: '1', label: 'HX1' },
  ]
  const amounts = { amount: '10.00', verifiedAmount: '8.00', depositAmount: '1.00', refundedAmount: '0.00' }
  const taken = { flow, verified: [{ amount: '8.00', source }], deposited: [{ amount: '0.99', source }], refunded: [] }
  const { inputs, value } = receiptParts(amounts, taken).unverifiedAmount
  expect(value).toBe('1.00')
  expect(inputs).toMatchObject({ amount: { source: flow }, verified: { inputs: { parts: [{ value: '8.00', source }] } } })
  expect(inputs['deposited']).toEqual({ title: 'figure.deposited', value: '1.00' })
})

it('the total of receipts that have changed since is a figure as it was stored; without lines nothing is matched', () => {
  const { totalPayment, totalVerified, openAmount } = verificationParts({ payment: '80.00', verified: [], deposited: [] })
  expect(isDerived(totalPayment)).toBe(false)
  expect([totalPayment.value, totalVerified.value, openAmount.value]).toEqual(['80.00', '0.00', '80.00'])
})
