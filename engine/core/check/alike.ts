import type { ExpressionType } from '../expression'

/** Whether a value of one type can be taken over as one of the other, as far as types tell. */
export function areAlike(one: ExpressionType, other: ExpressionType): boolean {
  if (one === 'any' || other === 'any' || one === 'masked' || other === 'masked') return true
  return JSON.stringify(one) === JSON.stringify(other)
}
