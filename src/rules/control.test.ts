import { expect, it } from 'vitest'
import { minControlValue, refuseBelowControl, refuseBeyondReleasable, releasableQty, releasableValue } from './control'

it('E-14 keeps 1,097,250.00 under control for 603,487.50 at 0.5500, and releases 500 boxes of 1,155,000.00', () => {
  const least = minControlValue('603487.50', '0.5500')
  const releasable = releasableValue('1155000.00', least)
  expect([least, releasable, releasableQty(releasable, '115.5000')]).toEqual(['1097250.00', '57750.00', '500.0000'])
})

it('E-14 releases nothing of what is below the least, and whole ten-thousandths of a unit only', () => {
  expect(releasableValue('1097250.00', '1097250.00')).toBe('0.00')
  expect(releasableValue('1097250.01', '1097250.00')).toBe('0.01')
  expect(releasableValue('1.00', '1097250.00')).toBe('0.00')
  expect(releasableQty('57749.99', '115.5000')).toBe('499.9999')
  expect(releasableQty('57750.00', '0')).toBe('0.0000')
})

it('E-14 asks for nothing while nothing is owed', () => {
  expect([minControlValue('0.00', '0.5500'), minControlValue('100.00', '0')]).toEqual(['0.00', '0.00'])
})

it('E-14 lets a loan be controlled at the least, and not a cent below', () => {
  expect(refuseBelowControl('1097250.00', '1097250.00')).toBeUndefined()
  expect(refuseBelowControl('1097249.99', '1097250.00')).toMatchObject({
    code: 'control.below-least',
    params: { controlled: '1097249.99', least: '1097250.00' },
  })
})

it('E-14 lets go what is releasable, and not a cent more', () => {
  expect(refuseBeyondReleasable('57750.00', '57750.00')).toBeUndefined()
  expect(refuseBeyondReleasable('57750.01', '57750.00')).toMatchObject({
    code: 'release.beyond-releasable',
    params: { value: '57750.01', releasable: '57750.00' },
  })
})
