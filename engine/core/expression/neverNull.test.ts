import { describe, expect, it } from 'vitest'
import { isNeverNull } from './neverNull'
import { parseExpression } from './parse'

const filled = ['price', 'from']
const isFilled = ([name = '']: readonly string[]): boolean => filled.includes(name)

describe('isNeverNull', () => {
  it.each([
    ['a literal', '0'],
    ['a field that always is there', 'price'],
    ['arithmetic over such', 'price * 2 - 1'],
    ['a quotient by a number', 'round(price / 3, 2)'],
    ['a condition, whatever it reads', 'gone == 1 or gone > price'],
    ['a choice of two', "gone == 'A' ? price : 0"],
    ['the first that is there', 'coalesce(gone, price)'],
    ['a sum of anything', 'sum(lines.gone)'],
    ['a text put together', "concat('No. ', gone)"],
    ['today', 'today()'],
  ])('knows of %s', (_what, source) => {
    expect(isNeverNull(parseExpression(source), isFilled)).toBe(true)
  })

  it.each([
    ['null', 'null'],
    ['the empty text', "''"],
    ['a field that may be empty', 'gone'],
    ['arithmetic over it', 'price + gone'],
    ['a quotient by a field, which may be zero', 'price / price'],
    ['a choice with an empty end', 'price > 1 ? price : null'],
    ['an average of what may be nothing', 'avg(lines.price)'],
    ['a day that may lie beyond the calendar', 'addDays(from, 1)'],
    ['rounding to places that may be empty', 'round(price, gone)'],
  ])('does not say so of %s', (_what, source) => {
    expect(isNeverNull(parseExpression(source), isFilled)).toBe(false)
  })
})
