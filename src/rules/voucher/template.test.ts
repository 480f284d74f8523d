import { describe, expect, it } from 'vitest'
import { voucherEventOf, voucherEvents } from './events'
import { balances, foreignEntries, type TemplateEntry } from './template'

const debit = (...keys: string[]): TemplateEntry[] => keys.map((amountField) => ({ entrySide: 'DEBIT', amountField }))
const credit = (...keys: string[]): TemplateEntry[] => keys.map((amountField) => ({ entrySide: 'CREDIT', amountField }))

describe('a voucher template (E.5)', () => {
  it('takes only the amounts of its event', () => {
    const entries = [...debit('financePart', 'principal'), ...credit('financePart')]
    expect(foreignEntries(voucherEvents.PAYOUT, entries)).toEqual([1])
    expect(foreignEntries(voucherEvents.BOND_USE, entries)).toEqual([0, 1, 2])
    expect(voucherEventOf('PAYOUT')?.keys).toEqual(['cnyAmount', 'financePart', 'bondPart'])
    expect(voucherEventOf('toString')).toBeUndefined()
  })

  it('balances when each amount stands on both sides', () => {
    const { PAYOUT } = voucherEvents
    expect(balances(PAYOUT, [...debit('financePart', 'bondPart'), ...credit('bondPart', 'financePart')])).toBe(true)
    expect(balances(PAYOUT, [...debit('financePart', 'bondPart'), ...credit('financePart')])).toBe(false)
    expect(balances(PAYOUT, [])).toBe(true)
  })

  it('balances when its sides differ by an equation that holds for every document', () => {
    const { PAYOUT, REPAY, FX_SETTLE } = voucherEvents
    expect(balances(PAYOUT, [...debit('financePart', 'bondPart'), ...credit('cnyAmount')])).toBe(true)
    expect(balances(PAYOUT, [...debit('financePart'), ...credit('cnyAmount')])).toBe(false)
    const received = debit('receiptNet', 'depositOffset', 'bondOffset')
    const allocated = credit('principal', 'taxPrincipal', 'interest', 'penaltyNet', 'penaltyTax', 'fee')
    expect(balances(REPAY, [...received, ...allocated])).toBe(true)
    for (const missing of [...received, ...allocated])
      expect(
        balances(
          REPAY,
          [...received, ...allocated].filter((entry) => entry !== missing),
        ),
      ).toBe(false)
    // Twice the equation is no balance of its own, but still one.
    expect(
      balances(FX_SETTLE, [
        ...credit('bookAmount', 'cnyReceived', 'feeAmount', 'lossAmount'),
        ...debit('cnyPaid', 'bookAmountOut', 'gainAmount'),
      ]),
    ).toBe(true)
  })

  it('does not balance with everything on one side', () => {
    expect(balances(voucherEvents.BOND_REFUND, [...debit('toDeposit'), ...debit('toBank')])).toBe(false)
    expect(balances(voucherEvents.TAX_IN, debit('amount', 'amount'))).toBe(false)
  })
})
