import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDecimals, compareDecimals, roundDecimal } from '../../../engine/core/decimal'
import { rederive } from '../../../engine/core/derivation'
import { owedOn } from './owed'
import {
  isOffsetTooMuch,
  minimumDays,
  minSupplement,
  principalOfAmount,
  receiptParts,
  settle,
  settled,
  totalOf,
  type OwedDebt,
} from './settlement'
import { accruedThrough, noteOf, repaid, type Note } from './testing'

const none = { annualRate: '0.072', dayCount: 'ACT_360' as const, missing: 0 }
const early = { ...none, missing: 18 }

/** What is owed on a note on a day, as a settlement takes it. */
function owedBy(note: Note, day: string, part: Partial<OwedDebt> = {}): OwedDebt {
  const { interest, penalty } = owedOn(note, day)
  const { principal, effectiveDueDate } = note
  const amounts = { penalty: penalty.value, interest: interest.value, principal }
  return {
    id: '1',
    debtNo: 'JJ20260302-0001',
    overdue: day > note.graceEndDate,
    effectiveDueDate,
    ...amounts,
    minimum: minimumDays(note, 30, day),
    ...part,
  }
}

it('E-04 charges at least 30 days on 400,000.00 that is repaid on the 12th', () => {
  const minimum = minimumDays(noteOf(), 30, '2026-03-14')
  expect(minimum.missing).toBe(18)
  const supplement = minSupplement('400000', minimum)
  expect([supplement.value, rederive(supplement)]).toEqual(['1440.00', '1440.00'])
  expect(minimumDays(noteOf(), 30, '2026-04-01').missing).toBe(0)
  expect(minimumDays(noteOf(), 30, '2026-03-31').missing).toBe(1)
})

it('E-04 A34 solves 98,475.40 for a principal of 98,122.16 and a supplement of 353.24', () => {
  const { principal, supplement } = principalOfAmount('98475.40', '635250.00', early)
  expect([principal.value, supplement, rederive(principal)]).toEqual(['98122.16', '353.24', '98122.16'])
})

it('E-04 A34 receives 100,000.00 on the 12th day of 635,250.00', () => {
  const note = accruedThrough(noteOf({ principal: '635250.00' }), '2026-03-13')
  const { debts, overpaid } = settle('100000.00', [], [owedBy(note, '2026-03-14')])
  expect(debts).toEqual([{ id: '1', penaltyPart: '0.00', interestPart: '1877.84', principalPart: '98122.16', supplement: '353.24' }])
  expect(overpaid).toBe('0.00')
})

it('E-04 charges the supplement of all that is owed, and gives back what is left', () => {
  expect(principalOfAmount('500000', '400000', early)).toMatchObject({ principal: { value: '400000.00' }, supplement: '1440.00' })
  // A cent does not pay for its supplement, and repays nothing.
  expect(settle('0.01', [], [{ ...owedBy(noteOf(), '2026-03-02'), interest: '0' }])).toEqual({ fees: [], debts: [], overpaid: '0.01' })
})

describe('200,000.00 received on 10 September, with 500.00 of fees due', () => {
  const fee = { id: '7', dueDate: '2026-09-01', amount: '500.00' }

  it('E-06 A9 pays penalty 335.41, interest 12,879.82 and principal 186,284.77 of 335,412.00', () => {
    const note = accruedThrough(noteOf(), '2026-09-09')
    const settlement = settle('200000.00', [fee], [owedBy(note, '2026-09-10')])
    expect(settlement).toEqual({
      fees: [{ id: '7', feePart: '500.00' }],
      debts: [{ id: '1', penaltyPart: '335.41', interestPart: '12879.82', principalPart: '186284.77', supplement: '0.00' }],
      overpaid: '0.00',
    })
    expect(repaid(note, '186284.77', '2026-09-10', '2026-09-10').principal).toBe('149127.23')
  })

  it('E-06 A9 pays 540.71, 16,113.25 and 182,846.04 after 100,000.00 was repaid for 14 April', () => {
    const begun = accruedThrough(noteOf({ principal: '635250.00' }), '2026-04-15')
    const { debts } = settle('100000.00', [], [owedBy(begun, '2026-04-14')])
    expect(debts).toMatchObject([{ penaltyPart: '0.00', interestPart: '5463.15', principalPart: '94536.85' }])
    const left = { ...repaid(begun, '94536.85', '2026-04-14', '2026-04-16'), paidInterest: '5463.15' }
    expect(left.principal).toBe('540713.15')
    const settlement = settle('200000.00', [fee], [owedBy(accruedThrough(left, '2026-09-09'), '2026-09-10')])
    expect(settlement.debts).toMatchObject([{ penaltyPart: '540.71', interestPart: '16113.25', principalPart: '182846.04' }])
  })

  it('E-07 deposits 50,872.77 of 400,000.00, and verifies the receipt with the rest', () => {
    const settlement = settle('400000.00', [fee], [owedBy(accruedThrough(noteOf(), '2026-09-09'), '2026-09-10')])
    expect(settlement).toMatchObject({ debts: [{ principalPart: '335412.00' }], overpaid: '50872.77' })
    expect(receiptParts('400000.00', settlement.overpaid)).toEqual({ verified: '349127.23', deposited: '50872.77' })
    expect(settled(settlement)).toBe('349127.23')
  })
})

it('E-07 comes to 312,136.54 for the redemption of E-15: 300,000.00 received and 12,136.54 of the deposit', () => {
  const sources = { receiptAmount: '300000.00', bondOffset: '0', depositOffset: '12136.54', transferAmount: '0', writeOffAmount: '0' }
  const total = totalOf(sources)
  expect([total.value, rederive(total)]).toEqual(['312136.54', '312136.54'])
  expect(addDecimals('9600.00', '2698.54', '299838.00')).toBe('312136.54')
  // Credit redemption: what is transferred counts, though nobody pays it.
  expect(totalOf({ ...sources, receiptAmount: '11886.90', depositOffset: '0', transferAmount: '254100.00' }).value).toBe('265986.90')
  expect(isOffsetTooMuch(sources, '12136.54')).toBe(false)
  expect(isOffsetTooMuch({ ...sources, bondOffset: '0.01' }, '12136.54')).toBe(true)
})

it('E-06 pays overdue debts first, then by due date, then by number; fees before all', () => {
  const debt = (id: string, part: Partial<OwedDebt>): OwedDebt => ({
    id,
    debtNo: `JJ-${id}`,
    overdue: false,
    effectiveDueDate: '2026-08-31',
    penalty: '0',
    interest: '1',
    principal: '10',
    minimum: none,
    ...part,
  })
  const debts = [
    debt('4', {}),
    debt('3', {}),
    debt('2', { effectiveDueDate: '2026-05-01' }),
    debt('1', { overdue: true, effectiveDueDate: '2026-12-01' }),
  ]
  const fees = [
    { id: '10', dueDate: '2026-01-02', amount: '5' },
    { id: '9', dueDate: '2026-01-02', amount: '5' },
    { id: '8', dueDate: '2026-01-03', amount: '5' },
  ]
  const settlement = settle('40', fees, debts)
  expect(settlement.fees.map(({ id }) => id)).toEqual(['9', '10', '8'])
  expect(settlement.debts.map(({ id, interestPart, principalPart }) => [id, interestPart, principalPart])).toEqual([
    ['1', '1.00', '10.00'],
    ['2', '1.00', '10.00'],
    ['3', '1.00', '2.00'],
  ])
})

const cents = fc.integer({ min: 0, max: 10 ** 9 }).map((amount) => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`)
const anyDebt = fc.record({
  penalty: cents,
  interest: cents,
  principal: cents,
  overdue: fc.boolean(),
  missing: fc.constantFrom(0, 1, 29),
})

it('E-06 spreads all there is, no part below nothing or above what is owed', () => {
  fc.assert(
    fc.property(cents, fc.array(cents, { maxLength: 3 }), fc.array(anyDebt, { maxLength: 4 }), (amount, fees, debts) => {
      const owedFees = fees.map((fee, index) => ({ id: String(index), dueDate: '2026-01-01', amount: fee }))
      const owed = debts.map(({ missing, ...debt }, index): OwedDebt => ({
        ...debt,
        id: String(index),
        debtNo: String(index),
        effectiveDueDate: '2026-01-01',
        minimum: { ...none, missing },
      }))
      const settlement = settle(amount, owedFees, owed)
      expect(roundDecimal(addDecimals(settled(settlement), settlement.overpaid), 2)).toBe(roundDecimal(amount, 2))
      for (const part of settlement.debts) {
        const debt = owed[Number(part.id)]!
        for (const one of [part.penaltyPart, part.interestPart, part.principalPart, part.supplement])
          expect(compareDecimals(one, '0')).toBeGreaterThanOrEqual(0)
        expect(compareDecimals(part.principalPart, debt.principal)).toBeLessThanOrEqual(0)
        expect(compareDecimals(part.penaltyPart, debt.penalty)).toBeLessThanOrEqual(0)
        // What is repaid has its supplement, as far as the cents go.
        const least = minSupplement(part.principalPart, debt.minimum).value
        expect(compareDecimals(addDecimals(part.supplement, '0.01'), least)).toBeGreaterThanOrEqual(0)
        // Interest of one debt is paid before the principal of any.
        if (compareDecimals(part.principalPart, '0') > 0)
          expect(compareDecimals(part.interestPart, debt.interest)).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
