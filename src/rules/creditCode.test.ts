import { expect, it } from 'vitest'
import { creditCodeCheck, isCreditCode } from './creditCode'

it('E-41 finds the check character of the worked example', () => {
  expect(creditCodeCheck('91310115MA1DEM001')).toBe('T')
  expect(isCreditCode('91310115MA1DEM001T')).toBe(true)
})

it.each([
  ['a wrong check character', '91310115MA1DEM001U'],
  ['two digits changed places', '91310151MA1DEM001T'],
  ['a letter that is not used', '91310115MAIDEM001T'],
  ['a character too few', '91310115MA1DEM001'],
  ['small letters', '91310115ma1dem001t'],
])('E-41 refuses %s', (_name, code) => {
  expect(isCreditCode(code)).toBe(false)
})
