import { describe, expect, it } from 'vitest'
import type { FieldPlan } from '../../../core/plan'
import { parseCell, parseClipboard } from './paste'

const field = (plan: Partial<FieldPlan>): FieldPlan => ({
  name: 'a',
  type: 'text',
  title: 'A',
  required: false,
  requiredFor: [],
  readOnly: false,
  secret: false,
  stored: true,
  ...plan,
})

describe('what a spreadsheet put on the clipboard', () => {
  it('is rows by line break and cells by tab', () => {
    expect(parseClipboard('a\t1\r\nb\t2\r\n')).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
  })
  it('keeps empty cells, so that later ones stay in their column', () => {
    expect(parseClipboard('a\t\tc\n\tb\t')).toEqual([
      ['a', '', 'c'],
      ['', 'b', ''],
    ])
  })
  it('takes a quoted cell with tabs, line breaks and doubled quotes as one', () => {
    expect(parseClipboard('"x\ty\n""z"""\tb')).toEqual([['x\ty\n"z"', 'b']])
  })
  it('leaves a single cell to the input', () => {
    expect(parseClipboard('only this\n')).toBeUndefined()
  })
  it('reads quotes inside a plain cell as themselves', () => {
    expect(parseClipboard('19" rack\tb')).toEqual([['19" rack', 'b']])
  })
})

describe('a pasted cell', () => {
  const status = [
    { code: 'A', title: '甲' },
    { code: 'B', title: '乙' },
  ]
  it.each([
    ['thousands', field({ type: 'money', decimals: 2 }), '1,234.50', '1234.50'],
    ['a currency sign', field({ type: 'money', decimals: 2 }), '¥ 12.5', '12.5'],
    ['too many places, which the check marks', field({ type: 'money', decimals: 2 }), '1.239', '1.239'],
    ['an integer as a number', field({ type: 'digit', decimals: 0 }), '42', 42],
    ['a fraction where an integer belongs, which the check marks', field({ type: 'digit', decimals: 0 }), '4.5', '4.5'],
    ['words in place of a number', field({ type: 'digit', decimals: 0 }), 'abc', undefined],
    ['a percentage as a fraction', field({ type: 'percent', decimals: 4 }), '70%', '0.7'],
    ['a percentage without its sign, as it is typed', field({ type: 'percent', decimals: 4 }), '13', '0.13'],
    ['less than one per cent, as it is typed', field({ type: 'percent', decimals: 4 }), '0.13', '0.0013'],
    ['thousands of per cent', field({ type: 'percent', decimals: 4 }), '1,300.5 %', '13.005'],
    ['an exponent in place of a number', field({ type: 'money', decimals: 2 }), '1.5E+5', undefined],
    ['a decimal comma, which is no thousands separator', field({ type: 'money', decimals: 2 }), '3,5', undefined],
    ['a day of a spreadsheet', field({ type: 'date' }), '2026/3/5', '2026-03-05'],
    ['a day in Chinese', field({ type: 'date' }), '2026年3月5日', '2026-03-05'],
    ['a day without separators', field({ type: 'date' }), '20260305', '2026-03-05'],
    ['a moment', field({ type: 'dateTime' }), '2026/3/5 9:30', '2026-03-05T09:30:00+08:00'],
    ['a day that does not exist', field({ type: 'date' }), '2026-02-30', undefined],
    ['a title of the dictionary', field({ type: 'select', dictionary: 'd' }), '乙', 'B'],
    ['a code of the dictionary', field({ type: 'select', dictionary: 'd' }), 'B', 'B'],
    ['several titles', field({ type: 'select', dictionary: 'd', multiple: true }), '甲、乙', ['A', 'B']],
    ['a word the dictionary has not', field({ type: 'select', dictionary: 'd' }), '丙', undefined],
    ['yes', field({ type: 'switch' }), '是', true],
    ['a reference, which it does not guess', field({ type: 'ref' }), '某公司', undefined],
    ['nothing', field({ type: 'money', decimals: 2 }), ' ', null],
  ])('takes %s', (_name, plan, text, value) => {
    expect(parseCell(plan, text, status)).toEqual(value)
  })
})
