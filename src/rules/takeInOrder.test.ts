import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDecimals, compareDecimals, sumDecimals } from '../../engine/core/decimal'
import { takeInOrder } from './takeInOrder'

const items = [
  { id: '1', most: '40.0000' },
  { id: '2', most: '0.0000' },
  { id: '3', most: '60.0000' },
]

it.each([
  ['nothing of nothing', '0', [], '0'],
  ['of the first alone what it has', '40', ['1 40'], '0'],
  ['of the next what the first has not', '40.0001', ['1 40', '3 0.0001'], '0'],
  ['all there is, and tells what is missing', '100.5', ['1 40', '3 60'], '0.5'],
])('A30 takes %s', (_what, qty, parts, left) => {
  const taken = takeInOrder(qty, items)
  expect(taken.parts.map((part) => `${part.id} ${Number(part.qty)}`)).toEqual(parts)
  expect(Number(taken.left)).toBe(Number(left))
})

it('loses nothing, takes from none more than it has, and leaves an earlier one unspent for no later one', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 }).map((units) => (units / 10_000).toFixed(4))
  fc.assert(
    fc.property(amount, fc.array(amount, { maxLength: 8 }), (qty, mosts) => {
      const from = mosts.map((most, index) => ({ id: String(index), most }))
      const { parts, left } = takeInOrder(qty, from)
      expect(compareDecimals(addDecimals(left, sumDecimals(parts.map((part) => part.qty))), qty)).toBe(0)
      for (const [at, part] of parts.entries()) {
        const spent = compareDecimals(part.qty, mosts[Number(part.id)] ?? '0')
        expect(spent).toBeLessThanOrEqual(0)
        if (at < parts.length - 1 || compareDecimals(left, '0') > 0) expect(spent).toBe(0)
      }
    }),
  )
})
