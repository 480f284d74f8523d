/** What two sides have, what lines take of them, and what is left: figures of rows that give and rows that take. */
import { addDecimals, compareDecimals, minDecimal, subtractDecimals, toDecimal, type Decimal } from '../../../core/decimal'
import { isBlank } from '../../../core/fields'
import type { Values } from '../../../core/record/values'

export interface Giver {
  id: string
  /** How much it has, before any line. */
  left: Decimal
}

/** What the lines take, by the id that each has of this side. */
export function takenOf(lines: readonly Values[], field: string, amount: string): Map<string, Decimal> {
  const taken = new Map<string, Decimal>()
  for (const line of lines) {
    if (isBlank(line[field])) continue
    const id = String(line[field])
    taken.set(id, addDecimals(taken.get(id) ?? '0', toDecimal(line[amount]) ?? '0'))
  }
  return taken
}

export function restOf({ id, left }: Giver, taken: ReadonlyMap<string, Decimal>): Decimal {
  return subtractDecimals(left, taken.get(id) ?? '0')
}

/** So much is taken of those that give, the first first; less where they have less. */
export function giveInOrder(givers: readonly Giver[], wanted: Decimal): { id: string; amount: Decimal }[] {
  const given: { id: string; amount: Decimal }[] = []
  let open = wanted
  for (const { id, left } of givers) {
    if (compareDecimals(open, '0') <= 0) break
    if (compareDecimals(left, '0') <= 0) continue
    const amount = minDecimal(left, open)
    given.push({ id, amount })
    open = subtractDecimals(open, amount)
  }
  return given
}
