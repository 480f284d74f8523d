import { expect, it } from 'vitest'
import { roundDecimal } from '../../../engine/core/decimal'
import { rederive } from '../../../engine/core/derivation'
import { monthlyInterest, settlementDays } from './monthly'
import { accruedThrough, noteOf } from './testing'

it('E-04b bills 3,800.00 for 19 days and 6,200.00 for the 31 days after them, due on the 21st', () => {
  const note = noteOf({ principal: '1000000' })
  const first = monthlyInterest('2026-03-20', accruedThrough(note, '2026-03-20').accruedInterest, '0')
  expect(first).toMatchObject({ period: '2026-03', dueDate: '2026-03-21', amount: { value: '3800.00' } })
  const second = monthlyInterest('2026-04-20', accruedThrough(note, '2026-04-20').accruedInterest, first.amount.value)
  expect(second).toMatchObject({ period: '2026-04', dueDate: '2026-04-21', amount: { value: '6200.00' } })
  expect(rederive(second.amount)).toBe('6200.00')
})

it('E-04b bills to the cent what is accrued, however the periods round', () => {
  let billed = '0'
  const note = noteOf({ principal: '333333.33', annualRate: '0.068' })
  for (const day of ['2026-03-20', '2026-04-20', '2026-05-20', '2026-06-20'])
    billed = String(Number(billed) + Number(monthlyInterest(day, accruedThrough(note, day).accruedInterest, billed).amount.value))
  expect(roundDecimal(billed, 2)).toBe(roundDecimal(accruedThrough(note, '2026-06-20').accruedInterest, 2))
})

it('E-04b bills nothing where more was paid already', () => {
  expect(monthlyInterest('2026-03-20', '100', '100.01').amount.value).toBe('0.00')
})

it('E-04b bills up to the last 20ths, the day itself included', () => {
  expect(settlementDays('2026-03-19')).toEqual(['2026-01-20', '2026-02-20'])
  expect(settlementDays('2026-03-20')).toEqual(['2026-02-20', '2026-03-20'])
  expect(settlementDays('2026-01-05')).toEqual(['2025-11-20', '2025-12-20'])
})
