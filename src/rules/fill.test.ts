import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals, multiplyDecimals, roundDecimal, subtractDecimals } from '../../engine/core/decimal'
import { exposureAfter, fillOfShortOrder, reachedBy, refuseCashFill } from './fill'
import { loanToValue, requiredFill } from './waterline'

const part = (supplement: string) => ({ supplement }) as never

describe('E-31 what nobody has paid of a deduction', () => {
  it('is asked for in cash, or in goods that may be financed with it', () => {
    expect(fillOfShortOrder('520.50', '0.5500')).toEqual({ requiredCash: '520.50', requiredGoodsValue: '946.37' })
    expect(fillOfShortOrder('1270.50', '0')).toEqual({ requiredCash: '1270.50', requiredGoodsValue: '1270.50' })
  })
})

describe('E-12b cash that fills', () => {
  const cash = { filledCash: '119293.15', requiredCash: '119293.15', receiptNo: 'SK1', unverified: '119293.15' }

  it('is at least what is required, and at most what has come in', () => {
    expect(refuseCashFill(cash)).toBeUndefined()
    expect(refuseCashFill({ ...cash, filledCash: '119293.14' })).toMatchObject({ code: 'fill.too-little' })
    expect(refuseCashFill({ ...cash, filledCash: '119293.16' })).toMatchObject({ code: 'fill.beyond-receipt' })
    expect(refuseCashFill({ ...cash, filledCash: '120000.00', unverified: '120000.00' })).toBeUndefined()
  })

  it('lessens the exposure by what it repays: neither by a supplement nor by what nobody owes', () => {
    expect(exposureAfter('310693.15', '119293.15', { overpaid: '0.00', debts: [] })).toBe('191400.00')
    expect(exposureAfter('310693.15', '119293.15', { overpaid: '0.00', debts: [part('100.00'), part('0.15')] })).toBe('191500.15')
    expect(exposureAfter('1000.00', '5000.00', { overpaid: '3950.00', debts: [part('50.00')] })).toBe('0.00')
  })

  it('B36 reaches its target to within half a hundredth', () => {
    expect(reachedBy('191400.00', '348000.00', '0.5500')).toEqual({ ltvAfter: '0.5500' })
    expect(reachedBy('193140.00', '348000.00', '0.5500')).toEqual({ ltvAfter: '0.5550' })
    expect(reachedBy('193180.00', '348000.00', '0.5500')).toMatchObject({
      ltvAfter: '0.5551',
      refusal: { code: 'fill.not-reached', params: { after: '55.51%', target: '55.00%' } },
    })
  })
})

describe('what is required', () => {
  const cents = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((units) => roundDecimal(multiplyDecimals(String(units), '0.01'), 2))
  const facts = fc.record({ exposure: cents(1, 900_000_000), value: cents(1, 900_000_000), target: fc.integer({ min: 1_000, max: 9_500 }) })

  it('brings the rate to its target when it is paid, whatever the figures, and not a cent more is asked for', () => {
    fc.assert(
      fc.property(facts, ({ exposure, value, target: units }) => {
        const target = roundDecimal(multiplyDecimals(String(units), '0.0001'), 4)
        const { requiredCash, requiredGoodsValue } = requiredFill(exposure, value, target)
        const after = exposureAfter(exposure, requiredCash, { overpaid: '0', debts: [] })
        const isReached = (left: string, worth: string): boolean => compareDecimals(left, multiplyDecimals(target, worth)) <= 0
        expect(isReached(after, value)).toBe(true)
        expect(isReached(exposure, roundDecimal(subtractDecimals(value, multiplyDecimals(requiredGoodsValue, '-1')), 2))).toBe(true)
        if (compareDecimals(requiredCash, '0') > 0) {
          expect(
            isReached(
              exposureAfter(exposure, roundDecimal(subtractDecimals(requiredCash, '0.01'), 2), { overpaid: '0', debts: [] }),
              value,
            ),
          ).toBe(false)
          expect(compareDecimals(loanToValue(exposure, value), target)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

describe('a fill without collateral', () => {
  it('cannot reach its target while something is owed, and has reached it when nothing is', () => {
    expect(reachedBy('100.00', '0.00', '0.5500')).toMatchObject({ ltvAfter: '9.9999', refusal: { code: 'fill.not-reached' } })
    expect(reachedBy('0.00', '0.00', '0.5500')).toEqual({ ltvAfter: '0.0000' })
  })

  it('asks for all that is owed', () => {
    expect(requiredFill('100.00', '0.00', '0.5000')).toEqual({ requiredCash: '100.00', requiredGoodsValue: '200.00' })
    expect(requiredFill('100.00', '0.00', '0')).toMatchObject({ requiredCash: '100.00' })
  })
})
