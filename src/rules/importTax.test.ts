import { describe, expect, it } from 'vitest'
import { importTax } from './importTax'

const dollars = { mode: 'GENERAL', exchangeRate: '7.10' } as const
const rates = { dutyRate: '0.10', vatRate: '0.13' }

describe('E-19 import taxes', () => {
  it('takes duty and VAT of a CIF price', () => {
    const tax = importTax([{ amount: '100000', ...rates }], { ...dollars, insurance: '0' })
    expect(tax).toMatchObject({
      dutiableValue: '710000',
      duty: '71000.00',
      vat: '101530.00',
      consumptionTax: '0.00',
      totalTax: '172530.00',
    })
  })

  it('takes consumption tax of itself, and VAT of all', () => {
    const tax = importTax([{ amount: '100000', ...rates, consumptionTaxRate: '0.10' }], { ...dollars, insurance: '0' })
    expect(tax).toMatchObject({ duty: '71000.00', consumptionTax: '86777.78', vat: '112811.11', totalTax: '270588.89' })
  })

  it('adds freight to an FOB price, and the usual insurance', () => {
    const tax = importTax([{ amount: '95000', ...rates }], { ...dollars, freight: '4000' })
    expect(tax).toMatchObject({ insurance: '297.00', dutiableValue: '705009', duty: '70500.90', vat: '100816.29' })
  })

  it.each([
    ['without consumption tax', {}, { duty: '0.00', consumptionTax: '0.00', vat: '910.00' }],
    ['with it', { consumptionTaxRate: '0.15' }, { duty: '0.00', consumptionTax: '1235.29', vat: '1070.59' }],
  ])('takes seventy per cent of what comes by cross-border retail, %s', (_name, more, expected) => {
    const tax = importTax([{ amount: '10000', ...rates, ...more }], { mode: 'CBEC', exchangeRate: '1', insurance: '0' })
    expect(tax).toMatchObject(expected)
  })

  it('takes nothing of what goes into a bonded warehouse', () => {
    expect(importTax([{ amount: '100000', ...rates }], { ...dollars, mode: 'BONDED' }).totalTax).toBe('0.00')
  })

  it.each([
    ['49.99', '0.02499', '0.02500', '0.00'],
    ['50.00', '0.02500', '0.02500', '50.00'],
  ])('does not levy a duty below fifty yuan on the whole document: %s', (_duty, first, second, levied) => {
    const goods = [first, second].map((dutyRate) => ({ amount: '1000', dutyRate }))
    expect(importTax(goods, { mode: 'GENERAL', exchangeRate: '1', insurance: '0' }).duty).toBe(levied)
  })

  it('takes whole yuan of each line, not of the document', () => {
    const goods = ['33333.33', '66666.67'].map((amount) => ({ amount, ...rates }))
    const { lines, dutiableValue } = importTax(goods, { ...dollars, insurance: '0' })
    expect(lines.map((line) => line.dutiableValue)).toEqual(['236667', '473333'])
    expect(dutiableValue).toBe('710000')
  })

  it('spreads freight and insurance so that the lines add up', () => {
    const goods = ['333.33', '333.33', '333.34'].map((amount) => ({ amount, ...rates }))
    const { lines, dutiableValue } = importTax(goods, { mode: 'GENERAL', exchangeRate: '1', freight: '100', insurance: '10' })
    expect(lines.map((line) => line.dutiableValue)).toEqual(['370', '370', '370'])
    expect(dutiableValue).toBe('1110')
  })
})
