import { describe, expect, it } from 'vitest'
import { parseExpression } from '../expression'
import type { ValueChecks } from '../fields'
import type { CheckPlan, FieldPlan, LinesPlan } from '../plan'
import { fieldPlan, linesPlan } from '../testing/fieldPlans'
import { checkSubmitted, checkChanges, checkForAction, checkRecord, checkValue } from './check'
import { computeFormulas } from './formulas'
import type { PageConditions } from './page'
import { Problems } from './problems'
import { readOf } from './scope'
import { byName, type Values } from './values'

const environment = { today: '2026-03-05', now: '2026-03-05T00:00:00Z' }
const checks: ValueChecks = {
  formats: { even: { test: (text) => text.length % 2 === 0, message: '须为偶数位' } },
  hasCode: (_dictionary, code) => code === 'A',
  hasShape: () => true,
}
const problemOf = (field: FieldPlan, value: unknown, required = false) => checkValue(field, value, required, checks)

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
    expect(problemOf(field, value, required)?.rule).toBe(rule)
  })

  it('is refused in the words of the product where it has some', () => {
    expect(problemOf(fieldPlan('a', 'text', { format: 'even' }), 'abc')?.detail).toBe('须为偶数位')
    expect(problemOf(fieldPlan('a', 'text', { pattern: '\\d+', patternMessage: '只能是数字' }), 'x')?.detail).toBe('只能是数字')
  })
  it('names the bound of a rate in per cent', () => {
    expect(problemOf(rate, '1.5')?.detail).toBe('“rate”不能大于 100%')
  })
})

interface Given {
  fields?: FieldPlan[]
  lines?: LinesPlan[]
  checks?: CheckPlan[]
}

const money = (name: string, formula: string, plan: Partial<FieldPlan> = {}): FieldPlan =>
  fieldPlan(name, 'money', { value: parseExpression(formula), ...plan })
const rule = (that: string, field: string): CheckPlan => ({ that: parseExpression(that), message: that, field })

describe('a record', () => {
  function found(
    { fields = [], lines = [], checks: conditions = [] }: Given,
    values: Values,
    page: PageConditions = {},
    problems = new Problems(),
  ) {
    const plan = { fields: byName(fields), lines: byName(lines), checks: conditions }
    computeFormulas(plan, values, environment)
    checkRecord(plan, values, page, { environment, checks }, problems)
    return problems.all.map(({ path, rule: broken }) => [path, broken])
  }

  it('is asked for what is required, and for nothing that the user cannot fill', () => {
    const fields = [
      fieldPlan('name', 'text', { required: true }),
      fieldPlan('reason', 'text', { required: parseExpression("kind == 'OTHER'") }),
      fieldPlan('number', 'serial', { required: true, readOnly: true }),
      fieldPlan('papers', 'files', { required: true }),
    ]
    expect(found({ fields }, { kind: 'OTHER', name: ' ' })).toEqual([
      ['name', 'required'],
      ['reason', 'required'],
    ])
    const page = {
      name: { fillable: [parseExpression("kind != 'OTHER'")] },
      reason: { fillable: [], required: parseExpression('false') },
    }
    expect(found({ fields }, { kind: 'OTHER' }, page)).toEqual([])
  })

  it('is asked row by row for what a condition over row and record demands', () => {
    const goods = linesPlan('goods', [
      fieldPlan('kind'),
      fieldPlan('reason', 'text', { required: parseExpression("kind == 'OTHER' and strict") }),
      fieldPlan('total', 'money', { readOnly: true, required: true }),
    ])
    const values = { strict: true, kind: 'OTHER', goods: [{ kind: 'OTHER' }, {}, { kind: 'OTHER', reason: 'x' }] }
    expect(found({ lines: [goods] }, values)).toEqual([['goods.0.reason', 'required']])
  })

  it('counts its rows and finds the same one twice', () => {
    const goods = linesPlan('goods', [fieldPlan('name', 'text', { title: '名称' }), fieldPlan('size', 'text', { title: '规格' })], {
      title: '明细',
      minRows: 2,
      maxRows: 3,
      unique: [['name', 'size']],
    })
    expect(found({ lines: [goods] }, { goods: [{}] })).toEqual([['goods', 'minRows']])
    expect(found({ lines: [goods] }, { goods: [{}, {}, {}, {}] })).toEqual([['goods', 'maxRows']])
    const problems = new Problems()
    found({ lines: [goods] }, { goods: [{ name: 'a', size: '1' }, { name: 'a' }, { name: 'a', size: '1' }] }, {}, problems)
    expect(problems.all).toEqual([
      {
        path: 'goods.2.name',
        pointer: '/goods/2/name',
        rule: 'unique',
        params: { other: 1 },
        detail: '“明细”第 3 行的“名称、规格”与第 1 行重复',
      },
    ])
  })

  it('is held to the limits of what it computes, and to what has a place at all', () => {
    const lines = [linesPlan('goods', [fieldPlan('qty', 'money'), money('cost', 'qty * 2', { min: '1' })])]
    const fields = [money('total', 'sum(goods.cost)', { max: '10' }), money('huge', 'total * 1000000000000000', { stored: true })]
    expect(found({ fields, lines }, { goods: [{ qty: '0.1' }, { qty: '3' }] })).toEqual([['goods.0.cost', 'min']])
    expect(found({ fields, lines }, { goods: [{ qty: '4' }, { qty: '2' }] })).toEqual([
      ['total', 'max'],
      ['huge', 'max'],
    ])
  })

  it('is held to conditions over several fields once all of them are there and right', () => {
    const fields = [fieldPlan('from', 'date'), fieldPlan('until', 'date', { required: true }), money('share', 'part / whole')]
    const checksOf = [rule('from <= until', 'until'), rule('share <= 1', 'part'), rule('sum(goods.qty) > 3', 'whole')]
    const given = {
      fields,
      checks: checksOf,
      lines: [linesPlan('goods', [fieldPlan('qty', 'money', { required: true }), fieldPlan('note')])],
    }
    expect(found(given, { from: '2026-02-01', until: '2026-01-01', part: '2', whole: '1', goods: [{ qty: '1' }] })).toEqual([
      ['until', 'check'],
      ['part', 'check'],
      ['whole', 'check'],
    ])
    expect(found(given, { from: '2026-02-01', until: null, part: '2', goods: [] })).toEqual([['until', 'required']])
    expect(found(given, { from: '2026-01-01', until: '2026-01-01', goods: [{ qty: '1' }, {}] })).toEqual([['goods.1.qty', 'required']])
  })

  it('is not judged by what is wrong already, nor by what is computed from that', () => {
    const fields = [fieldPlan('part', 'money'), fieldPlan('whole', 'money'), money('share', 'part / whole', { max: '1' })]
    const given = { fields, checks: [rule('share < 1', 'whole'), rule('whole > 5', 'whole')] }
    const problems = new Problems()
    problems.at('part', 'type', 'no number')
    expect(found(given, { part: null, whole: '4' }, {}, problems)).toEqual([
      ['part', 'type'],
      ['whole', 'check'],
    ])
  })

  it('is not asked for what only a wrong value would seem to demand, as if it were empty', () => {
    const fields = [
      fieldPlan('amount', 'money'),
      money('double', 'amount * 2'),
      fieldPlan('reason', 'text', { required: parseExpression('isEmpty(double)') }),
      fieldPlan('shown', 'text', { required: true }),
      fieldPlan('name', 'text', { required: true }),
    ]
    const lines = [
      linesPlan('goods', [
        fieldPlan('qty', 'digit'),
        fieldPlan('why', 'text', { required: parseExpression('isEmpty(qty)') }),
        fieldPlan('kind', 'text', { required: parseExpression('isEmpty(amount)') }),
        fieldPlan('unit', 'text', { required: true }),
      ]),
    ]
    const page = { shown: { fillable: [parseExpression('isEmpty(amount)')] } }
    const problems = new Problems()
    problems.at('amount', 'type', 'no number')
    problems.at('goods.0.qty', 'type', 'no number')
    expect(found({ fields, lines }, { amount: null, goods: [{ qty: null }] }, page, problems)).toEqual([
      ['amount', 'type'],
      ['goods.0.qty', 'type'],
      ['name', 'required'],
      ['goods.0.unit', 'required'],
    ])
  })

  it('is not asked for what follows a wrong value, or began with it, would demand: it is another once that is mended', () => {
    const fields = [
      fieldPlan('amount', 'money'),
      fieldPlan('fee', 'money', { follows: parseExpression('amount * 2') }),
      money('total', 'fee + 1'),
      fieldPlan('first', 'money', { default: { expression: parseExpression('total') } }),
      fieldPlan('reason', 'text', { required: parseExpression('isEmpty(first)') }),
    ]
    const lines = [
      linesPlan('goods', [
        fieldPlan('price', 'money', { follows: parseExpression('first') }),
        fieldPlan('why', 'text', { required: parseExpression('isEmpty(price)') }),
      ]),
    ]
    const problems = new Problems()
    problems.at('amount', 'type', 'no number')
    expect(found({ fields, lines }, { goods: [{}] }, {}, problems)).toEqual([['amount', 'type']])
    expect(found({ fields, lines }, { goods: [{}] })).toEqual([
      ['reason', 'required'],
      ['goods.0.why', 'required'],
    ])
  })
})

describe('what an action changes in a record', () => {
  const goods = linesPlan('goods', [fieldPlan('name'), fieldPlan('qty', 'money'), money('cost', 'qty * 2', { max: '10' })], {
    minRows: 1,
    unique: [['name']],
  })
  const fields = [
    fieldPlan('from', 'date', { required: true }),
    fieldPlan('until', 'date'),
    fieldPlan('amount', 'money'),
    money('total', 'sum(goods.cost)', { max: '15' }),
    fieldPlan('makerId', 'ref', { ref: { entity: 'maker', display: 'makerName' } } as Partial<FieldPlan>),
    fieldPlan('note'),
  ]
  const plan = {
    fields: byName(fields),
    lines: byName([goods]),
    checks: [rule('from <= until', 'until'), rule('total <= amount', 'amount'), rule("makerName != 'x'", 'makerId')],
  }
  // Nothing of it would pass as a whole.
  const before = {
    until: '2026-01-01',
    from: '2026-02-01',
    amount: '1',
    makerId: '1',
    makerName: 'x',
    goods: [
      { id: '1', name: 'a', qty: '6' },
      { id: '2', name: 'a', qty: '2' },
    ],
  }
  const copy = (values: Values): Values => JSON.parse(JSON.stringify(values)) as Values
  function found(changed: Values) {
    const problems = new Problems()
    const [stored, after] = [copy(before), copy({ ...before, ...changed })]
    for (const values of [stored, after]) computeFormulas(plan, values, environment)
    checkChanges(plan, stored, after, { environment, checks }, problems)
    return problems.all.map(({ path, rule: broken }) => [path, broken])
  }
  const [first, second] = before.goods

  it.each<[string, Values, [string, string][]]>([
    ['nothing that was wrong before', { note: 'x' }, []],
    ['a condition over a field that is another', { from: '2026-03-01' }, [['until', 'check']]],
    ['no condition over what is empty now', { from: null }, []],
    [
      'what is computed, and conditions over that',
      { goods: [first, { ...second, qty: '3' }] },
      [
        ['total', 'max'],
        ['amount', 'check'],
      ],
    ],
    [
      'the row that is another alone',
      { amount: '40', goods: [first, { ...second, qty: '7' }] },
      [
        ['total', 'max'],
        ['goods.1.cost', 'max'],
      ],
    ],
    [
      'other rows',
      {
        amount: '40',
        goods: [
          { name: 'b', qty: '1' },
          { name: 'b', qty: '1' },
        ],
      },
      [['goods.1.name', 'unique']],
    ],
    ['that there are none', { amount: '40', goods: [] }, [['goods', 'minRows']]],
    ['what a reference shows', { makerId: '2' }, [['makerId', 'check']]],
  ])('is held to %s', (_what, changed, expected) => {
    expect(found(changed)).toEqual(expected)
  })
})

it('is asked for rows and fields that only an action needs, but not for files, which are counted elsewhere', () => {
  const plan = {
    fields: byName([fieldPlan('purpose', 'text', { requiredFor: ['submit'] }), fieldPlan('papers', 'files', { requiredFor: ['submit'] })]),
    lines: byName([linesPlan('goods', [fieldPlan('batch', 'text', { requiredFor: ['submit'] })], { minRows: 2, requiredFor: ['submit'] })]),
  }
  const found = (action: string) => {
    const problems = new Problems()
    checkForAction(plan, { goods: [{}] }, action, environment, problems)
    return problems.all.map(({ path, rule: broken }) => [path, broken])
  }
  expect(found('submit')).toEqual([
    ['purpose', 'required'],
    ['goods', 'minRows'],
    ['goods.0.batch', 'required'],
  ])
  expect(found('close')).toEqual([])
})

it('is asked under a condition only while that holds, and reads nothing that is wrong', () => {
  const far = fieldPlan('escort', 'text', { requiredFor: ['submit'], requiredWhen: parseExpression('far') })
  const many = fieldPlan('remark', 'text', { requiredFor: ['submit'], requiredWhen: parseExpression('qty > 5 and far') })
  const plan = {
    fields: byName([fieldPlan('far', 'switch'), far]),
    lines: byName([linesPlan('goods', [fieldPlan('qty', 'digit'), many])]),
  }
  const found = (values: Values, wrong?: string) => {
    const problems = new Problems()
    if (wrong !== undefined) problems.at(wrong, 'type', '')
    checkForAction(plan, values, 'submit', environment, problems)
    return problems.all.map(({ path }) => path)
  }
  const goods = [{ qty: 5 }, { qty: 6 }, { qty: 6, remark: 'x' }]
  expect(found({ far: true, goods })).toEqual(['escort', 'goods.1.remark'])
  expect(found({ far: false, goods })).toEqual([])
  expect(found({ far: true, goods }, 'far')).toEqual(['far'])
  expect(found({ far: true, goods }, 'goods.0.qty')).toEqual(['goods.0.qty', 'escort'])
})

it('asks in a dialog for files as well', () => {
  const problems = new Problems()
  const fields = [
    fieldPlan('papers', 'files', { required: true }),
    fieldPlan('reason', 'text', { required: parseExpression('late') }),
    fieldPlan('shown', 'text', { required: true, readOnly: true }),
  ]
  checkSubmitted(fields, {}, readOf({ late: true }), environment, problems)
  expect(problems.all.map(({ path }) => path)).toEqual(['papers', 'reason'])
})

it('asks in a dialog for nothing that only a wrong answer would seem to demand', () => {
  const fields = [
    fieldPlan('amount', 'money'),
    money('double', 'amount * 2'),
    fieldPlan('reason', 'text', { required: parseExpression('isEmpty(double)') }),
    fieldPlan('opinion', 'text', { required: true }),
  ]
  const cells = [fieldPlan('qty', 'digit'), fieldPlan('why', 'text', { required: parseExpression('isEmpty(qty)') })]
  const problems = new Problems()
  problems.at('amount', 'type', 'no number')
  problems.at('goods.0.qty', 'type', 'no number')
  checkSubmitted(fields, {}, readOf({}), environment, problems)
  for (const index of [0, 1]) checkSubmitted(cells, {}, readOf({}), environment, problems, { lines: linesPlan('goods', cells), index })
  expect(problems.all.map(({ path }) => path)).toEqual(['amount', 'goods.0.qty', 'opinion', 'goods.1.why'])
})
