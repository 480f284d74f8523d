import { compareDecimals, maxDecimal, minDecimal, subtractDecimals, type Decimal } from '../../engine/core/decimal'

/** Takes a quantity from several, from each at most what it has, one after the other; `left` is what they do not have together. */
export function takeInOrder(
  qty: Decimal,
  from: readonly { id: string; most: Decimal }[],
): { parts: { id: string; qty: Decimal }[]; left: Decimal } {
  const parts: { id: string; qty: Decimal }[] = []
  let left = qty
  for (const { id, most } of from) {
    const taken = maxDecimal('0', minDecimal(left, most))
    if (compareDecimals(taken, '0') <= 0) continue
    parts.push({ id, qty: taken })
    left = subtractDecimals(left, taken)
  }
  return { parts, left }
}
