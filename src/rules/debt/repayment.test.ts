import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDecimals, compareDecimals, roundDecimal, subtractDecimals, sumDecimals } from '../../../engine/core/decimal'
import { rederive } from '../../../engine/core/derivation'
import {
  accrualsOf,
  allocationsOf,
  explainRepayment,
  notAccrued,
  owedIn,
  refuseRepaymentDay,
  settlementOf,
  type BasisDebt,
  type RepaymentBasis,
} from './repayment'
import { totalOf } from './settlement'
import { accruedThrough, noteOf, type Note } from './testing'

function debtOf(note: Note, part: Partial<BasisDebt> = {}): BasisDebt {
  return { ...note, id: '1', debtNo: 'JJ1', overdue: false, isTaxLoan: false, minInterestDays: 30, ...part }
}

const none = { receiptAmount: '0', bondOffset: '0', depositOffset: '0', transferAmount: '0', writeOffAmount: '0' }
const anchor = (): RepaymentBasis => ({
  debts: [debtOf(accruedThrough(noteOf(), '2026-09-09'))],
  fees: [{ id: '7', receivableNo: 'YS1', dueDate: '2026-09-01', amount: '500.00' }],
})

it('E-06 E-07 explains 200,000.00 of 10 September to the last figure', () => {
  const total = totalOf({ ...none, receiptAmount: '200000.00' })
  const explained = explainRepayment(anchor(), '2026-09-10', total)
  const amounts = Object.fromEntries(Object.entries(explained).map(([name, { value }]) => [name, value]))
  expect(amounts).toEqual({
    owedAmount: '349127.23',
    feeAmount: '500.00',
    penaltyAmount: '335.41',
    interestAmount: '12879.82',
    principalAmount: '186284.77',
    overpaidAmount: '0.00',
  })
  for (const derivation of Object.values(explained)) expect(rederive(derivation)).toBe(derivation.value)
})

it('E-06 owes 349,127.23 on 10 September, and nothing more is paid by more', () => {
  expect(owedIn(anchor(), '2026-09-10').value).toBe('349127.23')
  expect(settlementOf(anchor(), '2026-09-10', '400000.00')).toMatchObject({ overpaid: '50872.77', debts: [{ principalPart: '335412.00' }] })
})

it('E-07 pays fees and penalty by what has come in, and offsets what is left', () => {
  const settlement = settlementOf(anchor(), '2026-09-10', '200000.00')
  const common = { isTaxLoan: false, feePart: '0.00', penaltyPart: '0.00', interestPart: '0.00', principalPart: '0.00' }
  expect(allocationsOf(settlement, '10000.00')).toEqual([
    { ...common, debtNoteId: null, receivableId: '7', allocType: 'PAY', feePart: '500.00' },
    { ...common, debtNoteId: '1', receivableId: null, allocType: 'PAY', penaltyPart: '335.41', interestPart: '9164.59' },
    { ...common, debtNoteId: '1', receivableId: null, allocType: 'OFFSET', interestPart: '3715.23', principalPart: '186284.77' },
  ])
})

it('E-03b E-04 E-05 writes what no end of a day has written, what is charged for missing days, and what was accrued too much', () => {
  const rows = (debt: BasisDebt, valueDate: string, booked: string, amount: string) =>
    accrualsOf(settlementOf({ debts: [debt], fees: [] }, valueDate, amount).debts, valueDate, booked).map(
      ({ accrualType, days, amount: of }) => [accrualType, days, of],
    )
  const early = debtOf(accruedThrough(noteOf({ principal: '635250.00' }), '2026-03-13'))
  expect(rows(early, '2026-03-14', '2026-03-14', '100000.00')).toEqual([['MIN_SUPPLEMENT', 18, '353.24']])
  const dated = debtOf(accruedThrough(noteOf({ principal: '635250.00' }), '2026-04-15'))
  expect(rows(dated, '2026-04-14', '2026-04-16', '100000.00')).toEqual([['ADJUST', 2, '37.814740']])
  // The day after the days of grace, before its end: the penalty since the due date has no row yet.
  const late = debtOf({ ...accruedThrough(noteOf(), '2026-09-03'), lastPenaltyDate: null })
  expect(rows(late, '2026-09-04', '2026-09-04', '1000.00')).toEqual([['PENALTY', 4, '134.164800']])
})

it('waits for the end of the days before', () => {
  const debt = debtOf(accruedThrough(noteOf(), '2026-04-12'))
  const behind = (valueDate: string) => notAccrued(settlementOf({ debts: [debt], fees: [] }, valueDate, '100.00'), valueDate)
  expect(behind('2026-04-14')).toBe(debt)
  expect(behind('2026-04-13')).toBeUndefined()
})

describe('E-03b a repayment of several debts', () => {
  const [valueDate, today] = ['2026-04-14', '2026-04-16']
  const earlier = debtOf(accruedThrough(noteOf({ principal: '1000.00' }), '2026-04-15'))
  // Paid out after the day from which the money counts, and not accrued yet.
  const later = debtOf(noteOf({ startDate: '2026-04-15', effectiveDueDate: '2026-10-12', graceEndDate: '2026-10-15' }), {
    id: '2',
    debtNo: 'JJ2',
  })
  const fees = [{ id: '7', receivableNo: 'YS1', dueDate: '2026-04-01', amount: '10.00' }]
  const of = (amount: string) => settlementOf({ debts: [later, earlier], fees }, valueDate, amount)
  const refusal = (amount: string, day = valueDate, repaidOn: [string, string][] = []) =>
    refuseRepaymentDay(of(amount), day, today, new Map(repaidOn))

  it('is judged by those that get something of the money, not by one that gets nothing', () => {
    expect(refusal('900.00', valueDate, [['2', '2026-04-16']])).toBeUndefined()
    expect(notAccrued(of('900.00'), valueDate)).toBeUndefined()
    expect(refusal('2000.00')).toMatchObject({ code: 'debt.value-date-before-start', params: { debtNo: 'JJ2' } })
    expect(refusal('900.00', valueDate, [['1', '2026-04-15']])).toMatchObject({ params: { debtNo: 'JJ1', lastRepaidOn: '2026-04-15' } })
  })

  it('counts neither ahead nor from more than 30 days ago, also when it pays fees alone', () => {
    expect(refusal('10.00')).toBeUndefined()
    expect(refusal('10.00', '2026-04-17')?.code).toBe('debt.value-date-ahead')
    expect(refusal('10.00', '2026-03-16')?.code).toBe('debt.value-date-too-old')
  })
})

const cents = (most: number) =>
  fc.integer({ min: 1, max: most }).map((amount) => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`)

it('E-06 E-07 allocates every cent once, explains what it has allocated, and leaves no interest paid that was not accrued', () => {
  const drawn = fc.record({
    amount: cents(10 ** 8),
    received: fc.integer({ min: 0, max: 100 }),
    principals: fc.array(cents(5 * 10 ** 7), { minLength: 1, maxLength: 3 }),
    fee: cents(10 ** 5),
    day: fc.integer({ min: 0, max: 220 }),
    late: fc.integer({ min: 0, max: 20 }),
  })
  fc.assert(
    fc.property(drawn, ({ amount, received, principals, fee, day, late }) => {
      const valueDate = new Date(Date.UTC(2026, 2, 2 + day)).toISOString().slice(0, 10)
      const through = new Date(Date.UTC(2026, 2, 1 + day + late)).toISOString().slice(0, 10)
      const booked = new Date(Date.UTC(2026, 2, 2 + day + late)).toISOString().slice(0, 10)
      const debts = principals.map((principal, index) =>
        debtOf(accruedThrough(noteOf({ principal }), through), { id: String(index), debtNo: `JJ${index}` }),
      )
      const basis = { debts, fees: [{ id: 'f', receivableNo: 'YS', dueDate: valueDate, amount: fee }] }
      const settlement = settlementOf(basis, valueDate, amount)
      const paid = subtractDecimals(amount, settlement.overpaid)
      const lines = allocationsOf(settlement, roundDecimal(String((Number(paid) * received) / 100), 2))
      const parts = lines.flatMap(({ feePart, penaltyPart, interestPart, principalPart }) => [
        feePart,
        penaltyPart,
        interestPart,
        principalPart,
      ])
      expect(roundDecimal(sumDecimals(parts), 2)).toBe(roundDecimal(paid, 2))

      const explained = explainRepayment(basis, valueDate, totalOf({ ...none, receiptAmount: amount }))
      const sum = (name: 'feePart' | 'penaltyPart' | 'interestPart' | 'principalPart') =>
        roundDecimal(sumDecimals(lines.map((line) => line[name])), 2)
      expect([explained.feeAmount, explained.penaltyAmount, explained.interestAmount, explained.principalAmount].map(rederive)).toEqual([
        sum('feePart'),
        sum('penaltyPart'),
        sum('interestPart'),
        sum('principalPart'),
      ])
      expect(explained.overpaidAmount.value).toBe(settlement.overpaid)

      const rows = accrualsOf(settlement.debts, valueDate, booked)
      for (const part of settlement.debts) {
        const of = (...types: string[]) =>
          sumDecimals(rows.filter(({ id, accrualType }) => id === part.id && types.includes(accrualType)).map((row) => row.amount))
        const interest = subtractDecimals(addDecimals(part.debt.accruedInterest, of('MIN_SUPPLEMENT')), of('ADJUST'))
        const penalty = subtractDecimals(addDecimals(part.debt.accruedPenalty, of('PENALTY')), of('PENALTY_ADJUST'))
        expect(compareDecimals(part.interestPart, roundDecimal(interest, 2))).toBeLessThanOrEqual(0)
        expect(compareDecimals(part.penaltyPart, roundDecimal(penalty, 2))).toBeLessThanOrEqual(0)
        // What is repaid whole is over.
        if (part.principalPart === roundDecimal(part.debt.principal, 2) && settlement.overpaid !== '0.00') {
          expect([roundDecimal(interest, 2), roundDecimal(penalty, 2)]).toEqual([part.interestPart, part.penaltyPart])
        }
      }
    }),
  )
})
