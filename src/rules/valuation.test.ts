import { expect, it } from 'vitest'
import { valuationPrice } from './valuation'

const facts = {
  costPrice: '120.0000',
  qualityStatus: 'GOOD',
  collateralPrices: [{ priceSource: 'MARKET', priceCny: '115.5000' }],
  customerPrice: '118.0000',
}

it('E-09 takes the smallest of cost, market and agreed price', () => {
  expect(valuationPrice(facts)).toBe('115.5000')
  expect(valuationPrice({ ...facts, customerPrice: '110.0000' })).toBe('110.0000')
  expect(valuationPrice({ ...facts, costPrice: '100.0000' })).toBe('100.0000')
})

it('E-09 asks the sources in order and takes the first that has a price, not the lowest', () => {
  const collateralPrices = [
    { priceSource: 'CONTRACT', priceCny: '90.0000' },
    { priceSource: 'APPRAISAL', priceCny: '116.0000' },
    { priceSource: 'INVOICE', priceCny: '95.0000' },
  ]
  expect(valuationPrice({ ...facts, collateralPrices })).toBe('116.0000')
})

it('E-09 falls back to the cost where no price is known', () => {
  expect(valuationPrice({ ...facts, collateralPrices: [], customerPrice: null })).toBe('120.0000')
})

it('E-09 values damaged goods at nothing', () => {
  expect(valuationPrice({ ...facts, qualityStatus: 'DAMAGED' })).toBe('0.0000')
})
