import { expect, it } from 'vitest'
import { buckets, movementDeltas, type MovementType } from './stockMovement'

/** Rows of the matrix in rule E.4: dA, dP, dFA, dFP, dOnHand for a quantity of 5. */
const matrix: Record<MovementType, string[]> = {
  IN: ['5', '0', '0', '0', '5'],
  PLEDGE: ['-5', '5', '0', '0', '0'],
  UNPLEDGE: ['5', '-5', '0', '0', '0'],
  FREEZE_A: ['-5', '0', '5', '0', '0'],
  UNFREEZE_A: ['5', '0', '-5', '0', '0'],
  FREEZE_P: ['0', '-5', '0', '5', '0'],
  UNFREEZE_P: ['0', '5', '0', '-5', '0'],
  RELEASE: ['0', '0', '5', '-5', '0'],
  OUT: ['0', '0', '-5', '0', '-5'],
  ADJUST_GAIN: ['5', '0', '0', '0', '5'],
}

it.each(Object.entries(matrix))('moves the buckets for %s as the matrix says', (type, expected) => {
  const deltas = movementDeltas(type as MovementType, '5')
  expect([...buckets.map((bucket) => deltas[bucket]), deltas.onHand]).toEqual(expected)
})

it('refuses a quantity of zero or less', () => {
  expect(() => movementDeltas('IN', '0')).toThrow(RangeError)
  expect(() => movementDeltas('IN', '-1')).toThrow(RangeError)
})
