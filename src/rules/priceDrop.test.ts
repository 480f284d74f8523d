import { expect, it } from 'vitest'
import { dropCompensation, dropLevel, dropRate, mergedPledgePrice } from './priceDrop'

it('E-13 takes 115.50 to 101.64 for a drop of 0.1200, level 2', () => {
  const rate = dropRate('115.5000', '101.6400')
  expect([rate, dropLevel(rate)]).toEqual(['0.1200', 'L2'])
  const row = { remainQty: '6000', pledgePrice: '115.5000', currentPrice: '101.6400', pledgeRate: '0.5500' }
  expect(dropCompensation([row])).toBe('45738.00')
})

it.each([
  ['0.0499', undefined],
  ['0.0500', 'L1'],
  ['0.0999', 'L1'],
  ['0.1000', 'L2'],
  ['0.1499', 'L2'],
  ['0.1500', 'L3'],
  ['-0.2000', undefined],
])('E-13 puts a drop of %s on level %s', (rate, level) => {
  expect(dropLevel(rate)).toBe(level)
})

it('E-13 A29 merges rows of the same goods by what remains of them', () => {
  const rows = [
    { remainQty: '6000', pledgePrice: '115.5000' },
    { remainQty: '2000', pledgePrice: '111.5000' },
    { remainQty: '0', pledgePrice: '999.0000' },
  ]
  expect(mergedPledgePrice(rows)).toBe('114.5')
  expect(dropRate(mergedPledgePrice(rows) ?? '0', '101.6400')).toBe('0.1123')
  expect(mergedPledgePrice([])).toBeUndefined()
})

it('E-13 makes up for no rise, and for goods without a price to nothing', () => {
  const row = { remainQty: '10', pledgePrice: '100', currentPrice: '120', pledgeRate: '0.5' }
  expect(dropCompensation([row])).toBe('0.00')
  expect([dropRate('100', '120'), dropRate('0', '120')]).toEqual(['-0.2000', '0.0000'])
})
