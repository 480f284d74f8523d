import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expressionDependencies } from './dependencies'
import { evaluateExpression, type ExpressionScope } from './evaluate'
import { functionNames } from './functions'
import { parseExpression } from './parse'
import { ExpressionError, type Expression } from './types'

const environment = { today: '2026-11-20', now: '2026-11-20T21:24:00+08:00' }

function evaluate(source: string, scope: ExpressionScope = {}): unknown {
  return evaluateExpression(parseExpression(source), scope, environment)
}

describe('worked numbers', () => {
  const available =
    'approvedAmount + (tempExpireDate != null and today() <= tempExpireDate ? coalesce(tempAmount, 0) : 0) - reservedAmount - usedAmount'
  const quota = { approvedAmount: '10000000.00', tempAmount: '1000000.00', reservedAmount: '2000000.00', usedAmount: '5500000.00' }

  it.each([
    ['2026-11-21', '3500000'],
    ['2026-11-20', '3500000'],
    ['2026-11-19', '2500000'],
    [null, '2500000'],
    ['', '2500000'],
    [undefined, '2500000'],
  ])('E-08 counts a temporary quota up to its last day %s', (tempExpireDate, expected) => {
    expect(evaluate(available, { ...quota, tempExpireDate })).toBe(expected)
  })
  it('E-08 takes a temporary quota without amount for zero', () => {
    expect(evaluate(available, { ...quota, tempAmount: null, tempExpireDate: '2026-12-31' })).toBe('2500000')
  })
  it('E-11 rounds a value before it is pledged, and the pledge again', () => {
    expect(evaluate('round(round(qty * price, 2) * rate, 2)', { qty: '10000', price: '115.5', rate: '0.55' })).toBe('635250')
  })
  it('E-17 takes the bond of a financed amount', () => {
    expect(evaluate('round(baseAmount * bondRate, 2)', { baseAmount: '635250.00', bondRate: '0.05' })).toBe('31762.5')
  })
  it('E-12 rounds what must be topped up upwards', () => {
    expect(evaluate('ceil(310693.15 - 0.55 * 348000, 2)')).toBe('119293.15')
    expect(evaluate('ceil(310693.15 / 0.55, 2) - 348000')).toBe('216896.64')
  })
  it('E-14 rounds what may be released downwards', () => {
    expect(evaluate('floor(57750 / 115.5, 4)')).toBe('500')
    expect(evaluate('floor(57750 / 115.51, 4)')).toBe('499.9567')
  })
})

describe('numbers', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['1 - 2 * 3', '-5'],
    ['-(-2)', '2'],
    ['10 / 4', '2.5'],
    ['1.50', '1.50'],
    ['1.50 + 0', '1.5'],
    ['99999999999999999999.99 + 0.01', '100000000000000000000'],
    ['round(2.5)', '3'],
    ['round(-2.5)', '-3'],
    ['round(1.005, 2)', '1.01'],
    ['ceil(1.001, 2)', '1.01'],
    ['floor(-1.001, 2)', '-1.01'],
    ['abs(-1.50)', '1.5'],
  ])('%s is %s', (source, value) => {
    expect(evaluate(source)).toBe(value)
  })
  it('may come as numbers of JSON', () => {
    expect(evaluate('a + b', { a: 1, b: '2.5' })).toBe('3.5')
    expect(evaluate('a * 3', { a: 0.1 })).toBe('0.3')
  })
  it.each(['a + 1', '1 - a', 'a * a', 'a / 2', '2 / a', '-a', 'abs(a)', 'round(a, 2)', 'round(1, a)', 'addDays(today(), a)'])(
    '%s is null when a is nothing',
    (source) => {
      for (const a of [null, undefined, '', 'abc', '1,000', true, {}, [], NaN]) expect(evaluate(source, { a })).toBeNull()
    },
  )
  it('divided by zero are null', () => {
    for (const zero of ['0', 0, '-0.00']) expect(evaluate('1 / a', { a: zero })).toBeNull()
    expect(evaluate('1 / (2 - 2)')).toBeNull()
  })
  it('too long to be an amount are null', () => {
    expect(evaluate('a * a', { a: '9'.repeat(301) })).toBeNull()
    expect(evaluate('a * a * 2', { a: '9'.repeat(300) })).toBeNull()
    expect(evaluate('avg([a, a])', { a: '9'.repeat(300) })).toBeNull()
    expect(evaluate('round(a, 20)', { a: '9'.repeat(300) })).toBeNull()
  })
  it('rounded to places that there are not are null', () => {
    for (const source of ['round(1, -1)', 'round(1, 1.5)', 'round(1, 21)', 'ceil(1, 99999999999)']) expect(evaluate(source)).toBeNull()
  })
})

describe('comparison', () => {
  it.each([
    ['numbers by value', 'a > b', { a: '10', b: 9 }],
    ['numbers by value', 'a > b', { a: '10', b: '9' }],
    ['numbers by value', 'a == b', { a: '100.00', b: '100' }],
    ['numbers by value', 'a == 100', { a: '100.00' }],
    ['numbers by value', 'a == b', { a: '1.50', b: 1.5 }],
    ['numbers by value', '-0 == a', { a: '0.00' }],
    ['numbers by value', 'a >= b and a <= b', { a: '1.0', b: '1' }],
    ['ids by text', 'a == b and a in c', { a: '10', b: '10', c: ['9', '10'] }],
    ['ids by text', "a != '7'", { a: '007' }],
    ['codes by text', "a == 'A' and a != 'a'", { a: 'A' }],
    ['days by the calendar', "a < '2026-10-01' and '2026-12-01' > today()", { a: '2026-09-30' }],
    [
      'moments by instant',
      'a == b and a <= b and c > a',
      {
        a: '2026-11-20T16:00:00Z',
        b: '2026-11-21T00:00:00+08:00',
        c: '2026-11-21T00:00:01+08:00',
      },
    ],
    ['moments by instant, not by their text', 'a > b and not (a < b)', { a: '2026-11-20T23:00:00Z', b: '2026-11-21T00:00:00+08:00' }],
    ['a moment before now', 'a < now()', { a: '2026-11-20T13:23:59Z' }],
    ['switches', 'a == true and b != true and b == false', { a: true, b: false }],
    ['nothing with nothing', "a == null and b == '' and c == a and not (a != c)", { a: null, b: '', c: undefined }],
    ['nothing with something', 'a != 0 and a != false and not (a == 0)', { a: null }],
    ['zero with something', 'a != null and a == 0', { a: 0 }],
  ])('compares %s: %s', (_what, source, scope) => {
    expect(evaluate(source, scope)).toBe(true)
  })
  it.each(['a < 1', 'a <= 1', 'a > 1', 'a >= 1', '1 < a', 'a < a', 'a <= a', 'a < today()', 'today() > a'])(
    '%s is false when a is nothing',
    (source) => {
      for (const a of [null, undefined, '', true, {}, [1]]) expect(evaluate(source, { a })).toBe(false)
    },
  )
  it('finds no order between a number and a word', () => {
    for (const source of ['a < b', 'a > b', 'a <= b', 'a >= b', 'a == b']) expect(evaluate(source, { a: 1, b: 'x' })).toBe(false)
  })
  it('looks into lists and fields with several values', () => {
    expect(evaluate("status in ['A', 'B']", { status: 'B' })).toBe(true)
    expect(evaluate("status in ['A', 'B']", { status: 'C' })).toBe(false)
    expect(evaluate("'B' in tags", { tags: ['A', 'B'] })).toBe(true)
    expect(evaluate("'B' in tags", { tags: 'ABC' })).toBe(false)
    expect(evaluate("'B' in tags", { tags: null })).toBe(false)
    expect(evaluate('a in [1, 2.50]', { a: '2.5' })).toBe(true)
    expect(evaluate('a in [1]', { a: null })).toBe(false)
    expect(evaluate('a in [1, null]', {})).toBe(true)
  })
})

describe('logic', () => {
  it('takes only true for true', () => {
    for (const a of [null, undefined, '', false, 'true', 1, '1', {}, []]) {
      expect(evaluate('a and true', { a })).toBe(false)
      expect(evaluate('a or false', { a })).toBe(false)
      expect(evaluate('not a', { a })).toBe(true)
      expect(evaluate('a ? 1 : 2', { a })).toBe('2')
    }
    expect(evaluate('a and not false or false', { a: true })).toBe(true)
  })
})

describe('paths', () => {
  it('read records and, over line tables, whole columns', () => {
    const scope = { user: { id: '7' }, goods: [{ qty: '1', batch: { code: 'a' } }, { qty: null }, null, 'x', { batch: { code: 'b' } }] }
    expect(evaluate('user.id', scope)).toBe('7')
    expect(evaluate('goods.qty', scope)).toEqual(['1', null, null, null, null])
    expect(evaluate('goods.batch.code', scope)).toEqual(['a', null, null, null, 'b'])
    expect(evaluate('sum(goods.qty) + count(goods) + count(goods.qty)', scope)).toBe('6')
  })
  it('take an empty text, undefined and what is not there for null', () => {
    for (const source of ['a', 'b', 'c', 'd', 'd.e.f', 'e.f', 'e.length'])
      expect(evaluate(source, { a: '', b: undefined, c: null, e: 'abc' })).toBeNull()
    expect(evaluate('tags', { tags: ['', 'a', undefined] })).toEqual([null, 'a', null])
  })
  it('leave what they read as it is', () => {
    const record = { x: 1 }
    expect(evaluate('record', { record })).toBe(record)
    expect(evaluate('amount', { amount: '1.50' })).toBe('1.50')
  })
  it('do not follow a list inside a list, however deep it goes', () => {
    let deep: unknown[] = []
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(evaluate('a.b.c', { a: deep })).toEqual([null])
  })
})

describe('functions', () => {
  it.each([
    ['sum(n)', '6.5'],
    ['avg(n)', '3.25'],
    ['min(n)', '2.5'],
    ['max(n)', '4'],
    ['count(n)', '3'],
    ['sum([])', '0'],
    ['sum(nothing)', '0'],
    ['count(nothing)', '0'],
    ['avg([])', null],
    ['min([])', null],
    ['max([null])', null],
    ['min([10, 9, 100])', '9'],
    ["max(['2026-09-30', today(), null])", '2026-11-20'],
    ["coalesce(nothing, '', 0, 1)", '0'],
    ['coalesce(nothing, nothing)', null],
    ['coalesce(no, true)', false],
    ["isEmpty('') and isEmpty(nothing) and isEmpty([])", true],
    ['isEmpty(no) or isEmpty(0) or isEmpty(n)', false],
    ["contains('abc', 'bc') and contains(tags, 'A')", true],
    ["contains('abc', 'C') or contains(tags, 'a') or contains(nothing, 'a') or contains('abc', nothing)", false],
    ['length(word)', '3'],
    ['length(tags)', '2'],
    ['length(nothing)', '0'],
    ["concat('a', nothing, 1.50, 2 + 1, seven)", 'a1.5037'],
    ['concat(nothing)', null],
    ['upper(word)', 'ABC'],
    ["lower('ÄB')", 'äb'],
    ['upper(nothing)', null],
    ['substring(word, 1)', 'bc'],
    ['substring(word, 0, 2)', 'ab'],
    ['substring(word, -2, 1)', 'a'],
    ['substring(word, 2, 1)', null],
    ['substring(word, nothing)', null],
    ['substring(word, 0, nothing)', null],
    ['substring(word, 0.5)', null],
    ['today()', '2026-11-20'],
    ['now()', '2026-11-20T21:24:00+08:00'],
    ['addDays(today(), 11)', '2026-12-01'],
    ["addMonths('2026-01-31', 1)", '2026-02-28'],
    ["daysBetween('2026-03-01', '2026-03-31')", '30'],
    ['daysBetween(today(), nothing)', null],
    ['addDays(today(), 0.5)', null],
    ["addDays('2026-02-30', 1)", null],
    ["addDays('9999-12-31', 1)", null],
    ['addMonths(today(), 99999999999999999999)', null],
    ['year(today())', '2026'],
    ["month('2026-03-01')", '3'],
    ['year(word)', null],
  ])('%s is %j', (source, value) => {
    const scope = { n: ['x', '2.50', null, 4], tags: ['A', 'B'], word: 'abc', no: false, seven: 7 }
    expect(evaluate(source, scope)).toEqual(value)
  })
})

describe('dependencies', () => {
  it('are the paths that are read, each once, in order', () => {
    const source = "a.b + sum(goods.qty) > c ? -d : not (e in [f, 'g', 1]) or coalesce(a.b, today(), null) == true"
    expect(expressionDependencies(parseExpression(source))).toEqual(['c', 'a.b', 'goods.qty', 'd', 'e', 'f'].toSorted(byPlaceIn(source)))
    expect(expressionDependencies(parseExpression("1 + length('a')"))).toEqual([])
  })
})

function byPlaceIn(source: string) {
  return (a: string, b: string) => source.search(new RegExp(`\\b${a}\\b`)) - source.search(new RegExp(`\\b${b}\\b`))
}

describe('hostile input', () => {
  const poisoned = () => {
    throw new Error('reached')
  }
  const prototype = { inherited: '1', toString: poisoned, valueOf: poisoned, toJSON: poisoned }
  const hostile = {
    fn: poisoned,
    list: [poisoned, Object.create(prototype), Object.create(null), Symbol.iterator, 10n, new Date(NaN), new Map([['a', 1]])],
    record: Object.assign(Object.create(prototype) as object, { own: '1' }),
    proto: JSON.parse('{"__proto__": {"leak": "1"}, "constructor": "own data"}') as unknown,
    big: '9'.repeat(1_000_000),
    text: 'x'.repeat(1_000),
    symbol: Symbol('s'),
  }

  it.each([
    'constructor',
    'a.constructor',
    "a['constructor']",
    'a.constructor.constructor',
    '__proto__.polluted',
    "''.constructor",
    "'a'.length",
    '[].map',
    '[].constructor',
    'sum.constructor',
    'sum.call(a)',
    'sum',
    'sum(a)(b)',
    'a.b()',
    'a.sum(b)',
    'today().constructor',
    'this',
    'this.a',
    'globalThis',
    'globalThis.process',
    'process.env.HOME',
    'window.location',
    'document.cookie',
    'eval("1")',
    'Function("return 1")()',
    'require("fs")',
    'import("fs")',
    'new Date()',
    'a = 1',
    'a => 1',
    'function(){}',
    '`${a}`',
    'a[b]',
    '{}',
    'a, b',
    'a; b',
    'throw 1',
    'typeof a',
    'delete a',
    '/a+/',
  ])('%s is refused or finds nothing', (source) => {
    let expression
    try {
      expression = parseExpression(source)
    } catch (error) {
      expect(error).toBeInstanceOf(ExpressionError)
      return
    }
    expect(evaluateExpression(expression, {}, environment)).toBeNull()
  })

  it.each([
    'fn',
    'fn.name',
    'list.inherited',
    'record.inherited',
    'record.own.inherited',
    'text.length',
    'list.size',
    'list.a',
    'proto.leak',
  ])('reads nothing of %s that is not its own data', (path) => {
    const value = evaluate(path, hostile)
    expect(Array.isArray(value) ? value.every((item) => item === null) : value === null).toBe(true)
  })

  it('finds nothing on a prototype even in a tree that no parser made', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(evaluateExpression({ kind: 'path', names: [name], position: 0 }, {}, environment)).toBeNull()
      expect(
        evaluateExpression({ kind: 'path', names: ['list', name], position: 0 }, { list: [[], {}, 'a', poisoned] }, environment),
      ).toEqual(Array(4).fill(null))
      expect(
        evaluateExpression({ kind: 'call', name, arguments: [{ kind: 'null', position: 0 }], position: 0 }, {}, environment),
      ).toBeNull()
    }
  })

  it('meets every function and operator with any data and always gets an answer', () => {
    const paths = [...Object.keys(hostile), 'record.own', 'list.x', 'absent'].map((path): Expression => ({
      kind: 'path',
      names: path.split('.'),
      position: 0,
    }))
    const literals: Expression[] = [
      { kind: 'number', value: '2', position: 0 },
      { kind: 'text', value: 'x', position: 0 },
      { kind: 'boolean', value: true, position: 0 },
      { kind: 'null', position: 0 },
      { kind: 'list', items: [], position: 0 },
    ]
    const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5, depthSize: 'medium' },
        fc.constantFrom(...paths, ...literals),
        fc.record({
          kind: fc.constant('call' as const),
          name: fc.constantFrom(...functionNames),
          arguments: fc.array(tie('tree'), { maxLength: 3 }),
          position: fc.constant(0),
        }),
        fc.record({
          kind: fc.constant('binary' as const),
          operator: fc.constantFrom('+', '-', '*', '/', '==', '!=', '<', '<=', '>', '>=', 'and', 'or', 'in'),
          left: tie('tree'),
          right: tie('tree'),
          position: fc.constant(0),
        }),
        fc.record({
          kind: fc.constant('unary' as const),
          operator: fc.constantFrom('-', 'not'),
          operand: tie('tree'),
          position: fc.constant(0),
        }),
        fc.record({
          kind: fc.constant('conditional' as const),
          condition: tie('tree'),
          whenTrue: tie('tree'),
          whenFalse: tie('tree'),
          position: fc.constant(0),
        }),
        fc.record({ kind: fc.constant('list' as const), items: fc.array(tie('tree'), { maxLength: 3 }), position: fc.constant(0) }),
      ),
    }))
    fc.assert(
      fc.property(tree, (expression) => {
        const value = evaluateExpression(expression, hostile, environment)
        expect(value).not.toBe(poisoned)
        expect(value).not.toBeUndefined()
        expect(value).not.toBe('')
      }),
      { numRuns: 3000 },
    )
  })

  it('leaves the scope as it was', () => {
    const scope = Object.freeze({ tags: Object.freeze(['b', 'a']), goods: Object.freeze([Object.freeze({ qty: '2' })]) })
    expect(evaluate("max(goods.qty) > 1 and 'a' in tags", scope)).toBe(true)
  })

  it('answers the longest chain there can be', () => {
    expect(evaluate(`a${'+a'.repeat(999)}`, { a: '1' })).toBe('1000')
  })
})
