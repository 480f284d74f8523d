import { describe, expect, it } from 'vitest'
import { checkExpression } from './check'
import { parseExpression } from './parse'
import { problemText, typeText, type ExpressionScopeTypes } from './types'

const scope: ExpressionScopeTypes = {
  amount: 'number',
  rate: 'number',
  name: 'text',
  frozen: 'boolean',
  startDate: 'date',
  paidAt: 'dateTime',
  tags: { list: 'text' },
  days: { list: 'date' },
  extra: 'any',
  user: { record: { id: 'text', department: { record: { code: 'text' } } } },
  goods: { lines: { amount: 'number', note: 'text', batch: { record: { code: 'text' } }, tags: { list: 'text' } } },
}

function check(source: string) {
  return checkExpression(parseExpression(source), scope)
}

describe('types', () => {
  it.each([
    ['amount', 'number'],
    ['user.id', 'text'],
    ['user.department.code', 'text'],
    ['goods', 'lines'],
    ['goods.amount', 'list of number'],
    ['goods.batch.code', 'list of text'],
    ['goods.tags', 'list of list of text'],
    ['extra.anything.at.all', 'any'],
    ['1 + amount * -rate', 'number'],
    ['amount > 1 and not frozen', 'boolean'],
    ["name in ['A', 'B'] or 'x' in tags", 'boolean'],
    ['frozen ? amount : 0', 'number'],
    ['frozen ? null : startDate', 'date'],
    ['frozen ? amount : extra', 'any'],
    ['[1, null, amount]', 'list of number'],
    ['[]', 'list of any'],
    ['[null]', 'list of null'],
    ['[[1], [null]]', 'list of list of number'],
    ["''", 'null'],
    ['null', 'null'],
    ['sum(goods.amount) - count(goods)', 'number'],
    ['max(goods.amount)', 'number'],
    ['min(days)', 'date'],
    ['coalesce(startDate, today())', 'date'],
    ['now()', 'dateTime'],
    ['isEmpty(goods)', 'boolean'],
    ['concat(name, amount, startDate)', 'text'],
    ['daysBetween(startDate, today())', 'number'],
  ])('%s is %s', (source, type) => {
    const { type: found, problems } = check(source)
    expect(problems).toEqual([])
    expect(typeText(found)).toBe(type)
  })

  it.each([
    "startDate <= '2026-11-20'",
    "'2026-11-20' == startDate",
    "paidAt < '2026-11-20T00:00:00+08:00'",
    "startDate in ['2026-11-20', today()]",
    "addDays('2026-11-20', 1) > startDate",
    "name == '' or amount == null or startDate != ''",
    'extra + 1 > extra and extra',
    "extra in ['A'] or 'A' in extra",
    'sum(null) == 0',
    'contains(name, name) or contains(tags, name) or length(tags) > length(name)',
    "substring(name, 0, 2) == 'ab' and substring(name, 1) == upper(lower(name))",
    'round(amount) + round(amount, 2) == ceil(amount, 2) + floor(amount) + abs(amount) + avg(goods.amount)',
    'year(startDate) == month(addMonths(today(), 1))',
  ])('finds nothing wrong with %s', (source) => {
    expect(check(source).problems).toEqual([])
  })
})

describe('problems', () => {
  it.each([
    ['amuont > 1', 'expression.unknown-name', 0, 'amuont', 'amount'],
    ['amount > Name', 'expression.unknown-name', 9, 'Name', 'name'],
    ['1 + zzz', 'expression.unknown-name', 4, 'zzz', undefined],
    ['user.idd == name', 'expression.unknown-name', 0, 'user.idd', 'user.id'],
    ['user.department.kode == name', 'expression.unknown-name', 0, 'user.department.kode', 'user.department.code'],
    ['sum(goods.amont)', 'expression.unknown-name', 4, 'goods.amont', 'goods.amount'],
    ['hasOwn', 'expression.unknown-name', 0, 'hasOwn', undefined],
    ['name.length > 1', 'expression.no-fields', 0, 'name', undefined],
    ['tags.x in [1]', 'expression.no-fields', 0, 'tags', undefined],
    ["name + 'x'", 'expression.wrong-type', 0, 'text', 'concat(a, b)'],
    ['amount + startDate', 'expression.wrong-type', 9, 'date', 'addDays(date, days)'],
    ['today() - 1', 'expression.wrong-type', 0, 'date', 'daysBetween(from, to)'],
    ['-frozen', 'expression.wrong-type', 1, 'boolean', undefined],
    ['goods.amount * 2', 'expression.wrong-type', 0, 'list of number', undefined],
    ['frozen and amount', 'expression.wrong-type', 11, 'number', undefined],
    ['not name', 'expression.wrong-type', 4, 'text', undefined],
    ['amount ? 1 : 2', 'expression.wrong-type', 0, 'number', undefined],
    ['name < name', 'expression.wrong-type', 0, 'text', undefined],
    ['amount < frozen', 'expression.wrong-type', 9, 'boolean', undefined],
    ["startDate < '2026-02-30'", 'expression.wrong-type', 12, 'text', undefined],
    ['startDate < amount', 'expression.incomparable', 10, 'date', undefined],
    ['startDate == paidAt', 'expression.incomparable', 10, 'date', undefined],
    ["amount == '1'", 'expression.incomparable', 7, 'number', undefined],
    ['name == 1', 'expression.incomparable', 5, 'text', undefined],
    ['tags == tags', 'expression.incomparable', 5, 'list of text', undefined],
    ['goods == null', 'expression.incomparable', 6, 'lines', undefined],
    ["amount in [1, 'A']", 'expression.incomparable', 14, 'text', undefined],
    ['amount in tags', 'expression.incomparable', 0, 'number', undefined],
    ['tags in tags', 'expression.incomparable', 0, 'list of text', undefined],
    ['name in goods', 'expression.incomparable', 0, 'text', undefined],
    ["'a' in name", 'expression.wrong-type', 7, 'text', undefined],
    ['frozen ? 1 : name', 'expression.mixed-types', 13, 'text', undefined],
    ["[1, 'a', true]", 'expression.mixed-types', 4, 'text', undefined],
    ['coalesce(amount, name)', 'expression.mixed-types', 17, 'text', undefined],
    ['sum(amount)', 'expression.wrong-type', 4, 'number', undefined],
    ['sum(goods)', 'expression.wrong-type', 4, 'lines', undefined],
    ['max(tags)', 'expression.wrong-type', 4, 'list of text', undefined],
    ['year(paidAt)', 'expression.wrong-type', 5, 'dateTime', undefined],
    ['upper(amount)', 'expression.wrong-type', 6, 'number', undefined],
    ['concat(goods)', 'expression.wrong-type', 7, 'lines', undefined],
    ['today(1)', 'expression.argument-count', 0, '1', undefined],
    ['1 + round()', 'expression.argument-count', 4, '0', undefined],
    ['coalesce(1)', 'expression.argument-count', 0, '1', undefined],
  ])('%s: %s at %i', (source, code, position, found, suggestion) => {
    const { problems } = check(source)
    expect(problems).toHaveLength(1)
    expect({ suggestion: undefined, ...problems[0] }).toMatchObject({ code, position, found, suggestion })
  })

  it('say what is allowed', () => {
    expect(check('amuont').problems[0]?.allowed).toEqual(Object.keys(scope))
    expect(check('user.x').problems[0]?.allowed).toEqual(['id', 'department'])
    expect(check('sum(amount)').problems[0]?.allowed).toEqual(['list of number'])
    expect(check('name < 1').problems[0]?.allowed).toEqual(['number', 'date', 'dateTime'])
    expect(check('round()').problems[0]?.allowed).toEqual(['1–2'])
    expect(check('daysBetween(startDate)').problems[0]?.allowed).toEqual(['2'])
    expect(check('coalesce(1)').problems[0]?.allowed).toEqual(['2–'])
  })

  it('come one for each mistake, in the order of the text', () => {
    expect(check('amuont + nmae > 1 and frozne').problems.map(({ found }) => found)).toEqual(['amuont', 'nmae', 'frozne'])
    expect(check('coalesce(amuont, 1) + 2').problems).toHaveLength(1)
    expect(check('round(amuont, 1, 2)').problems.map(({ code }) => code)).toEqual(['expression.unknown-name', 'expression.argument-count'])
  })

  it('know only own names of the scope', () => {
    const inherited = Object.create({ amount: 'number' }) as ExpressionScopeTypes
    expect(checkExpression({ kind: 'path', names: ['amount'], position: 0 }, inherited).problems).toHaveLength(1)
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(checkExpression({ kind: 'path', names: [name], position: 0 }, scope).problems[0]?.code).toBe('expression.unknown-name')
      expect(checkExpression({ kind: 'call', name, arguments: [], position: 0 }, scope).problems[0]?.code).toBe(
        'expression.unknown-function',
      )
    }
  })

  it('have a text for people that leaves no hole', () => {
    for (const source of ['amuont', 'name.x', 'sum(1)', 'name == 1', '[1, true]', 'today(1)']) {
      const [problem] = check(source).problems
      expect(problem && problemText(problem)).toMatch(/^[^{}]+$/)
      expect(problem && problemText(problem)).not.toContain('undefined')
    }
  })
})
