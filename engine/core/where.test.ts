import { describe, expect, it } from 'vitest'
import { compileProduct } from './compile'
import { librarySources } from './testing/library'
import { fixedValues, knowing, matches, namesFrom, testsOf, type Where } from './where'

const { fields } = compileProduct(librarySources()).entities['lending']!
const scope = { fields, today: '2026-11-20' }
const row = { status: 'OPEN', deposit: '20.00', from: '2026-11-20', remark: null, createdAt: '2026-11-20T16:30:00.000Z' }

describe('matches', () => {
  it.each<[string, Where, boolean]>([
    ['a value', { status: 'OPEN' }, true],
    ['another value', { status: 'DONE' }, false],
    ['one of several', { status: ['DRAFT', 'OPEN'] }, true],
    ['a number by its value', { deposit: 20 }, true],
    ['nothing', { remark: null }, true],
    ['nothing where there is something', { status: null }, false],
    ['a value or nothing', { remark: ['x', null] }, true],
    ['not a value', { status: { not: 'OPEN' } }, false],
    ['an empty field, which is not a value', { remark: { not: 'x' } }, true],
    ['not nothing', { remark: { not: null } }, false],
    ['neither a value nor nothing', { remark: { not: ['x', null] } }, false],
    ['above', { deposit: { above: '20' } }, false],
    ['at least', { deposit: { atLeast: '20', below: '20.01' } }, true],
    ['a bound of an empty field', { until: { atMost: '9999-01-01' } }, false],
    ['today', { from: { atLeast: { today: 0 }, below: { today: 1 } } }, true],
    ['yesterday', { from: { atMost: { today: -1 } } }, false],
    // Half past midnight of the 21st in Shanghai.
    ['a moment of the day after', { createdAt: { above: '2026-11-20' } }, true],
    ['a moment not of that day', { createdAt: { atMost: '2026-11-20' } }, false],
    ['a moment of the day', { createdAt: { atLeast: '2026-11-21', atMost: '2026-11-21' } }, true],
    ['all of several', { status: 'OPEN', remark: { not: null } }, false],
    ['any of several', { anyOf: [{ status: 'DONE' }, { deposit: { above: '1' }, remark: null }] }, true],
    ['none of several', { anyOf: [{ status: 'DONE' }, { deposit: { above: '30' } }] }, false],
  ])('%s', (_what, where, expected) => {
    expect(matches(where, row, scope)).toBe(expected)
  })
  it('takes values from around, and meets nothing by one that is not there', () => {
    const where: Where = { status: { from: 'wanted' } }
    expect(matches(where, row, { ...scope, given: { wanted: 'OPEN' } })).toBe(true)
    expect(matches(where, row, { ...scope, given: { wanted: null } })).toBe(false)
    expect(matches(where, row, scope)).toBe(false)
    const other: Where = { status: { not: { from: 'wanted' } }, deposit: { below: { from: 'wanted' } } }
    expect(matches(other, row, scope)).toBe(false)
    expect(matches({ status: { not: { from: 'wanted' } } }, row, scope)).toBe(true)
  })
  it('means one of the values of a field that has several', () => {
    const several = { ...fields, status: { ...fields['status']!, type: 'select' as const, multiple: true } }
    const has = (where: Where, status: unknown): boolean => matches(where, { status }, { ...scope, fields: several })
    expect(has({ status: ['A', 'C'] }, ['B', 'C'])).toBe(true)
    expect(has({ status: { not: 'C' } }, ['B', 'C'])).toBe(false)
    expect(has({ status: null }, [])).toBe(true)
  })
})

const where: Where = {
  bookId: { from: 'bookId' },
  status: 'OPEN',
  anyOf: [{ until: { below: { from: 'day' } } }, { until: null }],
  remark: { not: { from: 'bookId' } },
}

it('names what it takes from around, once', () => {
  expect(namesFrom(where)).toEqual(['bookId', 'day'])
  expect(namesFrom(undefined)).toEqual([])
})
it('leaves out what cannot be judged yet', () => {
  expect(knowing(where, (name) => name === 'day')).toEqual({ status: 'OPEN', anyOf: where['anyOf'] })
  expect(knowing(where, () => false)).toEqual({ status: 'OPEN' })
})
it('says which values a row has for certain', () => {
  expect(fixedValues({ a: 'x', b: ['x'], c: ['x', 'y'], d: null, e: { not: 'x' }, f: { from: 'g' }, h: false })).toEqual({
    a: 'x',
    b: 'x',
    h: false,
  })
})
it('is taken apart into tests', () => {
  expect(testsOf({ qty: { above: '0', atMost: 9 }, anyOf: [{ code: 'A' }] })).toEqual([
    { kind: 'bound', field: 'qty', bound: 'above', value: '0' },
    { kind: 'bound', field: 'qty', bound: 'atMost', value: 9 },
    { kind: 'anyOf', parts: [[{ kind: 'in', field: 'code', not: false, values: ['A'] }]] },
  ])
})
