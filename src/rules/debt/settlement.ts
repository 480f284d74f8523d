/** How money is spread over what is owed: fees, penalty, interest, principal (E-04, E-06, E-07). */
import {
  addDecimals,
  compareDecimals,
  minDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  type Decimal,
} from '../../../engine/core/decimal'
import { derive, type Derivation } from '../../../engine/core/derivation'
import { interestDays, type DayCount } from '../interest'
import { figure, interestInputs } from './terms'

/** Interest on principal that is repaid early (E-04): at least so many days are charged, of which some are missing. */
export interface MinimumDays {
  annualRate: Decimal
  dayCount: DayCount
  /** Days that are charged beyond those that have passed; 0 where enough have. */
  missing: number
}

export function minimumDays(
  debt: { annualRate: Decimal; dayCount: DayCount; startDate: string },
  minInterestDays: number,
  valueDate: string,
): MinimumDays {
  const { annualRate, dayCount, startDate } = debt
  return { annualRate, dayCount, missing: Math.max(0, minInterestDays - interestDays(startDate, valueDate, dayCount)) }
}

/** E-04: the supplement for a principal that is repaid. */
export function minSupplement(principal: Decimal, { missing, ...terms }: MinimumDays): Derivation {
  return derive({
    title: 'accrual.MIN_SUPPLEMENT',
    formula: 'principal * rate * days / basis',
    rounding: { decimals: 2, mode: 'halfUp' },
    inputs: interestInputs(principal, missing, terms),
  })
}

export interface PrincipalPart {
  principal: Derivation
  supplement: Decimal
}

/**
 * E-04, solved for the principal: how much of it an amount repays, with the supplement that this costs; at most what is owed. The cents that rounding
 * down leaves belong to the supplement.
 */
export function principalOfAmount(amount: Decimal, owed: Decimal, { missing, ...terms }: MinimumDays): PrincipalPart {
  const { rate, days, basis } = interestInputs(amount, missing, terms)
  const principal = derive({
    title: 'settlement.principal',
    formula: 'min([amount / (1 + rate * days / basis), owed])',
    rounding: { decimals: 2, mode: 'floor' },
    inputs: { amount: figure('figure.rest', amount), owed: figure('figure.owedPrincipal', owed), rate, days, basis },
  })
  // No principal is repaid by less than its supplement.
  if (missing === 0 || !isSome(principal.value)) return { principal, supplement: '0.00' }
  const whole = compareDecimals(principal.value, owed) === 0
  const charged = minSupplement(principal.value, { ...terms, missing }).value
  const rest = roundDecimal(subtractDecimals(amount, principal.value), 2)
  return { principal, supplement: whole ? minDecimal(charged, rest) : rest }
}

export interface OwedFee {
  id: string
  dueDate: string
  amount: Decimal
}

export interface OwedDebt {
  id: string
  debtNo: string
  overdue: boolean
  effectiveDueDate: string
  penalty: Decimal
  interest: Decimal
  principal: Decimal
  minimum: MinimumDays
}

export interface DebtPart {
  id: string
  penaltyPart: Decimal
  /** With the supplement. */
  interestPart: Decimal
  principalPart: Decimal
  supplement: Decimal
}

export interface Settlement {
  fees: { id: string; feePart: Decimal }[]
  debts: DebtPart[]
  /** What nobody owes (E-06: it goes to the advance deposit). */
  overpaid: Decimal
}

/** E-06: fees first, by their due dates; then the debts, overdue ones first, of each its penalty, interest and principal. */
export function settle(amount: Decimal, fees: readonly OwedFee[], debts: readonly OwedDebt[]): Settlement {
  let rest = amount
  const pay = (owed: Decimal): Decimal => {
    const part = roundDecimal(minDecimal(owed, rest), 2)
    rest = subtractDecimals(rest, part)
    return part
  }
  const paidFees = fees.toSorted(byDueDate).map(({ id, amount: owed }) => ({ id, feePart: pay(owed) }))
  const paidDebts = debts.toSorted(inOrder).map((debt): DebtPart => {
    const penaltyPart = pay(debt.penalty)
    const interest = pay(debt.interest)
    const { principal, supplement } = principalOfAmount(rest, debt.principal, debt.minimum)
    rest = subtractDecimals(rest, principal.value, supplement)
    const interestPart = roundDecimal(addDecimals(interest, supplement), 2)
    return { id: debt.id, penaltyPart, interestPart, principalPart: principal.value, supplement }
  })
  return {
    fees: paidFees.filter(({ feePart }) => isSome(feePart)),
    debts: paidDebts.filter((part) => isSome(addDecimals(part.penaltyPart, part.interestPart, part.principalPart))),
    overpaid: roundDecimal(rest, 2),
  }
}

export function byDueDate(one: OwedFee, other: OwedFee): number {
  return compareTexts(one.dueDate, other.dueDate) || compareTexts(one.id.padStart(20, '0'), other.id.padStart(20, '0'))
}

type Ordered = Pick<OwedDebt, 'overdue' | 'effectiveDueDate' | 'debtNo'>

export function inOrder(one: Ordered, other: Ordered): number {
  return (
    Number(other.overdue) - Number(one.overdue) ||
    compareTexts(one.effectiveDueDate, other.effectiveDueDate) ||
    compareTexts(one.debtNo, other.debtNo)
  )
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function isSome(amount: Decimal): boolean {
  return compareDecimals(amount, '0') > 0
}

/** Where the money of a repayment comes from (E-07). */
export interface RepaymentSources {
  receiptAmount: Decimal
  bondOffset: Decimal
  depositOffset: Decimal
  transferAmount: Decimal
  writeOffAmount: Decimal
}

/** E-07: what a repayment comes to. */
export function totalOf(sources: RepaymentSources): Derivation {
  return derive({
    title: 'settlement.total',
    formula: 'receiptAmount + bondOffset + depositOffset + transferAmount + writeOffAmount',
    rounding: { decimals: 2, mode: 'halfUp' },
    inputs: Object.fromEntries(Object.entries(sources).map(([name, value]) => [name, figure(`figure.${name}`, value)])),
  })
}

/** E-07: what a repayment does to the receipt that it came with. */
export function receiptParts(receiptAmount: Decimal, overpaid: Decimal): { verified: Decimal; deposited: Decimal } {
  return { verified: roundDecimal(subtractDecimals(receiptAmount, overpaid), 2), deposited: roundDecimal(overpaid, 2) }
}

/** E-07: offsets pay what is owed, and are never deposited again. */
export function isOffsetTooMuch({ bondOffset, depositOffset }: RepaymentSources, owed: Decimal): boolean {
  return compareDecimals(addDecimals(bondOffset, depositOffset), owed) > 0
}

/** All parts of a settlement together. */
export function settled({ fees, debts }: Settlement): Decimal {
  const ofDebts = debts.flatMap(({ penaltyPart, interestPart, principalPart }) => [penaltyPart, interestPart, principalPart])
  return roundDecimal(sumDecimals([...fees.map(({ feePart }) => feePart), ...ofDebts]), 2)
}
