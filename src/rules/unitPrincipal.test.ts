import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareDecimals, multiplyDecimals, roundDecimal, subtractDecimals, sumDecimals } from '../../engine/core/decimal'
import { arrivedPrincipal, unitPrincipals, unitWeight } from './unitPrincipal'

const amounts = (balance: string, rows: { remainQty: string; unitWeight: string }[]): string[] =>
  unitPrincipals(balance, rows).map((unit, index) => roundDecimal(multiplyDecimals(unit, rows[index]!.remainQty), 2))

it('E-15b A8 shares a payment by what may be financed on each row', () => {
  // 550,000 and 400,000 may be financed on goods of one value.
  const rows = [
    { remainQty: '1000', unitWeight: unitWeight({ pledgePrice: '1000', pledgeRate: '0.5500' }) },
    { remainQty: '2500', unitWeight: unitWeight({ pledgePrice: '400', pledgeRate: '0.4000' }) },
  ]
  expect(amounts('475000.00', rows)).toEqual(['275000.00', '200000.00'])
})

it('E-15b gives 6,000 boxes 55.902000 of 335,412.00, and 50.000000 of what is left after 35,412.00', () => {
  const rows = [{ remainQty: '6000', unitWeight: unitWeight({ pledgePrice: '115.5000', pledgeRate: '0.5500' }) }]
  expect(unitPrincipals('335412.00', rows)).toEqual(['55.902000'])
  expect(unitPrincipals('300000.00', rows)).toEqual(['50.000000'])
})

it('E-11 E-15b spreads the approved amount over what is pledged, 63.525000 a box', () => {
  expect(unitPrincipals('635250.00', [{ remainQty: '10000', unitWeight: '63.525' }])).toEqual(['63.525000'])
})

it('E-15b can be reckoned after everything is repaid, and again when that is taken back', () => {
  const rows = [
    { remainQty: '100', unitWeight: '2' },
    { remainQty: '0', unitWeight: '5' },
  ]
  expect(unitPrincipals('0.00', rows)).toEqual(['0.000000', '0.000000'])
  expect(unitPrincipals('150.00', rows)).toEqual(['1.500000', '0.000000'])
  expect(unitPrincipals('150.00', [])).toEqual([])
  expect(unitPrincipals('150.00', [{ remainQty: '100', unitWeight: '0' }])).toEqual(['0.000000'])
})

it('E-15b weighs goods of a plan by their planned price alone', () => {
  const rows = [
    { remainQty: '4000', unitWeight: unitWeight({ planPrice: '50.0000' }) },
    { remainQty: '1000', unitWeight: unitWeight({ planPrice: '200.0000' }) },
  ]
  expect(amounts('1139200.00', rows)).toEqual(['569600.00', '569600.00'])
})

it('E-15b B1 lets what has arrived of a plan answer for 1,139,200.00 of 2,848,000.00, and for 1,000,000.00 after 139,200.00', () => {
  const progress = { financedParts: ['356000.00', '2492000.00'], missingValue: '2136000.00', planAmountCny: '3560000.00' }
  expect(arrivedPrincipal('2848000.00', progress)).toBe('1139200.00')
  expect(arrivedPrincipal('2708800.00', progress)).toBe('1000000.00')
  expect(arrivedPrincipal('1708800.00', progress)).toBe('0.00')
  expect(arrivedPrincipal('1708799.99', progress)).toBe('0.00')
  expect(arrivedPrincipal('356000.00', { ...progress, financedParts: ['356000.00'], missingValue: '3560000.00' })).toBe('0.00')
})

it('I-07 leaves no more than the rounding of each unit between the rows and the balance', () => {
  const row = fc.record({
    remainQty: fc.integer({ min: 1, max: 10_000_000 }).map((units) => `${units / 10_000}`),
    unitWeight: fc.integer({ min: 1, max: 10_000_000 }).map((units) => `${units / 1_000}`),
  })
  const balances = fc.integer({ min: 0, max: 1_000_000_000 }).map((cents) => (cents / 100).toFixed(2))
  fc.assert(
    fc.property(balances, fc.array(row, { minLength: 1, maxLength: 8 }), (balance, rows) => {
      const exact = unitPrincipals(balance, rows).map((unit, index) => multiplyDecimals(unit, rows[index]!.remainQty))
      const difference = subtractDecimals(sumDecimals(exact), balance)
      const allowed = multiplyDecimals(sumDecimals(rows.map(({ remainQty }) => remainQty)), '0.000001')
      expect(compareDecimals(difference, allowed)).toBeLessThanOrEqual(0)
      expect(compareDecimals(difference, `-${allowed}`)).toBeGreaterThanOrEqual(0)
    }),
  )
})
