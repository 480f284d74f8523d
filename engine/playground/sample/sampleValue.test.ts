import { describe, expect, it } from 'vitest'
import type { FieldPlan } from '../../core/plan'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { nth, sampleValue } from './sampleValue'

const dictionaries = {
  kind: {
    name: 'kind',
    title: '类型',
    items: [
      { code: 'A', title: '原料' },
      { code: 'B', title: '成品' },
    ],
  },
}

function values(field: FieldPlan, count = 3, place = 1): unknown[] {
  return Array.from({ length: count }, (_each, at) => sampleValue(field, { number: at + 1, today: '2026-11-20', dictionaries, place }))
}

describe('a sample value', () => {
  it.each([
    ['a text is its title and a number', fieldPlan('name', 'text', { title: '名称' }), ['名称1', '名称2', '名称3']],
    [
      'a text that is too long is a number in digits',
      fieldPlan('code', 'text', { title: '分馆代码', maxLength: 4 }),
      ['0001', '0002', '0003'],
    ],
    [
      'a code is as short as its pattern lets it be read',
      fieldPlan('code', 'text', { title: '编码', pattern: '^[A-Z0-9]{1,32}$' }),
      ['000001', '000002', '000003'],
    ],
    ['a text of one character is a digit', fieldPlan('code', 'text', { title: '代码', maxLength: 1 }), ['1', '2', '3']],
    [
      'a text with a pattern fits it, in digits',
      fieldPlan('code', 'text', { title: '代码', pattern: '^\\d{6}$' }),
      ['000001', '000002', '000003'],
    ],
    [
      'a text with a pattern fits it, in letters',
      fieldPlan('code', 'text', { title: '代码', pattern: '^[A-Z]{3}$' }),
      ['AAB', 'AAC', 'AAD'],
    ],
    ['a whole number is a number', fieldPlan('count', 'digit'), [12, 24, 36]],
    ['an amount has its decimals', fieldPlan('amount', 'money'), ['1280.50', '2560.50', '3840.50']],
    ['a share is some hundredths', fieldPlan('share', 'percent'), ['0.0400', '0.0500', '0.0600']],
    ['a code is one after another of its dictionary', fieldPlan('kind', 'select', { dictionary: 'kind' }), ['A', 'B', 'A']],
    ['several codes are a list', fieldPlan('kind', 'select', { dictionary: 'kind', multiple: true }), [['A'], ['B'], ['A']]],
    ['a code of no dictionary is none', fieldPlan('kind', 'select', { dictionary: 'other' }), [null, null, null]],
    ['a switch is on and off', fieldPlan('used', 'switch'), [true, false, true]],
    ['files are none', fieldPlan('files', 'files'), [[], [], []]],
    ['what never leaves the server is nothing', fieldPlan('secret', 'text', { secret: true }), [null, null, null]],
    ['a reference and a state are for the record to fill', fieldPlan('status', 'status'), [null, null, null]],
    ['a kind is one of its entities', fieldPlan('of', 'kind', { kinds: { book: '书', disc: '碟' } }), ['book', 'disc', 'book']],
  ])('%s', (_what, field, expected) => {
    expect(values(field)).toEqual(expected)
  })

  it.each([
    ['no less than its least', { min: '5000' }, 5000, Number.POSITIVE_INFINITY],
    ['no more than its most', { max: '1000' }, 0, 1000],
    ['between both', { min: '10', max: '11' }, 10, 11],
    ['below nothing, where it has to be', { min: '-5', max: '-1' }, -5, -1],
  ])('an amount is %s', (_what, limits, least, most) => {
    for (const value of values(fieldPlan('amount', 'money', limits), 40)) {
      expect(Number(value)).toBeGreaterThanOrEqual(least)
      expect(Number(value)).toBeLessThanOrEqual(most)
      expect(String(value)).toMatch(/^-?\d+\.\d{2}$/)
    }
  })

  it('of a day is around today, and one that is said later is later', () => {
    const day = fieldPlan('day', 'date')
    const [early, late] = [values(day, 11, 1), values(day, 11, 5)]
    expect(early.every((value) => /^2026-\d\d-\d\d$/.test(String(value)))).toBe(true)
    early.forEach((value, at) => expect(String(value) < String(late[at])).toBe(true))
    expect(values(fieldPlan('at', 'dateTime'), 1)[0]).toMatch(/^2026-1\d-\d\dT\d\d:\d\d:00\.000Z$/)
  })

  it('is counted from one, and from the beginning again', () => {
    expect([nth(['a', 'b'], 1), nth(['a', 'b'], 2), nth(['a', 'b'], 3), nth([], 1)]).toEqual(['a', 'b', 'a', undefined])
  })
})
