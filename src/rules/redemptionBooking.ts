/** What a redemption that finance has checked books as its repayment (E-07, E-15, E-16; decisions B2, B5). */
import {
  addDecimals,
  compareDecimals,
  maxDecimal,
  minDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  type Decimal,
} from '../../engine/core/decimal'
import { owedOn } from './debt/owed'
import { allocationsOf, type Allocation, type BasisDebt, type SettledDebt } from './debt/repayment'
import { minimumDays, minSupplement } from './debt/settlement'
import type { DebtShare } from './redemption'

/**
 * What of the agreed parts is still owed: others may have repaid meanwhile (decision B5). What a debt note does not owe any more is not booked, neither
 * as repaid nor as moved to a credit note.
 */
export function stillOwed(shares: readonly DebtShare[], debts: readonly BasisDebt[], calcDate: string): SettledDebt[] {
  const known = new Map(debts.map((debt) => [debt.id, debt]))
  return shares.flatMap((share) => {
    const debt = known.get(share.debtNoteId)
    if (!debt) return []
    const owed = owedOn(debt, calcDate)
    const principalPart = less(share.principalPart, debt.principal)
    const supplement = less(share.supplement, minSupplement(principalPart, minimumDays(debt, debt.minInterestDays, calcDate)).value)
    const interest = less(subtractDecimals(share.interestPart, share.supplement), owed.interest.value)
    const penaltyPart = less(share.penaltyPart, owed.penalty.value)
    const interestPart = cents(addDecimals(interest, supplement))
    return [{ id: debt.id, debt, owed, principalPart, interestPart, penaltyPart, supplement }]
  })
}

export interface RedemptionMoney {
  isCredit: boolean
  /** What has come in. */
  cash: Decimal
  bondOffset: Decimal
  depositOffset: Decimal
}

export interface RedemptionAllocation extends Omit<Allocation, 'allocType'> {
  allocType: Allocation['allocType'] | 'TRANSFER'
}

export interface RedemptionBooking {
  allocs: RedemptionAllocation[]
  /** Of the offsets what is needed; what is not stays where it is. */
  bondOffset: Decimal
  depositOffset: Decimal
  /** What becomes a credit note. */
  transferAmount: Decimal
  /** Money that nobody owes any more: it goes to the advance deposit. */
  overpaid: Decimal
}

/** @param fees what is paid of each receivable */
export function bookingOf(
  debts: readonly SettledDebt[],
  fees: readonly { receivableId: string; feePart: Decimal }[],
  { isCredit, cash, bondOffset, depositOffset }: RedemptionMoney,
): RedemptionBooking {
  const transferAmount = isCredit ? cents(sumDecimals(debts.map(({ principalPart }) => principalPart))) : '0.00'
  const paid = isCredit ? debts.map((debt) => ({ ...debt, principalPart: '0.00' })) : debts
  const owed = sumDecimals([
    ...fees.map(({ feePart }) => feePart),
    ...paid.flatMap(({ penaltyPart, interestPart, principalPart }) => [penaltyPart, interestPart, principalPart]),
  ])
  const excess = cents(maxDecimal('0', subtractDecimals(addDecimals(cash, bondOffset, depositOffset), owed)))
  const overpaid = less(excess, cash)
  const unusedDeposit = less(subtractDecimals(excess, overpaid), depositOffset)
  const unusedBond = cents(subtractDecimals(excess, overpaid, unusedDeposit))
  const settlement = { fees: fees.map(({ receivableId: id, feePart }) => ({ id, feePart })), debts: [...paid], overpaid }
  return {
    allocs: [...(isCredit ? transfersOf(debts) : []), ...allocationsOf(settlement, cents(subtractDecimals(cash, overpaid)))],
    bondOffset: cents(subtractDecimals(bondOffset, unusedBond)),
    depositOffset: cents(subtractDecimals(depositOffset, unusedDeposit)),
    transferAmount,
    overpaid,
  }
}

/** Principal that changes its debt note and is not paid (E-16). */
function transfersOf(debts: readonly SettledDebt[]): RedemptionAllocation[] {
  return debts.flatMap(({ id, debt, principalPart }) =>
    compareDecimals(principalPart, '0') > 0
      ? [
          {
            debtNoteId: id,
            receivableId: null,
            allocType: 'TRANSFER' as const,
            isTaxLoan: debt.isTaxLoan,
            feePart: '0.00',
            penaltyPart: '0.00',
            interestPart: '0.00',
            principalPart,
          },
        ]
      : [],
  )
}

/** Where money came in on several bank accounts, what of each was for the redemption: what is too much is taken from the last. */
export function splitArrivals<Arrival extends { amount: Decimal }>(
  arrivals: readonly Arrival[],
  overpaid: Decimal,
): (Arrival & { received: Decimal; deposited: Decimal })[] {
  let rest = overpaid
  return arrivals
    .toReversed()
    .map((arrival) => {
      const deposited = less(rest, arrival.amount)
      rest = subtractDecimals(rest, deposited)
      return { ...arrival, deposited, received: cents(subtractDecimals(arrival.amount, deposited)) }
    })
    .toReversed()
}

function less(amount: Decimal, limit: Decimal): Decimal {
  return cents(maxDecimal('0', minDecimal(amount, limit)))
}

function cents(amount: Decimal): Decimal {
  return roundDecimal(amount, 2)
}
