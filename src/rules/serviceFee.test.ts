import { expect, it } from 'vitest'
import { rederive } from '../../engine/core/derivation'
import { splitGross } from './invoice'
import { dailyFee, feeDueDate, monthlyFee, oneOffFee } from './serviceFee'

it('E-21 charges 14,240.00 once, of which 806.04 is tax', () => {
  const fee = oneOffFee('2848000', '0.005')
  expect([fee.value, rederive(fee)]).toEqual(['14240.00', '14240.00'])
  expect(splitGross(fee.value, '0.06')).toEqual({ netAmount: '13433.96', taxAmount: '806.04' })
})

it('E-21 charges 2,373.33 by the day for 30 days at 1 %, and by the month a twelfth', () => {
  const daily = dailyFee(
    Array.from({ length: 30 }, () => '2848000'),
    '0.01',
  )
  expect([daily.value, rederive(daily)]).toEqual(['2373.33', '2373.33'])
  const monthly = monthlyFee('2848000', '0.01')
  expect([monthly.value, rederive(monthly)]).toEqual(['2373.33', '2373.33'])
})

it('E-21 is due with the payout, or ten days after the period', () => {
  expect(feeDueDate({ paidOn: '2026-03-02' })).toBe('2026-03-02')
  expect(feeDueDate({ periodEnd: '2026-03-31' })).toBe('2026-04-10')
})
