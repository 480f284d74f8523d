import { expect, it } from 'vitest'
import { addDays } from '../../engine/core/dateTime'
import { rederive } from '../../engine/core/derivation'
import { spoken } from './debt/explain'
import { splitGross } from './invoice'
import { figure } from './debt/terms'
import { dailyFee, feeDueDate, feeOf, feeParts, monthlyFee, oneOffFee } from './serviceFee'

it('E-21 charges 14,240.00 once, of which 806.04 is tax', () => {
  const fee = oneOffFee('2848000', '0.005')
  expect([fee.value, rederive(fee)]).toEqual(['14240.00', '14240.00'])
  expect(splitGross(fee.value, '0.06')).toEqual({ netAmount: '13433.96', taxAmount: '806.04' })
})

it('E-21 charges 2,373.33 by the day for 30 days at 1 %, and by the month a twelfth', () => {
  const daily = dailyFee(
    Array.from({ length: 30 }, (_, index) => ({ day: addDays('2026-03-02', index), balance: '2848000' })),
    '0.01',
  )
  expect([daily.value, rederive(daily)]).toEqual(['2373.33', '2373.33'])
  const named = spoken(daily).inputs?.map(({ title }) => title) ?? []
  expect([named[0], named[29]]).toEqual(['日终余额 2026-03-02', '日终余额 2026-03-31'])
  const monthly = monthlyFee('2848000', '0.01')
  expect([monthly.value, rederive(monthly)]).toEqual(['2373.33', '2373.33'])
})

it('E-21 is due with the payout, or ten days after the period', () => {
  expect(feeDueDate({ paidOn: '2026-03-02' })).toBe('2026-03-02')
  expect(feeDueDate({ periodEnd: '2026-03-31' })).toBe('2026-04-10')
})

it('E-21 takes the sum of the balances for the balances, whatever was typed', () => {
  expect([feeOf('ONE_OFF', '2848000', '0.005').value, feeOf('MONTHLY', '2848000', '0.01').value]).toEqual(['14240.00', '2373.33'])
  expect(feeOf('DAILY', '85440000', '0.01').value).toBe('2373.33')
})

it('E-21 explains what is no tax, the tax, and what is open, each from what stands before it', () => {
  const parts = feeParts(oneOffFee('2848000', '0.005'), { taxRate: '0.06', receivedAmount: '4000.00', waivedAmount: '240.00' })
  const values = Object.values(parts).map((part) => [part.value, rederive(part)])
  expect(values).toEqual([
    ['13433.96', '13433.96'],
    ['806.04', '806.04'],
    ['10000.00', '10000.00'],
  ])
  const untaxed = feeParts(figure('fee.total', '100.00'), { taxRate: '0', receivedAmount: '0', waivedAmount: '0' })
  expect([untaxed.netAmount.value, untaxed.taxAmount.value, untaxed.openAmount.value]).toEqual(['100.00', '0.00', '100.00'])
})
