import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { subtractDecimals, sumDecimals } from '../../../engine/core/decimal'
import { drawEntries, totalsOf } from '../../rules/voucher/entries'
import { voucherEvents, type VoucherEventCode } from '../../rules/voucher/events'
import { balances, foreignEntries } from '../../rules/voucher/template'
import { chartOfAccounts } from './chartOfAccounts'
import { voucherTemplates } from './voucherTemplates'

const codes = Object.keys(voucherEvents) as VoucherEventCode[]

function rowsOf(bizEvent: VoucherEventCode) {
  const found = voucherTemplates.filter((type) => type.bizEvent === bizEvent)
  expect(found).toHaveLength(1)
  return found[0]!.rows
}

/** What a document is booked by → `借 1002 300000.00`, and that both sides come to the same. */
function booked(bizEvent: VoucherEventCode, amounts: Record<string, string>): string[] {
  const drawn = drawEntries(
    rowsOf(bizEvent),
    Object.entries(amounts).map(([amountKey, amount]) => ({ amountKey, amount })),
  )
  const { debit, credit } = totalsOf(drawn)
  expect(credit).toBe(debit)
  return drawn.map(({ entry, from }) => `${entry.entrySide === 'DEBIT' ? '借' : '贷'} ${entry.code} ${from.amount}`)
}

describe('the standard voucher types (E-28)', () => {
  it('are one for each event, with one for what is booked by hand, in accounts of the chart', () => {
    expect(voucherTemplates.flatMap(({ bizEvent }) => bizEvent ?? []).toSorted()).toEqual(codes.toSorted())
    expect(codes).toHaveLength(21)
    expect(voucherTemplates).toHaveLength(22)
    const chart = new Set(chartOfAccounts.map(({ subjectCode }) => subjectCode))
    for (const { rows } of voucherTemplates) for (const { code } of rows) expect(chart).toContain(code)
    expect(voucherTemplates.filter(({ autoGenerate }) => !autoGenerate).map(({ typeCode }) => typeCode)).toEqual(['BOND_USE', 'MANUAL'])
  })

  it.each(codes)('%s takes only its own amounts, and balances whatever the document', (code) => {
    const [event, rows] = [voucherEvents[code], rowsOf(code)]
    expect(foreignEntries(event, rows)).toEqual([])
    expect(balances(event, rows)).toBe(true)
    const [left, right] = 'equation' in event ? event.equation! : [[], []]
    const cents = fc.integer({ min: 0, max: 10 ** 12 })
    fc.assert(
      fc.property(fc.array(cents, { minLength: 20, maxLength: 20 }), (drawn) => {
        const amount = (index: number) => `${Math.trunc(drawn[index]! / 100)}.${String(drawn[index]! % 100).padStart(2, '0')}`
        const amounts = Object.fromEntries(event.keys.map((key, index) => [key, amount(index)]))
        const over = (keys: readonly string[]) => sumDecimals(keys.map((key) => amounts[key]!))
        // The side that is a sum of the other takes what is missing, in its first amount.
        if (left[0] !== undefined) amounts[left[0]] = subtractDecimals(over(right), over(left.slice(1)))
        booked(code, amounts)
      }),
      { numRuns: 30 },
    )
  })

  it('REPAY: a redemption of F1, paid in cash and from the advance deposit (E-15)', () => {
    const amounts = { receiptNet: '300000.00', depositOffset: '12136.54', principal: '299838.00', interest: '2698.54', fee: '9600.00' }
    expect(booked('REPAY', amounts)).toEqual([
      '借 1002 300000.00',
      '借 2203 12136.54',
      '贷 122101 299838.00',
      '贷 1132 2698.54',
      '贷 1122 9600.00',
    ])
  })

  it('REPAY and DEPOSIT_IN: 400,000.00 received, of which 50,872.77 is too much (E-07)', () => {
    const amounts = {
      receiptNet: '349127.23',
      principal: '335412.00',
      interest: '12879.82',
      penaltyNet: '316.42',
      penaltyTax: '18.99',
      fee: '500.00',
    }
    expect(booked('REPAY', amounts)).toEqual([
      '借 1002 349127.23',
      '贷 122101 335412.00',
      '贷 1132 12879.82',
      '贷 6301 316.42',
      '贷 222102 18.99',
      '贷 1122 500.00',
    ])
    expect(booked('DEPOSIT_IN', { amount: '50872.77' })).toEqual(['借 1002 50872.77', '贷 2203 50872.77'])
  })

  it('PAYOUT: a loan, and a payment of a plan of which the bond pays a part (E-18)', () => {
    expect(booked('PAYOUT', { financePart: '635250.00', bondPart: '0.00', cnyAmount: '635250.00' })).toEqual([
      '借 122101 635250.00',
      '贷 1002 635250.00',
    ])
    expect(booked('PAYOUT', { financePart: '356000.00', bondPart: '712000.00', cnyAmount: '1068000.00' })).toEqual([
      '借 122101 356000.00',
      '借 224101 712000.00',
      '贷 1002 356000.00',
      '贷 1002 712000.00',
    ])
  })

  it('FX_SETTLE: dollars bought with a loss, and sold with a gain of the same size (E-20)', () => {
    const bought = { bookAmount: '1068000.00', lossAmount: '3750.00', feeAmount: '1071.75', cnyPaid: '1072821.75' }
    expect(booked('FX_SETTLE', bought)).toEqual(['借 1012 1068000.00', '借 660302 3750.00', '借 660301 1071.75', '贷 1002 1072821.75'])
    const sold = { cnyReceived: '1070678.25', feeAmount: '1071.75', bookAmountOut: '1068000.00', gainAmount: '3750.00' }
    expect(booked('FX_SETTLE', sold)).toEqual(['借 1002 1070678.25', '借 660301 1071.75', '贷 1012 1068000.00', '贷 660302 3750.00'])
  })

  it('DISPOSAL: 280,000.00 with costs of 8,000.00 (E-23)', () => {
    const amounts = {
      receiptTotal: '280000.00',
      disposalCost: '8000.00',
      principal: '258284.77',
      interest: '12879.82',
      penaltyNet: '316.42',
      penaltyTax: '18.99',
      fee: '500.00',
      surplus: '0.00',
    }
    expect(booked('DISPOSAL', amounts)).toEqual([
      '借 1002 280000.00',
      '贷 1002 8000.00',
      '贷 122101 258284.77',
      '贷 1132 12879.82',
      '贷 6301 316.42',
      '贷 222102 18.99',
      '贷 1122 500.00',
    ])
  })

  it('WRITE_OFF without the penalty, which was never income (E-38); WITHDRAW with the fee that the client bears (E-33)', () => {
    expect(booked('WRITE_OFF', { total: '79764.98', principal: '77127.23', interest: '2637.75' })).toEqual([
      '借 6702 79764.98',
      '贷 122101 77127.23',
      '贷 1132 2637.75',
    ])
    expect(booked('WITHDRAW', { amount: '20000.00', feeAmount: '10.00', total: '20010.00' })).toEqual([
      '借 2203 20010.00',
      '贷 1002 20010.00',
    ])
  })

  it('FEE_CONFIRM: a fee with its tax (E-21), and in red what is waived of it', () => {
    const fee = { totalAmount: '14240.00', netAmount: '13433.96', taxAmount: '806.04' }
    expect(booked('FEE_CONFIRM', fee)).toEqual(['借 1122 14240.00', '贷 6051 13433.96', '贷 222102 806.04'])
    const waived = { totalAmount: '-106.00', netAmount: '-100.00', taxAmount: '-6.00' }
    expect(booked('FEE_CONFIRM', waived)).toEqual(['借 1122 -106.00', '贷 6051 -100.00', '贷 222102 -6.00'])
  })

  it('INTEREST_ACCRUAL with 6 % tax within; BOND_REFUND to the advance account and to the bank', () => {
    expect(booked('INTEREST_ACCRUAL', { interestGross: '1951.85', interestNet: '1841.37', interestTax: '110.48' })).toEqual([
      '借 1132 1951.85',
      '贷 6011 1841.37',
      '贷 222102 110.48',
    ])
    expect(booked('BOND_REFUND', { toDeposit: '31762.50' })).toEqual(['借 224101 31762.50', '贷 2203 31762.50'])
    expect(booked('BOND_REFUND', { toBank: '31762.50' })).toEqual(['借 224101 31762.50', '贷 1002 31762.50'])
    expect(booked('BOND_IN', { amount: '31762.50' })).toEqual(['借 1002 31762.50', '贷 224101 31762.50'])
  })

  it('SALE_OUT and PURCHASE_IN with their taxes, and sales with their cost (E-35)', () => {
    const sale = { totalAmount: '11300.00', netAmount: '10000.00', taxAmount: '1300.00', costAmount: '8000.00' }
    expect(booked('SALE_OUT', sale)).toEqual([
      '借 1122 11300.00',
      '借 6401 8000.00',
      '贷 6001 10000.00',
      '贷 222102 1300.00',
      '贷 1405 8000.00',
    ])
    const purchase = { totalAmount: '11300.00', netAmount: '10000.00', taxAmount: '1300.00' }
    expect(booked('PURCHASE_IN', purchase)).toEqual(['借 1405 10000.00', '借 222101 1300.00', '贷 2202 11300.00'])
  })

  it.each([
    ['TAX_PAYOUT', 'cnyAmount', '122102', '1002'],
    ['FEE_IN', 'amount', '1002', '1122'],
    ['SALE_IN', 'amount', '1002', '1122'],
    ['PURCHASE_PAY', 'amount', '2202', '1002'],
    ['TAX_IN', 'amount', '1002', '224102'],
    ['TAX_PAY', 'amount', '224102', '1002'],
    ['BANK_CHARGE', 'cnyAmount', '660301', '1002'],
  ] as const)('%s', (code, key, debit, credit) => {
    expect(booked(code, { [key]: '461500.00' })).toEqual([`借 ${debit} 461500.00`, `贷 ${credit} 461500.00`])
  })
})
