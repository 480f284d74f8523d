/**
 * What a redemption costs (E-15, E-16): the same for the form while it is typed, its submission and its approval.
 *
 *   goods × what a unit answers for ──► principal ──► top-up by what stays pledged ──► parts by debt note ──► interest, penalty
 *
 * Redemptions of the same loan that are under way count as done: what they repay is not owed any more, what they take is not pledged any more.
 */
import { daysBetween, startOfDay } from '../../engine/core/dateTime'
import {
  addDecimals,
  allocateDecimal,
  compareDecimals,
  divideDecimals,
  maxDecimal,
  minDecimal,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  type Decimal,
} from '../../engine/core/decimal'
import type { Refusal } from '../../engine/core/refusal'
import { interestDaysAccrued, interestDaysOn, penaltyDaysOn, penaltyDaysThrough } from './debt/accrual'
import type { BasisDebt } from './debt/repayment'
import { inOrder, minimumDays, minSupplement } from './debt/settlement'
import { basisOf } from './debt/terms'
import { no } from './guards'
import { unitPrincipals } from './unitPrincipal'
import { loanToValue } from './waterline'

/** Goods pledged to the loan, whether or not they are redeemed. */
export interface PledgedGoods {
  id: string
  remainQty: Decimal
  /** Of it what other redemptions under way take. */
  otherQty: Decimal
  /** What a unit is worth today (E-09). */
  price: Decimal
  /** What a unit was worth when it was pledged, times its rate (E-15b). */
  unitWeight: Decimal
  /** Since when it has been in the warehouse. */
  inDate: string
}

/** What another redemption under way repays of a debt note, as of its own day. */
export interface OtherShare {
  calcDate: string
  principal: Decimal
  /** Without its supplement, which is not accrued yet. */
  interest: Decimal
  penalty: Decimal
}

/** A debt note of the loan, with what other redemptions under way repay of it. Credit notes are none: they have no goods. */
export interface RedeemedDebt extends BasisDebt {
  others: readonly OtherShare[]
}

export interface RedemptionFacts {
  isCredit: boolean
  calcDate: string
  initialRate: Decimal
  /** What the pledged goods answer for (E-15b), with what other redemptions under way repay. */
  balance: Decimal
  pledged: readonly PledgedGoods[]
  /** Something else answers for the balance: goods on their way, or such as a plan has still to bring. */
  moreToCome: boolean
  lines: readonly { pledgeItemId: string; qty: Decimal }[]
  debts: readonly RedeemedDebt[]
  /** Service fees that are due and that no other redemption pays. */
  fees: readonly { id: string; amount: Decimal }[]
  storageFeeRate: Decimal
  freeDays: number
  bondOffset: Decimal
  depositOffset: Decimal
}

export interface RedeemedLine {
  unitPrincipal: Decimal
  principalDue: Decimal
  unitValue: Decimal
  goodsValue: Decimal
  stockDays: number
  storageFee: Decimal
}

export interface DebtShare {
  debtNoteId: string
  principalPart: Decimal
  /** With the supplement. */
  interestPart: Decimal
  penaltyPart: Decimal
  /** What is charged for a principal that is repaid early (E-04). */
  supplement: Decimal
}

export interface RedemptionAmounts {
  goodsValue: Decimal
  principalDue: Decimal
  topUpPrincipal: Decimal
  interestDue: Decimal
  penaltyDue: Decimal
  serviceFeeDue: Decimal
  storageFeeDue: Decimal
  totalDue: Decimal
  /** What becomes a credit note; 0 of a redemption that is paid. */
  transferAmount: Decimal
  cashDue: Decimal
  ltvBefore: Decimal
  ltvAfter: Decimal
}

export interface ComputedRedemption {
  amounts: RedemptionAmounts
  lines: RedeemedLine[]
  debts: DebtShare[]
  fees: { receivableId: string; feePart: Decimal }[]
  /** Once it is done: what is owed, and what of it the goods that stay pledged may answer for. */
  left: { owed: Decimal; most: Decimal }
}

export function redemptionOf(facts: RedemptionFacts): ComputedRedemption {
  const { isCredit, calcDate, debts, bondOffset, depositOffset } = facts
  const balance = openBalance(facts)
  const { lines, principalDue } = redeemedLines(facts, balance)
  const after = valueOf(facts, afterThis(facts))
  const owedAfter = subtractDecimals(balance, principalDue)
  const most = cents(multiplyDecimals(facts.initialRate, after))
  const topUpPrincipal = cents(atLeastNothing(subtractDecimals(owedAfter, most)))
  const principal = cents(addDecimals(principalDue, topUpPrincipal))
  const shares = sharesOf(debts, principal, calcDate)
  const [interestDue, penaltyDue] = [sumOf(shares, 'interestPart'), sumOf(shares, 'penaltyPart')]
  const [goodsValue, storageFeeDue] = [sumOf(lines, 'goodsValue'), sumOf(lines, 'storageFee')]
  const serviceFeeDue = sumOf(facts.fees, 'amount')
  const totalDue = cents(addDecimals(principal, interestDue, penaltyDue, serviceFeeDue, storageFeeDue))
  const transferAmount = isCredit ? principal : '0.00'
  return {
    lines,
    debts: shares,
    fees: facts.fees.map(({ id, amount }) => ({ receivableId: id, feePart: amount })),
    left: { owed: cents(subtractDecimals(owedAfter, topUpPrincipal)), most },
    amounts: {
      goodsValue,
      principalDue,
      topUpPrincipal,
      interestDue,
      penaltyDue,
      serviceFeeDue,
      storageFeeDue,
      totalDue,
      transferAmount,
      cashDue: cents(subtractDecimals(totalDue, transferAmount, bondOffset, depositOffset)),
      ltvBefore: loanToValue(balance, valueOf(facts, beforeThis)),
      ltvAfter: loanToValue(subtractDecimals(owedAfter, topUpPrincipal), after),
    },
  }
}

/** What the goods answer for once the other redemptions are done. */
function openBalance({ balance, debts }: RedemptionFacts): Decimal {
  return cents(atLeastNothing(subtractDecimals(balance, ...debts.flatMap(({ others }) => others.map(({ principal }) => principal)))))
}

type Remaining = (goods: PledgedGoods) => Decimal

const beforeThis: Remaining = ({ remainQty, otherQty }) => atLeastNothing(subtractDecimals(remainQty, otherQty))

function afterThis({ lines }: RedemptionFacts): Remaining {
  const taken = new Map(lines.map(({ pledgeItemId, qty }) => [pledgeItemId, qty]))
  return (goods) => atLeastNothing(subtractDecimals(beforeThis(goods), taken.get(goods.id) ?? '0'))
}

function valueOf({ pledged }: RedemptionFacts, remaining: Remaining): Decimal {
  return sumDecimals(pledged.map((goods) => cents(multiplyDecimals(remaining(goods), goods.price))))
}

/**
 * E-15: of each line its quantity times what a unit answers for; when nothing stays pledged the lines carry the whole balance, so that no cent is left
 * without goods. Never more than the balance.
 */
function redeemedLines(facts: RedemptionFacts, balance: Decimal): { lines: RedeemedLine[]; principalDue: Decimal } {
  const { pledged, lines, calcDate, storageFeeRate, freeDays, moreToCome } = facts
  const units = unitPrincipals(
    balance,
    pledged.map((goods) => ({ remainQty: beforeThis(goods), unitWeight: goods.unitWeight })),
  )
  const known = new Map(pledged.map((goods, index) => [goods.id, { goods, unit: units[index] ?? '0.000000' }]))
  const found = lines.map(({ pledgeItemId, qty }) => {
    const { goods, unit } = known.get(pledgeItemId) ?? {}
    const stockDays = goods ? Math.max(0, daysBetween(goods.inDate, calcDate)) : 0
    const unitValue = goods?.price ?? '0.0000'
    return {
      unitPrincipal: unit ?? '0.000000',
      principalDue: cents(multiplyDecimals(qty, unit ?? '0')),
      unitValue,
      goodsValue: cents(multiplyDecimals(qty, unitValue)),
      stockDays,
      storageFee: cents(multiplyDecimals(qty, storageFeeRate, String(Math.max(0, stockDays - freeDays)))),
    }
  })
  const sum = sumOf(found, 'principalDue')
  const nothingStays = lines.length > 0 && !moreToCome && pledged.every((goods) => isNothing(afterThis(facts)(goods)))
  if (!nothingStays && compareDecimals(sum, balance) <= 0) return { lines: found, principalDue: sum }
  const weights = found.map(({ principalDue }) => principalDue)
  const parts = isNothing(sum) ? weights : allocateDecimal(balance, weights, 2)
  return {
    lines: found.map((line, index) => ({ ...line, principalDue: parts[index] ?? line.principalDue })),
    principalDue: nothingStays ? balance : cents(sumDecimals(parts)),
  }
}

/** The earliest due first; of each note interest and penalty in proportion to what is repaid of it, all of them when all is (E-15). */
function sharesOf(debts: readonly RedeemedDebt[], principal: Decimal, calcDate: string): DebtShare[] {
  let rest = principal
  return debts.toSorted(byDueDate).flatMap((debt) => {
    const open = cents(atLeastNothing(subtractDecimals(debt.principal, ...debt.others.map(({ principal: taken }) => taken))))
    const principalPart = cents(minDecimal(open, rest))
    if (isNothing(principalPart)) return []
    rest = subtractDecimals(rest, principalPart)
    const share = (unpaid: Decimal): Decimal =>
      cents(
        atLeastNothing(compareDecimals(principalPart, open) === 0 ? unpaid : divideDecimals(multiplyDecimals(unpaid, principalPart), open)),
      )
    const supplement = minSupplement(principalPart, minimumDays(debt, debt.minInterestDays, calcDate)).value
    const interest = share(unpaidInterest(debt, calcDate))
    const penaltyPart = share(unpaidPenalty(debt, calcDate))
    return [{ debtNoteId: debt.id, principalPart, interestPart: cents(addDecimals(interest, supplement)), penaltyPart, supplement }]
  })
}

/** E-15: first in, first out by their due dates; that one is overdue changes nothing. */
function byDueDate(one: RedeemedDebt, other: RedeemedDebt): number {
  return inOrder({ ...one, overdue: false }, { ...other, overdue: false })
}

/**
 * With 6 decimals: rounded once, when it is shared out. What others repay bears interest up to their days and not to this one, with which they pay
 * theirs.
 */
function unpaidInterest(debt: RedeemedDebt, day: string): Decimal {
  const days = interestDaysOn(debt, day) - interestDaysAccrued(debt)
  const taken = debt.others.map(({ calcDate, principal, interest }) =>
    addDecimals(interest, grown({ ...debt, principal }, interestDaysOn(debt, day) - interestDaysOn(debt, calcDate))),
  )
  return subtractDecimals(addDecimals(debt.accruedInterest, grown(debt, days)), debt.paidInterest, ...taken)
}

function unpaidPenalty(debt: RedeemedDebt, day: string): Decimal {
  const days = penaltyDaysOn(debt, day) - penaltyDaysThrough(debt, debt.lastPenaltyDate)
  const taken = debt.others.map(({ calcDate, principal, penalty }) =>
    addDecimals(penalty, grown({ ...debt, principal }, penaltyDaysOn(debt, day) - penaltyDaysOn(debt, calcDate), debt.penaltyUplift)),
  )
  return subtractDecimals(addDecimals(debt.accruedPenalty, grown(debt, days, debt.penaltyUplift)), debt.paidPenalty, ...taken)
}

function grown({ principal, annualRate, dayCount }: BasisDebt, days: number, uplift: Decimal = '1'): Decimal {
  return roundDecimal(divideDecimals(multiplyDecimals(principal, annualRate, uplift, String(days)), basisOf(dayCount)), 6)
}

/** Offsets pay principal and interest, of a redemption on credit interest alone: fees and penalties are paid in cash (E-15). */
export function refuseOffsets(
  { bondOffset, depositOffset, isCredit }: Pick<RedemptionFacts, 'bondOffset' | 'depositOffset' | 'isCredit'>,
  { principalDue, topUpPrincipal, interestDue }: RedemptionAmounts,
): Refusal | undefined {
  const offset = cents(addDecimals(bondOffset, depositOffset))
  const limit = cents(addDecimals(interestDue, ...(isCredit ? [] : [principalDue, topUpPrincipal])))
  return compareDecimals(offset, limit) > 0
    ? no('redemption.offset-too-much', { offset, limit, what: isCredit ? '应还利息' : '本金与利息合计' })
    : undefined
}

/** Goods that are to answer for what is being paid out do not go before it is paid: E-15 asks of a redemption what is owed, not what will be. */
export function refuseWhilePaidOut(loanNo: string, { owed, most }: ComputedRedemption['left'], inPayment: Decimal): Refusal | undefined {
  return compareDecimals(inPayment, '0') > 0 && compareDecimals(addDecimals(owed, inPayment), most) > 0
    ? no('redemption.payment-under-way', { loanNo, inPayment, most, owed })
    : undefined
}

const payingHours = 17

/** Until when money for it is taken: 17:00 of the day that it was computed for. */
export function payDeadlineOf(calcDate: string): string {
  return new Date(Date.parse(startOfDay(calcDate)) + payingHours * 3_600_000).toISOString()
}

function sumOf<Key extends string>(rows: readonly Record<Key, Decimal>[], key: Key): Decimal {
  return cents(sumDecimals(rows.map((row) => row[key])))
}

function cents(amount: Decimal): Decimal {
  return roundDecimal(amount, 2)
}

function atLeastNothing(amount: Decimal): Decimal {
  return maxDecimal('0', amount)
}

function isNothing(amount: Decimal): boolean {
  return compareDecimals(amount, '0') <= 0
}
