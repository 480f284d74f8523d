import { addDecimals, compareDecimals, negateDecimal, type Decimal } from '../../engine/core/decimal'

/** The four buckets of a batch; stock on hand is their sum (rule E.4). */
export type Bucket = 'availableQty' | 'pledgedQty' | 'frozenAvailQty' | 'frozenPledgeQty'
export const buckets: readonly Bucket[] = ['availableQty', 'pledgedQty', 'frozenAvailQty', 'frozenPledgeQty']

/** From which bucket to which; one of them is missing where goods come in or go out. */
interface Move {
  from?: Bucket
  to?: Bucket
}

/** Movements whose sides do not depend on anything but their type (matrix of rule E.4). */
const moves = {
  IN: { to: 'availableQty' },
  PLEDGE: { from: 'availableQty', to: 'pledgedQty' },
  UNPLEDGE: { from: 'pledgedQty', to: 'availableQty' },
  FREEZE_A: { from: 'availableQty', to: 'frozenAvailQty' },
  UNFREEZE_A: { from: 'frozenAvailQty', to: 'availableQty' },
  FREEZE_P: { from: 'pledgedQty', to: 'frozenPledgeQty' },
  UNFREEZE_P: { from: 'frozenPledgeQty', to: 'pledgedQty' },
  RELEASE: { from: 'frozenPledgeQty', to: 'frozenAvailQty' },
  OUT: { from: 'frozenAvailQty' },
  ADJUST_GAIN: { to: 'availableQty' },
} satisfies Record<string, Move>

export type MovementType = keyof typeof moves

/** How much each bucket changes. */
export type Deltas = Record<Bucket, Decimal> & { onHand: Decimal }

/** The changes of a movement of `qty` (> 0) after the matrix of rule E.4. */
export function movementDeltas(type: MovementType, qty: Decimal): Deltas {
  if (compareDecimals(qty, '0') <= 0) throw new RangeError(`a movement needs a quantity above zero, not ${qty}`)
  const move: Move = moves[type]
  const deltas: Deltas = { availableQty: '0', pledgedQty: '0', frozenAvailQty: '0', frozenPledgeQty: '0', onHand: '0' }
  if (move.from) deltas[move.from] = negateDecimal(qty)
  if (move.to) deltas[move.to] = qty
  deltas.onHand = addDecimals(...buckets.map((bucket) => deltas[bucket]))
  return deltas
}
