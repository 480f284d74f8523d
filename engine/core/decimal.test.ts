import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  allocateDecimal,
  cleanDecimalInput,
  compareDecimals,
  decimalsOf,
  divideDecimals,
  formatDecimal,
  formatPercent,
  isDecimal,
  isOtherNotation,
  maxDecimal,
  minDecimal,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  shiftDecimal,
  subtractDecimals,
  sumDecimals,
  toDecimal,
} from './decimal'

const MAX = 10n ** 30n

/** A decimal together with the whole number that it is at a fixed number of places, so that bigint can say what is right. */
function decimalAt(places: number) {
  return fc.bigInt({ min: -MAX, max: MAX }).map((units) => ({ units, text: fromUnits(units, places) }))
}

function fromUnits(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const fraction = places === 0 ? '' : `.${digits.slice(-places)}`
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${fraction}`
}

describe('isDecimal', () => {
  it.each(['0', '-1', '12.50', '007', '0.000001', '-0.5', '99999999999999999999.99'])('takes %s', (text) => {
    expect(isDecimal(text)).toBe(true)
  })
  it.each([
    '',
    ' ',
    '-',
    '.',
    '.5',
    '5.',
    '+1',
    '1e5',
    '1,000',
    ' 1',
    '1 ',
    '1\n',
    '0x1',
    '１',
    'NaN',
    'Infinity',
    '9'.repeat(301),
    1,
    null,
    undefined,
    ['1'],
  ])('refuses %j', (value) => {
    expect(isDecimal(value)).toBe(false)
  })
})

describe('toDecimal', () => {
  it('takes numbers as far as a binary number holds all their digits', () => {
    expect(toDecimal(0.1)).toBe('0.1')
    expect(toDecimal(-0)).toBe('0')
    expect(toDecimal(1e21)).toBe('1000000000000000000000')
    expect(toDecimal(1e-7)).toBe('0.0000001')
    expect(toDecimal(123456789012345)).toBe('123456789012345')
    expect(toDecimal(1234567890123456)).toBeUndefined()
    expect(toDecimal(0.1 + 0.2)).toBeUndefined()
  })
  it('takes no number that is too long as a text, so that what it answers can be worked with', () => {
    expect(toDecimal(-5e-324)).toBeUndefined()
    expect(addDecimals(toDecimal(1e-290) ?? '', '0')).toMatch(/^0\.0+1$/)
  })
  it('leaves a decimal text as it is and knows nothing else', () => {
    expect(toDecimal('1.50')).toBe('1.50')
    for (const value of [NaN, Infinity, 'abc', '', null, undefined, true, 10n, {}, ['1']]) expect(toDecimal(value)).toBeUndefined()
  })
})

describe('arithmetic', () => {
  it('adds and subtracts as whole cents do', () => {
    fc.assert(
      fc.property(decimalAt(6), decimalAt(6), decimalAt(6), (a, b, c) => {
        expect(compareDecimals(addDecimals(a.text, b.text, c.text), fromUnits(a.units + b.units + c.units, 6))).toBe(0)
        expect(compareDecimals(subtractDecimals(a.text, b.text, c.text), fromUnits(a.units - b.units - c.units, 6))).toBe(0)
      }),
    )
  })
  it('multiplies exactly', () => {
    fc.assert(
      fc.property(decimalAt(4), decimalAt(6), (a, b) => {
        expect(compareDecimals(multiplyDecimals(a.text, b.text), fromUnits(a.units * b.units, 10))).toBe(0)
      }),
    )
  })
  it('divides so that the product leads back, closer than any rounding can see', () => {
    fc.assert(
      fc.property(decimalAt(2), decimalAt(4), (a, b) => {
        fc.pre(b.units !== 0n)
        const back = multiplyDecimals(divideDecimals(a.text, b.text), b.text)
        const difference = subtractDecimals(back, a.text)
        expect(compareDecimals(maxDecimal(difference, negateDecimal(difference)), '0.00000001')).toBe(-1)
      }),
    )
  })
  it('gives canonical texts', () => {
    expect(addDecimals('0.10', '0.20')).toBe('0.3')
    expect(addDecimals('1.50', '-1.5')).toBe('0')
    expect(subtractDecimals('0', '0.00')).toBe('0')
    expect(multiplyDecimals('-0.5', '0')).toBe('0')
    expect(negateDecimal('0')).toBe('0')
    expect(negateDecimal('1.20')).toBe('-1.2')
    expect(multiplyDecimals('1000000000000', '1000000000000')).toBe('1000000000000000000000000')
    expect(divideDecimals('1', '10000000000')).toBe('0.0000000001')
    expect(divideDecimals('1', '3')).toBe(`0.${'3'.repeat(40)}`)
  })
  it('adds nothing up to zero', () => {
    expect(sumDecimals([])).toBe('0')
  })
  it('adds up more rows than a call may have arguments', () => {
    expect(sumDecimals(Array.from({ length: 200_000 }, () => '0.01'))).toBe('2000')
  })
  it('refuses to divide by zero, however it is written', () => {
    for (const zero of ['0', '-0', '0.00'])
      expect(() => divideDecimals('1', zero)).toThrow(expect.objectContaining({ code: 'decimal.division-by-zero' }))
  })
  it('names a value that is no number', () => {
    expect(() => addDecimals('1', '1,000')).toThrow(expect.objectContaining({ code: 'decimal.invalid', params: { value: '1,000' } }))
    expect(() => compareDecimals('', '0')).toThrow(expect.objectContaining({ code: 'decimal.invalid' }))
  })
})

describe('comparison', () => {
  it('orders by number and not by text', () => {
    expect(compareDecimals('10', '9')).toBe(1)
    expect(compareDecimals('-10', '-9')).toBe(-1)
    expect(compareDecimals('1.50', '1.5')).toBe(0)
    expect(compareDecimals('-0', '0.00')).toBe(0)
  })
  it('finds the least and the greatest as they were written', () => {
    expect(minDecimal('9', '10', '-1.50')).toBe('-1.50')
    expect(maxDecimal('9', '10.0', '10')).toBe('10.0')
    expect(minDecimal('7')).toBe('7')
  })
})

describe('roundDecimal', () => {
  it.each([
    ['0.005', 2, '0.01', '0.01', '0.00'],
    ['0.0049', 2, '0.00', '0.01', '0.00'],
    ['-0.005', 2, '-0.01', '0.00', '-0.01'],
    ['-0.004', 2, '0.00', '0.00', '-0.01'],
    ['2', 2, '2.00', '2.00', '2.00'],
    ['-2.5', 0, '-3', '-2', '-3'],
    ['1.005', 2, '1.01', '1.01', '1.00'],
  ])('rounds %s to %i places: half up %s, up %s, down %s', (value, decimals, halfUp, ceil, floor) => {
    expect(roundDecimal(value, decimals)).toBe(halfUp)
    expect(roundDecimal(value, decimals, 'halfUp')).toBe(halfUp)
    expect(roundDecimal(value, decimals, 'ceil')).toBe(ceil)
    expect(roundDecimal(value, decimals, 'floor')).toBe(floor)
  })
  it('stays within half a unit, and up and down on their sides', () => {
    fc.assert(
      fc.property(decimalAt(6), fc.integer({ min: 0, max: 6 }), ({ text }, decimals) => {
        const [halfUp, ceil, floor] = (['halfUp', 'ceil', 'floor'] as const).map((mode) => roundDecimal(text, decimals, mode)) as [
          string,
          string,
          string,
        ]
        const twiceOff = multiplyDecimals(subtractDecimals(halfUp, text), '2')
        expect(compareDecimals(maxDecimal(twiceOff, negateDecimal(twiceOff)), shiftDecimal('1', -decimals))).not.toBe(1)
        expect(compareDecimals(ceil, text)).not.toBe(-1)
        expect(compareDecimals(floor, text)).not.toBe(1)
        expect(compareDecimals(subtractDecimals(ceil, floor), shiftDecimal('1', -decimals))).not.toBe(1)
        for (const rounded of [halfUp, ceil, floor]) expect(rounded.split('.')[1]?.length ?? 0).toBe(decimals)
      }),
    )
  })
})

describe('places', () => {
  it('are counted without the zeros at the end', () => {
    expect(['1', '1.0', '1.50', '-0.001', '100'].map(decimalsOf)).toEqual([0, 0, 1, 3, 0])
  })
  it('are shifted exactly, there and back', () => {
    expect(shiftDecimal('0.7', 2)).toBe('70')
    expect(shiftDecimal('7.25', -2)).toBe('0.0725')
    fc.assert(
      fc.property(decimalAt(6), fc.integer({ min: -8, max: 8 }), ({ text }, places) => {
        expect(compareDecimals(shiftDecimal(shiftDecimal(text, places), -places), text)).toBe(0)
      }),
    )
  })
})

describe('allocateDecimal', () => {
  it('E-01 gives the last row what the others leave', () => {
    expect(allocateDecimal('100000.00', ['40000', '40000', '40000.01'], 2)).toEqual(['33333.33', '33333.33', '33333.34'])
  })
  it('leaves a row without weight empty, the last one too', () => {
    expect(allocateDecimal('10', ['1', '0', '3'], 2)).toEqual(['2.50', '0.00', '7.50'])
    expect(allocateDecimal('10', ['1', '3', '0'], 2)).toEqual(['2.50', '7.50', '0.00'])
  })
  it('always adds up to the total, and rounds every row but the last by itself', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(decimalAt(2), weights, ({ text }, units) => {
        fc.pre(units.some((weight) => weight > 0n))
        const texts = units.map((weight) => fromUnits(weight, 4))
        const rows = allocateDecimal(text, texts, 2)
        expect(compareDecimals(sumDecimals(rows), text)).toBe(0)
        rows.slice(0, -1).forEach((row, index) => {
          expect(row).toBe(roundDecimal(divideDecimals(multiplyDecimals(text, texts[index] ?? ''), sumDecimals(texts)), 2))
        })
      }),
    )
  })
  it('refuses what cannot add up', () => {
    expect(() => allocateDecimal('1', ['0', '0'], 2)).toThrow(expect.objectContaining({ code: 'decimal.no-weight' }))
    expect(() => allocateDecimal('1', [], 2)).toThrow(expect.objectContaining({ code: 'decimal.no-weight' }))
    expect(() => allocateDecimal('1.001', ['1', '1'], 2)).toThrow(expect.objectContaining({ code: 'decimal.too-many-decimals' }))
  })
})

describe('formatting', () => {
  it.each([
    ['1234567.5', 2, '1,234,567.50'],
    ['-1234567.555', 2, '-1,234,567.56'],
    ['999', 0, '999'],
    ['1000', 0, '1,000'],
    ['100', 2, '100.00'],
    ['-100', 2, '-100.00'],
    ['-0.001', 2, '0.00'],
    ['0.123456', 6, '0.123456'],
    [1234, 2, '1,234.00'],
  ])('E6 shows %s with %i places as %s', (value, decimals, shown) => {
    expect(formatDecimal(value, decimals)).toBe(shown)
  })
  it('E6 shows an absent or invalid value as -', () => {
    for (const value of [undefined, null, '', 'abc', '1,000', NaN, {}]) {
      expect(formatDecimal(value, 2)).toBe('-')
      expect(formatPercent(value, 2)).toBe('-')
    }
  })
  it('shows a fraction as a percentage', () => {
    expect(formatPercent('0.7000', 2)).toBe('70.00%')
    expect(formatPercent('9.9999', 2)).toBe('999.99%')
    expect(formatPercent('-0.12345', 2)).toBe('-12.35%')
    expect(formatPercent('12.5', 0)).toBe('1,250%')
  })
  it('only adds commas: without them the rounded value is there again', () => {
    fc.assert(
      fc.property(decimalAt(6), fc.integer({ min: 0, max: 6 }), ({ text }, decimals) => {
        expect(formatDecimal(text, decimals).replaceAll(',', '')).toBe(roundDecimal(text, decimals))
        expect(formatDecimal(text, decimals)).toMatch(/^-?\d{1,3}(,\d{3})*(\.\d+)?$/)
      }),
    )
  })
})

describe('cleanDecimalInput', () => {
  it.each([
    ['1234.567', 2, '1234.56'],
    ['12.', 2, '12.'],
    ['.5', 2, '0.5'],
    ['-', 2, '-'],
    ['-1a2', 2, '-12'],
    ['1-2', 2, '12'],
    ['1.2.3', 4, '1.23'],
    ['¥1,234.50 元', 2, '1234.50'],
    ['12.5', 0, '12.5'],
    ['１２。５', 2, '12.5'],
    ['－３．２', 2, '-3.2'],
    ['abc', 2, ''],
    ['', 2, ''],
  ])('E6 leaves of %j with %i places %j', (typed, decimals, left) => {
    expect(cleanDecimalInput(typed, decimals)).toBe(left)
  })
  it('changes nothing a second time, and what is finished is a decimal', () => {
    fc.assert(
      fc.property(typedTexts, fc.integer({ min: 0, max: 4 }), (typed, decimals) => {
        const clean = cleanDecimalInput(typed, decimals)
        expect(cleanDecimalInput(clean, decimals)).toBe(clean)
        expect(clean).toMatch(/^-?(\d+\.?\d*)?$/)
        if (/\d$/.test(clean)) expect(isDecimal(clean) && (decimals === 0 || decimalsOf(clean) <= decimals)).toBe(true)
      }),
    )
  })
  it('leaves the same of a text whether it comes at once or key by key, of an integer too', () => {
    fc.assert(
      fc.property(typedTexts, fc.integer({ min: 0, max: 4 }), (typed, decimals) => {
        const byKey = [...typed].reduce((text, key) => cleanDecimalInput(text + key, decimals), '')
        expect(byKey).toBe(cleanDecimalInput(typed, decimals))
      }),
    )
  })
  it('gives the number itself of every number in our notation', () => {
    fc.assert(
      fc.property(
        decimalAt(2),
        fc.constantFrom('', '¥', '￥ ', 'CNY '),
        fc.constantFrom('', ' 元', '%', ' '),
        ({ text }, before, after) => {
          const written = `${before}${formatDecimal(text, 2)}${after}`
          expect(isOtherNotation(written)).toBe(false)
          expect(cleanDecimalInput(written, 2)).toBe(text)
        },
      ),
    )
  })
})

describe('isOtherNotation', () => {
  it.each([
    '1e5',
    '1E',
    '12万',
    '１２ 亿',
    '5k',
    '1a2',
    '1.5a2',
    '1-2',
    '5-',
    '2026-1-5',
    '1/2',
    '1.234.567',
    '1.234.567,8',
    '1.234,5',
    '3,5',
    '(5)',
  ])('is %s, which cleaning would make another number of', (text) => {
    expect(isOtherNotation(text)).toBe(true)
  })
  it.each(['', '-', '12.', '-3.2', '1,234', '1,234,567.8', '1 234', 'a12.5b', '¥1,234.50 元', '13%', '90 天', '1.2.3', '１２。５', 'abc'])(
    'is not %j',
    (text) => {
      expect(isOtherNotation(text)).toBe(false)
    },
  )
})

const typedTexts = fc.string({ unit: fc.constantFrom(...Array.from('0123456789..--,a ')) })
