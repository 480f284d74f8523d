import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals, minDecimal, sumDecimals } from '../../../core/decimal'
import { giveInOrder, restOf, takenOf } from './match'

const lines = [
  { giver: '1', taker: 'a', amount: '60.00' },
  { giver: '1', taker: 'b', amount: '30.00' },
  { giver: '2', taker: 'b', amount: 'x' },
  { giver: '2', taker: null, amount: '5.00' },
]

it('adds up what lines take of each side; a line without a taker, and what is no number yet, take nothing there', () => {
  expect([...takenOf(lines, 'giver', 'amount')].map(([id, taken]) => [id, Number(taken)])).toEqual([
    ['1', 90],
    ['2', 5],
  ])
  expect([...takenOf(lines, 'taker', 'amount')].map(([id, taken]) => [id, Number(taken)])).toEqual([
    ['a', 60],
    ['b', 30],
  ])
})

it('says what is left, also when more was taken than there was', () => {
  const taken = takenOf(lines, 'giver', 'amount')
  expect(Number(restOf({ id: '1', left: '100.00' }, taken))).toBe(10)
  expect(Number(restOf({ id: '1', left: '80.00' }, taken))).toBe(-10)
  expect(Number(restOf({ id: '9', left: '80.00' }, taken))).toBe(80)
})

describe('what is given', () => {
  it('comes from the first that has something, until there is enough', () => {
    const givers = [
      { id: '1', left: '0' },
      { id: '2', left: '-3.00' },
      { id: '3', left: '40.00' },
      { id: '4', left: '50.00' },
      { id: '5', left: '60.00' },
    ]
    expect(giveInOrder(givers, '70.00').map(({ id, amount }) => `${id} ${Number(amount)}`)).toEqual(['3 40', '4 30'])
    expect(giveInOrder(givers, '0')).toEqual([])
  })

  it('is what is wanted or all there is, and never more than one has', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map((value) => (value / 100).toFixed(2))
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 6 }), cents, (lefts, wanted) => {
        const givers = lefts.map((left, index) => ({ id: String(index), left }))
        const given = giveInOrder(givers, wanted)
        expect(compareDecimals(sumDecimals(given.map(({ amount }) => amount)), minDecimal(wanted, sumDecimals(lefts)))).toBe(0)
        for (const { id, amount } of given) expect(compareDecimals(amount, lefts[Number(id)] ?? '0')).toBeLessThanOrEqual(0)
      }),
    )
  })
})
