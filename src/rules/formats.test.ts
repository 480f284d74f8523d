import { expect, it } from 'vitest'
import { formats } from './formats'

it.each([
  ['uscc', '91310115MA1DEM001T', true],
  ['uscc', '91310115MA1DEM001U', false],
  ['uscc', '91310115ma1dem001t', true],
  ['uscc', 'HRB-204418', true],
  ['uscc', 'HRB 204418/B', true],
  ['uscc', '12', false],
  ['swift', 'DEMODEFF', true],
  ['swift', 'DEMODEFFXXX', true],
  ['swift', 'DEMODEFFXX', false],
  ['swift', 'demodeff', false],
  ['swift', '1EMODEFF', false],
  ['mobile', '13800138000', true],
  ['mobile', '1380013800', false],
  ['phone', '021-50001234', true],
  ['phone', '+49-30-1234567', false],
  ['phone', '+852-2345-6789', false],
  ['phone', '13800138000', true],
  ['phone', 'call me', false],
  ['email', 'a.b@demo.example', true],
  ['email', 'a.b@demo', false],
  ['email', 'a b@demo.example', false],
])('%s of %s is %s', (name, text, expected) => {
  expect(formats[name]?.test(text)).toBe(expected)
})
