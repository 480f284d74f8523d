/** What is computed of receipts and of what they are matched with (E-27), with its figures. */
import type { Decimal } from '../../engine/core/decimal'
import { derive, type Derivation, type DerivationInput, type Source } from '../../engine/core/derivation'
import { figure, sumOf, sumOrFigure } from './debt/terms'

const cents = { decimals: 2, mode: 'halfUp' } as const

/** An amount, and the document that it stands in. */
export interface SourcedAmount {
  amount: Decimal
  source?: Source
}

/** What documents have taken of a receipt, and the flow of the bank that it came with. */
export interface ReceiptSources {
  flow?: Source | undefined
  verified: readonly SourcedAmount[]
  deposited: readonly SourcedAmount[]
  refunded: readonly SourcedAmount[]
}

/** What of a receipt is neither matched, nor a deposit, nor gone back. */
export function receiptParts(
  {
    amount,
    verifiedAmount,
    depositAmount,
    refundedAmount,
  }: Record<'amount' | 'verifiedAmount' | 'depositAmount' | 'refundedAmount', Decimal>,
  { flow, verified, deposited, refunded }: ReceiptSources,
): Record<'unverifiedAmount', Derivation> {
  const taken = (title: string, stored: Decimal, parts: readonly SourcedAmount[]): DerivationInput =>
    sumOrFigure(title, stored, figures('figure.takenPart', parts))
  const unverifiedAmount = derive({
    title: 'receipt.unverified',
    formula: 'amount - verified - deposited - refunded',
    rounding: cents,
    inputs: {
      amount: figure('figure.receiptAmount', amount, flow),
      verified: taken('figure.verified', verifiedAmount, verified),
      deposited: taken('figure.deposited', depositAmount, deposited),
      refunded: taken('figure.refunded', refundedAmount, refunded),
    },
  })
  return { unverifiedAmount }
}

/** What a verification can still take of a receipt, or has taken by one of its lines. */
export interface MatchedAmounts {
  /** Of the chosen receipts while they are not matched yet; afterwards the total that was stored, since they have changed. */
  payment: readonly SourcedAmount[] | Decimal
  verified: readonly SourcedAmount[]
  deposited: readonly SourcedAmount[]
}

export function verificationParts({
  payment,
  verified,
  deposited,
}: MatchedAmounts): Record<'totalPayment' | 'totalVerified' | 'toDepositAmount' | 'openAmount', DerivationInput> {
  const totalPayment =
    typeof payment === 'string'
      ? figure('verification.payment', payment)
      : sumOf('verification.payment', figures('figure.receiptUnverified', payment))
  const totalVerified = sumOf('verification.verified', figures('figure.matchedLine', verified))
  const toDepositAmount = sumOf('verification.deposited', figures('figure.depositLine', deposited))
  const openAmount = derive({
    title: 'verification.open',
    formula: 'payment - verified - deposited',
    rounding: cents,
    inputs: { payment: totalPayment, verified: totalVerified, deposited: toDepositAmount },
  })
  return { totalPayment, totalVerified, toDepositAmount, openAmount }
}

function figures(title: string, amounts: readonly SourcedAmount[]): DerivationInput[] {
  return amounts.map(({ amount, source }) => figure(title, amount, source))
}
