/**
 * A repayment from what is owed to what is booked (E-03b, E-04, E-06, E-07): one computation for the trial, the draft, its approval and its explanation.
 *
 *   basis (what was owed, as it stood) + valueDate + sources ──settlementOf──► parts ──┬─ allocationsOf  lines by where the money comes from
 *                                                                                     └─ accrualsOf     rows that the repayment writes itself
 */
import { compareDecimals, minDecimal, roundDecimal, subtractDecimals, type Decimal } from '../../../engine/core/decimal'
import { derive, type Derivation, type DerivationInput } from '../../../engine/core/derivation'
import type { Refusal } from '../../../engine/core/refusal'
import { backDatedRows, interestDaysAccrued, interestDaysOn, missingRows, type AccrualRow } from './accrual'
import { owedOn, type Owed } from './owed'
import {
  byDueDate,
  inOrder,
  minimumDays,
  minSupplement,
  principalOfAmount,
  settle,
  type DebtPart,
  type OwedFee,
  type Settlement,
} from './settlement'
import { figure, sumOf, type AccruingDebt, type DebtAmounts } from './terms'
import { refuseValueDate } from './valueDate'

/** A debt note as a repayment finds it. */
export interface BasisDebt extends AccruingDebt, DebtAmounts {
  id: string
  debtNo: string
  overdue: boolean
  isTaxLoan: boolean
  minInterestDays: number
}

export interface BasisFee extends OwedFee {
  receivableNo: string
}

/** All that the parts of a repayment follow from, beside its own amounts and its day. It is kept, so that the parts can be explained later. */
export interface RepaymentBasis {
  debts: BasisDebt[]
  fees: BasisFee[]
}

/** What is owed on one debt note, and what of it is paid. */
export interface SettledDebt extends DebtPart {
  debt: BasisDebt
  owed: Owed
}

export interface RepaymentSettlement extends Settlement {
  debts: SettledDebt[]
}

/** E-06 over what was owed on a day. */
export function settlementOf({ debts, fees }: RepaymentBasis, valueDate: string, total: Decimal): RepaymentSettlement {
  const known = new Map(debts.map((debt) => [debt.id, { debt, owed: owedOn(debt, valueDate) }]))
  const settlement = settle(
    total,
    fees,
    debts.map((debt) => {
      const { interest, penalty } = owedOn(debt, valueDate)
      return {
        ...debt,
        interest: atLeastNothing(interest.value),
        penalty: atLeastNothing(penalty.value),
        minimum: minimumDays(debt, debt.minInterestDays, valueDate),
      }
    }),
  )
  return { ...settlement, debts: settlement.debts.flatMap((part) => ({ ...part, ...known.get(part.id)! })) }
}

/** What was paid too much of the interest of a day before is no debt of the payee. */
function atLeastNothing(amount: Decimal): Decimal {
  return compareDecimals(amount, '0') < 0 ? '0.00' : amount
}

/** All that could be paid on a day, fees and supplements included: what offsets must not exceed (E-07). */
export function owedIn(basis: RepaymentBasis, valueDate: string): Derivation {
  const parts = basis.debts.flatMap((debt) => {
    const source = { entity: 'debtNote', id: debt.id, label: debt.debtNo }
    const { interest, penalty } = owedOn(debt, valueDate, source)
    const supplement = minSupplement(debt.principal, minimumDays(debt, debt.minInterestDays, valueDate))
    return [figure('figure.owedPrincipal', debt.principal, source), ...[interest, penalty].map(notBelowNothing), supplement]
  })
  const fees = basis.fees.map(({ id, amount, receivableNo }) =>
    figure('figure.feeOwed', amount, { entity: 'receivable', id, label: receivableNo }),
  )
  return sumOf('repayment.owed', [...fees, ...parts.filter(({ value }) => compareDecimals(value, '0') !== 0)])
}

function notBelowNothing(owed: Derivation): DerivationInput {
  return compareDecimals(owed.value, '0') < 0 ? figure(owed.title, atLeastNothing(owed.value)) : owed
}

/** How a part is paid: by money that has come in, or by what the customer has with us already. */
export interface Allocation {
  debtNoteId: string | null
  receivableId: string | null
  allocType: 'PAY' | 'OFFSET'
  isTaxLoan: boolean
  feePart: Decimal
  penaltyPart: Decimal
  interestPart: Decimal
  principalPart: Decimal
}

type PartName = 'feePart' | 'penaltyPart' | 'interestPart' | 'principalPart'
const nothing = { feePart: '0.00', penaltyPart: '0.00', interestPart: '0.00', principalPart: '0.00' } as const

/**
 * E-07: one line for each debt note or fee and kind of money. Money that has come in pays first, in the order of E-06, so that fees and penalties are
 * the last to be offset; what is left over of it is deposited.
 * @param received what has come in, less what is overpaid
 */
export function allocationsOf({ fees, debts }: RepaymentSettlement, received: Decimal): Allocation[] {
  let rest = received
  const lines: Allocation[] = []
  const pay = (of: Pick<Allocation, 'debtNoteId' | 'receivableId' | 'isTaxLoan'>, parts: Partial<Record<PartName, Decimal>>): void => {
    const paid = { ...of, allocType: 'PAY' as const, ...nothing } as Allocation
    const offset = { ...of, allocType: 'OFFSET' as const, ...nothing } as Allocation
    for (const [name, amount] of Object.entries(parts) as [PartName, Decimal][]) {
      paid[name] = roundDecimal(minDecimal(amount, rest), 2)
      rest = subtractDecimals(rest, paid[name])
      offset[name] = roundDecimal(subtractDecimals(amount, paid[name]), 2)
    }
    for (const line of [paid, offset])
      if ((Object.keys(nothing) as PartName[]).some((name) => compareDecimals(line[name], '0') > 0)) lines.push(line)
  }
  for (const { id, feePart } of fees) pay({ debtNoteId: null, receivableId: id, isTaxLoan: false }, { feePart })
  for (const { id, debt, penaltyPart, interestPart, principalPart } of debts)
    pay({ debtNoteId: id, receivableId: null, isTaxLoan: debt.isTaxLoan }, { penaltyPart, interestPart, principalPart })
  return lines
}

/** A debt that is paid and whose interest was not accrued up to the day before; its end of the day must come first. */
export function notAccrued({ debts }: Pick<RepaymentSettlement, 'debts'>, valueDate: string): BasisDebt | undefined {
  return debts.find(({ debt }) => interestDaysOn(debt, valueDate) > interestDaysAccrued(debt))?.debt
}

/**
 * E-03b: whether a repayment may count from a day, by the debts that it pays; those that get nothing of the money have no say, and fees only know that
 * it is neither ahead nor too long ago.
 * @param lastRepaidOn by debt note
 */
export function refuseRepaymentDay(
  { debts }: Pick<RepaymentSettlement, 'debts'>,
  valueDate: string,
  today: string,
  lastRepaidOn: ReadonlyMap<string, string>,
): Refusal | undefined {
  if (debts.length === 0) return refuseValueDate(valueDate, { debtNo: '', startDate: valueDate }, today)
  const refused = debts.map(({ debt }) => refuseValueDate(valueDate, { ...debt, lastRepaidOn: lastRepaidOn.get(debt.id) }, today))
  return refused.find((refusal) => refusal !== undefined)
}

/**
 * The rows that a repayment writes of each debt note: the penalty that no end of a day has written, the supplement of what is repaid early, and
 * what was accrued too much.
 * @param booked the business day on which the repayment is booked
 */
export function accrualsOf(
  debts: readonly SettledDebt[],
  valueDate: string,
  booked: string,
): (Omit<AccrualRow, 'derivation'> & { id: string })[] {
  return debts.flatMap(({ id, debt, principalPart, supplement }) => {
    const rows = [
      ...missingRows(debt, valueDate, booked).filter(({ accrualType }) => accrualType === 'PENALTY'),
      ...supplements(debt, principalPart, supplement, { valueDate, booked }),
      ...backDatedRows(debt, principalPart, valueDate, booked),
    ]
    return rows.flatMap(({ accrualType, accrualDate, basePrincipal, annualRate, days, amount }) =>
      compareDecimals(amount, '0') > 0 ? { id, accrualType, accrualDate, basePrincipal, annualRate, days, amount } : [],
    )
  })
}

function supplements(
  debt: BasisDebt,
  basePrincipal: Decimal,
  amount: Decimal,
  { valueDate, booked }: { valueDate: string; booked: string },
): Omit<AccrualRow, 'derivation'>[] {
  const { missing } = minimumDays(debt, debt.minInterestDays, valueDate)
  return [{ accrualType: 'MIN_SUPPLEMENT', accrualDate: booked, basePrincipal, annualRate: debt.annualRate, days: missing, amount }]
}

/** How each amount of a repayment came about, down to the figures of each debt note. */
export interface ExplainedRepayment {
  owedAmount: Derivation
  feeAmount: Derivation
  penaltyAmount: Derivation
  interestAmount: Derivation
  principalAmount: Derivation
  overpaidAmount: Derivation
}

const cents = { decimals: 2, mode: 'halfUp' } as const

/** @param total what the repayment comes to, as it is derived itself */
export function explainRepayment(basis: RepaymentBasis, valueDate: string, total: Derivation): ExplainedRepayment {
  let rest: Derivation = total
  const take = (part: Derivation): Derivation => {
    rest = derive({ title: 'figure.left', formula: 'rest - part', rounding: cents, inputs: { rest, part: figure(part.title, part.value) } })
    return part
  }
  const pay = (owed: Derivation): Derivation =>
    take(
      derive({
        title: `${owed.title}.paid`,
        formula: 'min([max([owed, 0]), rest])',
        rounding: cents,
        inputs: { owed, rest: figure('figure.left', rest.value) },
      }),
    )
  const feeParts = basis.fees.toSorted(byDueDate).map(({ id, amount, receivableNo }) =>
    take(
      derive({
        title: 'settlement.fee',
        formula: 'min([owed, rest])',
        rounding: cents,
        inputs: {
          owed: figure('figure.feeOwed', amount, { entity: 'receivable', id, label: receivableNo }),
          rest: figure('figure.left', rest.value),
        },
      }),
    ),
  )
  const ofDebts = basis.debts.toSorted(inOrder).map((debt) => {
    const owed = owedOn(debt, valueDate, { entity: 'debtNote', id: debt.id, label: debt.debtNo })
    const [penalty, interest] = [pay(owed.penalty), pay(owed.interest)]
    const minimum = minimumDays(debt, debt.minInterestDays, valueDate)
    const part = principalOfAmount(rest.value, debt.principal, minimum)
    const whole = compareDecimals(part.principal.value, debt.principal) === 0
    const left = figure('figure.left', rest.value)
    const principal = take(part.principal)
    const supplement = derive({
      title: 'accrual.MIN_SUPPLEMENT',
      formula: compareDecimals(part.supplement, '0') === 0 ? '0' : whole ? 'min([charged, rest - principal])' : 'rest - principal',
      rounding: cents,
      inputs: { rest: left, principal, charged: minSupplement(principal.value, minimum) },
    })
    return { penalty, interest, principal, supplement: take(supplement) }
  })
  const amounts = {
    feeAmount: sumOf('repayment.fee', feeParts),
    penaltyAmount: sumOf(
      'repayment.penalty',
      ofDebts.map(({ penalty }) => penalty),
    ),
    interestAmount: sumOf(
      'repayment.interest',
      ofDebts.flatMap(({ interest, supplement }) => [interest, supplement]),
    ),
    principalAmount: sumOf(
      'repayment.principal',
      ofDebts.map(({ principal }) => principal),
    ),
  }
  const overpaidAmount = derive({
    title: 'repayment.overpaid',
    formula: 'total - fee - penalty - interest - principal',
    rounding: cents,
    inputs: {
      total,
      fee: amounts.feeAmount,
      penalty: amounts.penaltyAmount,
      interest: amounts.interestAmount,
      principal: amounts.principalAmount,
    },
  })
  return { owedAmount: owedIn(basis, valueDate), ...amounts, overpaidAmount }
}
