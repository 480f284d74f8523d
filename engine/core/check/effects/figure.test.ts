import { expect, it } from 'vitest'
import { parseExpression } from '../../expression'
import { placesOf, signOf, type Facts } from './figure'

const signs = { stock: 'never', typed: 'can', reckoned: 'unknown' } as const
const places = { stock: 4, typed: 2, whole: 0 } as const
const facts: Facts = {
  sign: ([name = '']) => (signs as Record<string, 'never' | 'can' | 'unknown'>)[name] ?? 'unknown',
  decimals: ([name = '']) => (places as Record<string, number>)[name],
}

it.each([
  ['0.5', 'never'],
  ['-1', 'can'],
  ['stock', 'never'],
  ['typed', 'can'],
  ['reckoned', 'unknown'],
  ['stock + 1', 'never'],
  ['stock - 1', 'unknown'],
  ['stock * typed', 'unknown'],
  ['-stock', 'unknown'],
  ['round(typed, 2)', 'can'],
  ['abs(typed)', 'never'],
  ['min([stock, 3])', 'never'],
  ['min([stock, typed])', 'can'],
  ['max([stock - 1, 0])', 'never'],
  ['max([stock - 1, stock])', 'unknown'],
  ['max([typed, typed])', 'can'],
  ['stock > 1 ? stock : 0', 'never'],
  ['stock > 1 ? typed : 0', 'can'],
  ['coalesce(stock, 0)', 'never'],
  ['sum(typed)', 'can'],
])('%s: below 0 %s', (text, sign) => {
  expect(signOf(parseExpression(text), facts)).toBe(sign)
})

it.each([
  ['1.25', 2],
  ['stock + typed', 4],
  ['stock * typed', 6],
  ['stock / 2', Infinity],
  ['round(stock / 2, 3)', 3],
  ['round(typed, 3)', 2],
  ['round(stock)', 0],
  ['max([stock - typed, 0])', 4],
  ['max([stock / 3, 0])', Infinity],
  ['coalesce(typed, unknown)', undefined],
  ['unknown * typed', undefined],
  ['whole > 0 ? typed : 0', 2],
  ['count(typed)', 0],
])('%s has %s places', (text, expected) => {
  expect(placesOf(parseExpression(text), facts)).toBe(expected)
})
