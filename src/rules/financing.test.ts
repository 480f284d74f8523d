import { expect, it } from 'vitest'
import { bondDue, financeOfLine, initialRate } from './financing'

it('E-11 finances 10,000 boxes at 115.5000 and 0.5500 with 635,250.00', () => {
  expect(financeOfLine({ qty: '10000.0000', valuationPrice: '115.5000', pledgeRate: '0.5500' })).toEqual({
    value: '1155000.00',
    financeAmount: '635250.00',
  })
  expect(initialRate('635250.00', ['1155000.00'])).toBe('0.5500')
  // Of a plan: what is financed over what is bought.
  expect(initialRate('2848000.00', ['3560000.00'])).toBe('0.8000')
})

it('E-11 rounds the value before it applies the rate', () => {
  // 0.0333 × 0.1500 = 0.004995 → 0.00, and nothing of it can be financed.
  expect(financeOfLine({ qty: '0.0333', valuationPrice: '0.1500', pledgeRate: '0.9000' })).toEqual({ value: '0.00', financeAmount: '0.00' })
})

it('E-17 asks 5 % of 635,250.00 and 20 % of 3,560,000', () => {
  expect(bondDue('635250.00', '0.0500')).toBe('31762.50')
  expect(bondDue('3560000.00', '0.2000')).toBe('712000.00')
})
