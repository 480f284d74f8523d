import { describe, expect, it } from 'vitest'
import { parseExpression } from '../../core/expression'
import type { FieldPlan } from '../../core/plan'
import { checkField, checkRecord, withoutRow, type CheckContext } from './check'
import { fieldPlan, linesPlan } from '../../core/testing/fieldPlans'

const context: CheckContext = {
  environment: { today: '2026-03-05', now: '2026-03-05T00:00:00Z' },
  formats: { even: { test: (text) => text.length % 2 === 0, message: '须为偶数位' } },
}
const ruleOf = (field: FieldPlan, value: unknown, required = false) => checkField(field, value, required, context)?.rule

describe('one value', () => {
  const money = fieldPlan('amount', 'money', { min: '0.01', max: '1000' })
  const rate = fieldPlan('rate', 'percent', { max: '1' })
  it.each([
    ['nothing where something must be', fieldPlan('a'), ' ', true, 'required'],
    ['an empty list where something must be', fieldPlan('a', 'select', { multiple: true }), [], true, 'required'],
    ['nothing where nothing must be', fieldPlan('a'), '', false, undefined],
    ['zero, which is a value', fieldPlan('a', 'digit'), 0, true, undefined],
    ['no, which is a value', fieldPlan('a', 'switch'), false, true, undefined],
    ['the longest text', fieldPlan('a', 'text', { maxLength: 2 }), '😀文', false, undefined],
    ['a text that is longer', fieldPlan('a', 'text', { maxLength: 2 }), '😀文字', false, 'maxLength'],
    ['a text that matches only in part', fieldPlan('a', 'text', { pattern: '[a-z]+' }), 'ab1', false, 'pattern'],
    ['a text of the wrong format', fieldPlan('a', 'text', { format: 'even' }), 'abc', false, 'format'],
    ['the smallest amount', money, '0.01', false, undefined],
    ['an amount below it', money, '0.00', false, 'min'],
    ['the largest amount', money, '1000.00', false, undefined],
    ['an amount above it', money, '1000.01', false, 'max'],
    ['more places than there are', money, '1.001', false, 'decimals'],
    ['a fraction where an integer belongs', fieldPlan('a', 'digit'), '1.5', false, 'type'],
    ['a word where a number belongs', money, 'x', false, 'type'],
    ['a day that does not exist', fieldPlan('a', 'date'), '2026-02-30', false, 'type'],
    ['a rate of all its places', rate, '0.1234', false, undefined],
    ['too many files', fieldPlan('a', 'files', { maxCount: 1 }), [{ id: '1' }, { id: '2' }], false, 'maxCount'],
  ])('%s', (_name, field, value, required, rule) => {
    expect(ruleOf(field, value, required)).toBe(rule)
  })

  it('is refused in the words of the product where it has some', () => {
    expect(checkField(fieldPlan('a', 'text', { format: 'even' }), 'abc', false, context)?.detail).toBe('须为偶数位')
    expect(checkField(fieldPlan('a', 'text', { pattern: '\\d+', patternMessage: '只能是数字' }), 'x', false, context)?.detail).toBe(
      '只能是数字',
    )
  })
  it('names the bound of a rate in per cent', () => {
    expect(checkField(rate, '1.5', false, context)?.detail).toBe('“rate”不能大于 100%')
  })
})

describe('a record', () => {
  const goods = linesPlan('goods', [
    fieldPlan('kind'),
    fieldPlan('reason', 'text', { required: parseExpression('kind == "OTHER" and strict') }),
    fieldPlan('total', 'money', { readOnly: true, required: true }),
  ])
  it('is asked row by row for what a condition over row and record demands', () => {
    const found = checkRecord(
      {
        fields: [],
        lines: [goods],
        checks: [],
        values: { strict: true, goods: [{ kind: 'OTHER' }, { kind: 'A' }, { kind: 'OTHER', reason: 'x' }] },
      },
      context,
    )
    expect(found.map(({ path, pointer, rule }) => [path, pointer, rule])).toEqual([['goods.0.reason', '/goods/0/reason', 'required']])
  })
  it('is not asked for rows that only an action needs, but by that action', () => {
    const needed = { ...goods, minRows: 1, requiredFor: ['submit'] }
    const record = { fields: [], lines: [needed], checks: [], values: { goods: [] } }
    expect(checkRecord(record, context)).toEqual([])
    expect(checkRecord(record, { ...context, action: 'submit' }).map(({ rule }) => rule)).toEqual(['minRows'])
  })
  it('gives a field one reason at a time', () => {
    const fields = [{ field: fieldPlan('b', 'digit'), required: true }]
    const checks = [{ that: parseExpression('a < b'), message: 'a < b', field: 'b' }]
    expect(checkRecord({ fields, lines: [], checks, values: { a: 1, b: 'x' } }, context).map(({ rule }) => rule)).toEqual(['type'])
    expect(checkRecord({ fields, lines: [], checks, values: { a: 1, b: 1 } }, context).map(({ rule }) => rule)).toEqual(['check'])
    expect(checkRecord({ fields, lines: [], checks, values: { a: 1, b: 2 } }, context)).toEqual([])
  })
  it('needs no row named beside its cell', () => {
    const place = { lines: { name: 'goods', title: '明细' }, index: 2 }
    expect(withoutRow('“明细”第 3 行的“数量”不能为空', '数量', place)).toBe('“数量”不能为空')
    expect(withoutRow('库存不足', '数量', place)).toBe('库存不足')
  })
})
