import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDecimals, compareDecimals, roundDecimal, sumDecimals } from '../../engine/core/decimal'
import { suggest } from './matching'

const owed = (id: string, unverifiedAmount: string, dueDate: string) => ({ id, unverifiedAmount, dueDate })

describe('E-27: which receipt pays what', () => {
  it('300,000 pays 300,000; of 301,000 a thousand is left over', () => {
    const receivables = [owed('SH', '300000.00', '2026-03-01')]
    expect(suggest([{ id: 'r', unverifiedAmount: '300000.00' }], receivables)).toEqual([
      { receiptId: 'r', receivableId: 'SH', verifiedAmount: '300000.00' },
    ])
    expect(suggest([{ id: 'r', unverifiedAmount: '301000.00' }], receivables)).toEqual([
      { receiptId: 'r', receivableId: 'SH', verifiedAmount: '300000.00' },
      { receiptId: 'r', receivableId: null, verifiedAmount: '1000.00' },
    ])
  })

  it('what is due first is paid first, by two receipts where one is not enough', () => {
    const receipts = [
      { id: 'r1', unverifiedAmount: '60.00' },
      { id: 'r2', unverifiedAmount: '70.00' },
    ]
    expect(suggest(receipts, [owed('late', '100.00', '2026-05-02'), owed('soon', '80.00', '2026-05-01')])).toEqual([
      { receiptId: 'r1', receivableId: 'soon', verifiedAmount: '60.00' },
      { receiptId: 'r2', receivableId: 'soon', verifiedAmount: '20.00' },
      { receiptId: 'r2', receivableId: 'late', verifiedAmount: '50.00' },
    ])
  })

  it('the parts of a receipt sum up to it, and no receivable gets more than is owed', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map((value) => (value / 100).toFixed(2))
    const day = fc.integer({ min: 10, max: 28 }).map((value) => `2026-05-${value}`)
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 6 }), fc.array(fc.tuple(cents, day), { maxLength: 6 }), (money, due) => {
        const receipts = money.map((unverifiedAmount, index) => ({ id: `r${index}`, unverifiedAmount }))
        const receivables = due.map(([amount, dueDate], index) => owed(`d${index}`, amount, dueDate))
        const matches = suggest(receipts, receivables)
        const paid = (key: 'receiptId' | 'receivableId', id: string | null) =>
          roundDecimal(sumDecimals(matches.filter((match) => match[key] === id).map(({ verifiedAmount }) => verifiedAmount)), 2)
        for (const { id, unverifiedAmount } of receipts) expect(paid('receiptId', id)).toBe(unverifiedAmount)
        for (const { id, unverifiedAmount } of receivables)
          expect(compareDecimals(paid('receivableId', id), unverifiedAmount)).toBeLessThanOrEqual(0)
        const open = addDecimals(
          sumDecimals(due.map(([amount]) => amount)),
          `-${sumDecimals(receivables.map(({ id }) => paid('receivableId', id)))}`,
        )
        if (compareDecimals(paid('receivableId', null), '0') > 0) expect(compareDecimals(open, '0')).toBe(0)
        for (const { verifiedAmount } of matches) expect(compareDecimals(verifiedAmount, '0')).toBe(1)
      }),
    )
  })
})
