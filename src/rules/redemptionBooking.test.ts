import { describe, expect, it } from 'vitest'
import { compareDecimals, sumDecimals } from '../../engine/core/decimal'
import { accruedThrough, noteOf } from './debt/testing'
import type { BasisDebt } from './debt/repayment'
import { bookingOf, splitArrivals, stillOwed } from './redemptionBooking'
import type { DebtShare } from './redemption'

const calcDate = '2026-04-16'
const share: DebtShare = {
  debtNoteId: '1',
  principalPart: '299838.00',
  interestPart: '2698.54',
  penaltyPart: '0.00',
  supplement: '0.00',
}
const storage = { receivableId: '9', feePart: '9600.00' }

function debtOf(part: Partial<BasisDebt> = {}): BasisDebt {
  const note = accruedThrough(noteOf({ principal: '635250.00' }), '2026-04-15')
  return { ...note, id: '1', debtNo: 'JJ1', overdue: false, isTaxLoan: false, minInterestDays: 30, ...part }
}

const zero = { feePart: '0.00', penaltyPart: '0.00', interestPart: '0.00', principalPart: '0.00' }

describe('a redemption that is paid', () => {
  it('F1: 300,000.00 in cash pay fee, interest and principal, 12,136.54 of the deposit the rest of it', () => {
    const money = { isCredit: false, cash: '300000.00', bondOffset: '0.00', depositOffset: '12136.54' }
    const { allocs, ...rest } = bookingOf(stillOwed([share], [debtOf()], calcDate), [storage], money)
    expect(allocs.map(({ allocType, feePart, interestPart, principalPart }) => [allocType, feePart, interestPart, principalPart])).toEqual([
      ['PAY', '9600.00', '0.00', '0.00'],
      ['PAY', '0.00', '2698.54', '287701.46'],
      ['OFFSET', '0.00', '0.00', '12136.54'],
    ])
    expect(rest).toEqual({ bondOffset: '0.00', depositOffset: '12136.54', transferAmount: '0.00', overpaid: '0.00' })
  })

  it('after 400,000.00 were repaid meanwhile 235,250.00 are owed, and 64,588.00 go to the deposit (B5)', () => {
    const debts = stillOwed([share], [debtOf({ principal: '235250.00' })], calcDate)
    expect(debts[0]).toMatchObject({ principalPart: '235250.00', interestPart: '2698.54' })
    const money = { isCredit: false, cash: '312136.54', bondOffset: '0.00', depositOffset: '0.00' }
    const { allocs, overpaid } = bookingOf(debts, [storage], money)
    expect(overpaid).toBe('64588.00')
    expect(compareDecimals(sumDecimals(allocs.flatMap((row) => [row.feePart, row.interestPart, row.principalPart])), '247548.54')).toBe(0)
  })

  it('offsets that are not needed stay where they are, and are not paid out as money that came in', () => {
    const debts = stillOwed([share], [debtOf({ principal: '0.00', accruedInterest: '0', lastAccrualDate: '2026-04-15' })], calcDate)
    const money = { isCredit: false, cash: '2536.54', bondOffset: '200000.00', depositOffset: '109600.00' }
    expect(bookingOf(debts, [storage], money)).toMatchObject({ overpaid: '2536.54', depositOffset: '0.00', bondOffset: '9600.00' })
  })
})

describe('a redemption on credit', () => {
  const debts = stillOwed([{ ...share, principalPart: '254100.00', interestPart: '2286.90' }], [debtOf()], calcDate)

  it('F1: 254,100.00 change their note, 11,886.90 pay fee and interest (E-16)', () => {
    const money = { isCredit: true, cash: '11886.90', bondOffset: '0.00', depositOffset: '0.00' }
    const { allocs, transferAmount, overpaid } = bookingOf(debts, [storage], money)
    expect(allocs).toEqual([
      { debtNoteId: '1', receivableId: null, allocType: 'TRANSFER', isTaxLoan: false, ...zero, principalPart: '254100.00' },
      { debtNoteId: null, receivableId: '9', allocType: 'PAY', isTaxLoan: false, ...zero, feePart: '9600.00' },
      { debtNoteId: '1', receivableId: null, allocType: 'PAY', isTaxLoan: false, ...zero, interestPart: '2286.90' },
    ])
    expect([transferAmount, overpaid]).toEqual(['254100.00', '0.00'])
  })

  it('less changes its note where less is owed, and no money comes of it', () => {
    const fewer = stillOwed([{ ...share, interestPart: '0.00' }], [debtOf({ principal: '100000.00' })], calcDate)
    const money = { isCredit: true, cash: '9600.00', bondOffset: '0.00', depositOffset: '0.00' }
    expect(bookingOf(fewer, [storage], money)).toMatchObject({ transferAmount: '100000.00', overpaid: '0.00' })
  })
})

it('a supplement is charged for what is repaid, not for what was to be', () => {
  const young = debtOf({ startDate: '2026-04-06', lastAccrualDate: '2026-04-15', accruedInterest: '1270.500000' })
  const early = { ...share, interestPart: '1799.03', supplement: '1199.35' }
  expect(stillOwed([early], [{ ...young, principal: '149919.00' }], calcDate)[0]).toMatchObject({ supplement: '599.68' })
  expect(stillOwed([early], [], calcDate)).toEqual([])
})

it('what is too much is taken from the money that came last', () => {
  const arrivals = [
    { bankAccountId: '1', amount: '200000.00' },
    { bankAccountId: '2', amount: '100000.00' },
  ]
  expect(splitArrivals(arrivals, '120000.00')).toEqual([
    { bankAccountId: '1', amount: '200000.00', received: '180000.00', deposited: '20000.00' },
    { bankAccountId: '2', amount: '100000.00', received: '0.00', deposited: '100000.00' },
  ])
})
