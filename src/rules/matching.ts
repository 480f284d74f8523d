/** E-27: which receipt pays what that is owed. */
import { compareDecimals, roundDecimal, subtractDecimals, type Decimal } from '../../engine/core/decimal'

/** Money that is there, or that is owed. */
export interface Open {
  id: string
  unverifiedAmount: Decimal
}

/** One receipt, and how much of it pays a receivable; without one, what stays for the advance deposit. */
export interface Match {
  receiptId: string
  receivableId: string | null
  verifiedAmount: Decimal
}

/** What is due first is paid first, by the receipt that is named first; what is left when all is paid is left over. */
export function suggest(receipts: readonly Open[], receivables: readonly (Open & { dueDate: string })[]): Match[] {
  const money = receipts.map(({ id, unverifiedAmount }) => ({ id, left: unverifiedAmount }))
  const matches: Match[] = []
  for (const { id: receivableId, unverifiedAmount } of receivables.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate))) {
    let owed = unverifiedAmount
    for (const receipt of money) {
      const part = compareDecimals(receipt.left, owed) < 0 ? receipt.left : owed
      if (compareDecimals(part, '0') <= 0) continue
      matches.push({ receiptId: receipt.id, receivableId, verifiedAmount: roundDecimal(part, 2) })
      receipt.left = subtractDecimals(receipt.left, part)
      owed = subtractDecimals(owed, part)
    }
  }
  const rest = money.filter(({ left }) => compareDecimals(left, '0') > 0)
  return [...matches, ...rest.map(({ id, left }) => ({ receiptId: id, receivableId: null, verifiedAmount: roundDecimal(left, 2) }))]
}
