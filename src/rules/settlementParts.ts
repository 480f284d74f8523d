/** What is computed of receipts and of what they are matched with (E-27), with its figures. */
import type { Decimal } from '../../engine/core/decimal'
import { derive, type Derivation, type DerivationInput } from '../../engine/core/derivation'
import { figure } from './debt/terms'

const cents = { decimals: 2, mode: 'halfUp' } as const

/** What of a receipt is neither matched, nor a deposit, nor gone back. */
export function receiptParts({
  amount,
  verifiedAmount,
  depositAmount,
  refundedAmount,
}: Record<'amount' | 'verifiedAmount' | 'depositAmount' | 'refundedAmount', Decimal>): Record<'unverifiedAmount', Derivation> {
  const unverifiedAmount = derive({
    title: 'receipt.unverified',
    formula: 'amount - verified - deposited - refunded',
    rounding: cents,
    inputs: {
      amount: figure('figure.receiptAmount', amount),
      verified: figure('figure.verified', verifiedAmount),
      deposited: figure('figure.deposited', depositAmount),
      refunded: figure('figure.refunded', refundedAmount),
    },
  })
  return { unverifiedAmount }
}

/** What a verification can still take of a receipt, or has taken by one of its lines. */
export interface MatchedAmounts {
  /** Of the chosen receipts while they are not matched yet; afterwards the total that was stored, since they have changed. */
  payment: readonly Decimal[] | Decimal
  verified: readonly Decimal[]
  deposited: readonly Decimal[]
}

export function verificationParts({
  payment,
  verified,
  deposited,
}: MatchedAmounts): Record<'totalPayment' | 'totalVerified' | 'toDepositAmount' | 'openAmount', DerivationInput> {
  const totalPayment =
    typeof payment === 'string'
      ? figure('verification.payment', payment)
      : sumOf('verification.payment', 'figure.receiptUnverified', payment)
  const totalVerified = sumOf('verification.verified', 'figure.matchedLine', verified)
  const toDepositAmount = sumOf('verification.deposited', 'figure.depositLine', deposited)
  const openAmount = derive({
    title: 'verification.open',
    formula: 'payment - verified - deposited',
    rounding: cents,
    inputs: { payment: totalPayment, verified: totalVerified, deposited: toDepositAmount },
  })
  return { totalPayment, totalVerified, toDepositAmount, openAmount }
}

function sumOf(title: string, part: string, amounts: readonly Decimal[]): Derivation {
  return derive({ title, formula: 'sum(parts)', rounding: cents, inputs: { parts: amounts.map((amount) => figure(part, amount)) } })
}
