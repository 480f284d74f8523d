import { describe, expect, it } from 'vitest'
import { drawEntries, totalsOf, wrongEntry } from './entries'

const template = [
  { entrySide: 'DEBIT', amountField: 'receiptTotal' },
  { entrySide: 'CREDIT', amountField: 'disposalCost' },
  { entrySide: 'CREDIT', amountField: 'principal' },
]

describe('entries of a voucher (E-28)', () => {
  it('follow the template, one for each amount of its key, and none for 0', () => {
    const amounts = [
      { amountKey: 'principal', amount: '272000.00' },
      { amountKey: 'receiptTotal', amount: '200000.00', account: 'A' },
      { amountKey: 'receiptTotal', amount: '80000.00', account: 'B' },
      { amountKey: 'disposalCost', amount: '8000.00' },
    ]
    const drawn = drawEntries(template, amounts)
    expect(drawn.map(({ debitAmount, creditAmount, from }) => [debitAmount, creditAmount, from.account])).toEqual([
      ['200000.00', '0.00', 'A'],
      ['80000.00', '0.00', 'B'],
      ['0.00', '8000.00', undefined],
      ['0.00', '272000.00', undefined],
    ])
    expect(totalsOf(drawn)).toEqual({ debit: '280000', credit: '280000' })
    expect(drawEntries(template, [{ amountKey: 'principal', amount: '0.00' }])).toEqual([])
  })

  it('are negative for a negative amount, on the side of the template', () => {
    expect(drawEntries(template, [{ amountKey: 'principal', amount: '-37.81' }])).toMatchObject([
      { debitAmount: '0.00', creditAmount: '-37.81' },
    ])
  })

  it.each([
    ['both sides', [{ debitAmount: '1.00', creditAmount: '1.00' }], 0, 'creditAmount'],
    [
      'no side',
      [
        { debitAmount: '0.01', creditAmount: '0.00' },
        { debitAmount: '0.00', creditAmount: '0.00' },
      ],
      1,
      'debitAmount',
    ],
    ['a debit below 0', [{ debitAmount: '-0.01', creditAmount: '0.00' }], 0, 'debitAmount'],
    ['a credit below 0', [{ debitAmount: '0.00', creditAmount: '-0.01' }], 0, 'creditAmount'],
  ])('typed with %s are wrong', (_what, entries, index, field) => {
    expect(wrongEntry(entries)).toMatchObject({ index, field })
  })

  it('typed with a cent on one side are right', () => {
    expect(
      wrongEntry([
        { debitAmount: '0.01', creditAmount: '0.00' },
        { debitAmount: '0.00', creditAmount: '0.01' },
      ]),
    ).toBeUndefined()
  })
})
