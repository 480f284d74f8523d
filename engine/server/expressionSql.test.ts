import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileProduct } from '../core/compile'
import { addDays } from '../core/dateTime'
import { compareDecimals } from '../core/decimal'
import { expressionSqlProblem } from '../core/record/rowExpression'
import { checkExpression, evaluateExpression, parseExpression, type ExpressionScopeTypes } from '../core/expression'
import type { Field } from '../spec/generated/entity'
import type { Database } from './database/database'
import { openTestDatabase } from './database/testDatabase'
import { conditionSql, expressionSql } from './expressionSql'
import { shapeOf } from './read/shape'
import { encodeValues } from './rows'
import { sourceOf } from './source'
import { createTables, noScreens } from './testing/smallProduct'

const fields: Record<string, Field> = {
  name: { type: 'text', title: 'Name', maxLength: 400 },
  code: { type: 'text', title: 'Code', maxLength: 400 },
  kind: { type: 'select', title: 'Kind', dictionary: 'kind' },
  tags: { type: 'select', title: 'Tags', dictionary: 'kind', multiple: true },
  partOf: { type: 'ref', title: 'Part of', to: 'item' },
  price: { type: 'money', title: 'Price' },
  weight: { type: 'digit', title: 'Weight', decimals: 4 },
  pages: { type: 'digit', title: 'Pages' },
  lendable: { type: 'switch', title: 'May be lent' },
  from: { type: 'date', title: 'From' },
  until: { type: 'date', title: 'Until' },
  seenAt: { type: 'dateTime', title: 'Seen' },
  paidAt: { type: 'dateTime', title: 'Paid' },
  notes: { type: 'json', title: 'Notes', shape: 'notes' },
  lent: { type: 'digit', title: 'Lent', query: 'lent' },
  perPage: { type: 'money', title: 'Per page', value: 'price / pages' },
  days: { type: 'digit', title: 'Days', value: 'daysBetween(from, until) + weight' },
  huge: { type: 'digit', title: 'Huge', decimals: 3, value: 'price * weight * 123456789' },
  due: { type: 'date', title: 'Due', value: 'addDays(until, days)' },
  late: { type: 'switch', title: 'Late', value: 'due < today()' },
  loud: { type: 'text', title: 'Loud', maxLength: 400, value: 'upper(name)' },
  itself: { type: 'digit', title: 'Itself', value: 'other + 1' },
  other: { type: 'digit', title: 'Other', value: 'itself + 1' },
}

const plan = compileProduct({
  product: { language: 1, title: 'Library', userEntity: 'item', scopes: { item: 'item' } },
  groups: {},
  dictionaries: { kind: { language: 1, title: 'Kind', items: { A: 'A', B: 'B' } } },
  entities: {
    item: {
      language: 1,
      title: 'Item',
      label: 'name',
      scope: 'global',
      fields,
      lines: { copies: { title: 'Copies', fields: { cost: { type: 'money', title: 'Cost' } } } },
    },
  },
  ...noScreens,
})
const entity = plan.entities['item']!
const source = sourceOf(plan, {}, 'item')
const environment = { today: '2026-11-20', now: '2026-11-20T13:24:00.000Z' }

const scope: ExpressionScopeTypes = {
  id: 'text',
  name: 'text',
  code: 'text',
  kind: 'text',
  partOf: 'text',
  tags: { list: 'text' },
  price: 'number',
  weight: 'number',
  pages: 'number',
  version: 'number',
  lendable: 'boolean',
  from: 'date',
  until: 'date',
  seenAt: 'dateTime',
  paidAt: 'dateTime',
  notes: 'any',
  lent: 'number',
  perPage: 'number',
  days: 'number',
  huge: 'number',
  due: 'date',
  late: 'boolean',
  loud: 'text',
  itself: 'number',
  other: 'number',
  copies: { lines: { cost: 'number' } },
}

const numbers = ['0', '1', '0.5', '3', '100.00', '0.0001', '7', '99999999999.99', '365']
const words = ['A', 'B', '1', '1.0', '01', '-0', '0', '', 'ab', '2026-11-20', '%', '1e3', 'Ü']
const wordLiterals = words.map((word) => `'${word}'`)
const dayLiterals = ["'2026-11-20'", "'0000-03-01'", "'9999-12-31'", "'2024-02-29'"]
const momentLiterals = ["'2026-11-20T13:24:00Z'", "'2026-11-20T21:24:00+08:00'", "'2026-11-20T13:24:00.0009Z'"]

type Trees = Record<'number' | 'text' | 'boolean' | 'date' | 'dateTime', string>

/** Well-typed expressions of each type, as text. */
const trees = fc.letrec<Trees>((tie) => {
  const number = tie('number')
  const text = tie('text')
  const boolean = tie('boolean')
  const date = tie('date')
  const dateTime = tie('dateTime')
  const join = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((texts) => texts.join(''))
  const orNull = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.oneof({ weight: 8, arbitrary }, { weight: 1, arbitrary: fc.constant('null') })
  const choice = (of: fc.Arbitrary<string>): fc.Arbitrary<string> => join('(', boolean, ' ? ', of, ' : ', orNull(of), ')')
  const least = (of: fc.Arbitrary<string>): fc.Arbitrary<string> => join(fc.constantFrom('min', 'max'), '([', of, ', ', orNull(of), '])')
  const first = (of: fc.Arbitrary<string>): fc.Arbitrary<string> => join('coalesce(', orNull(of), ', ', of, ')')
  const compared = (of: fc.Arbitrary<string>, ...operators: string[]): fc.Arbitrary<string> =>
    join('(', orNull(of), fc.constantFrom(...operators), orNull(of), ')')
  const among = (of: fc.Arbitrary<string>): fc.Arbitrary<string> => join('(', of, ' in [', orNull(of), ', ', of, '])')
  const order = [' < ', ' <= ', ' > ', ' >= ', ' == ', ' != ']
  const depth = { maxDepth: 5, depthSize: 'small', depthIdentifier: 'tree' } as const
  return {
    number: fc.oneof(
      depth,
      fc.constantFrom('price', 'weight', 'pages', 'version', 'perPage', 'days', 'huge', ...numbers),
      join('(', number, fc.constantFrom(' + ', ' - ', ' * ', ' / '), number, ')'),
      join('(-', number, ')'),
      join(fc.constantFrom('round', 'ceil', 'floor'), '(', number, fc.constantFrom('', ', 0', ', 2', ', 3', ', 20', ', 1.5', ', 21'), ')'),
      join('abs(', number, ')'),
      join(fc.constantFrom('sum', 'avg', 'count'), '([', orNull(number), ', ', number, '])'),
      join('daysBetween(', date, ', ', date, ')'),
      join(fc.constantFrom('year', 'month'), '(', date, ')'),
      fc.constantFrom('count(tags)', 'length(tags)', "length(['x', null])", 'sum([])'),
      choice(number),
      least(number),
      first(number),
    ),
    text: fc.oneof(depth, fc.constantFrom('name', 'code', 'kind', 'partOf', 'id', ...wordLiterals), choice(text), first(text)),
    boolean: fc.oneof(
      depth,
      fc.constantFrom('lendable', 'late', 'true', 'false', 'isEmpty(tags)', 'isEmpty([])'),
      join('(', boolean, fc.constantFrom(' and ', ' or '), boolean, ')'),
      join('(not ', boolean, ')'),
      compared(number, ...order),
      compared(date, ...order),
      compared(dateTime, ...order),
      join('(', date, fc.constantFrom(...order), fc.constantFrom(...dayLiterals), ')'),
      join('(', fc.constantFrom(...momentLiterals), fc.constantFrom(...order), dateTime, ')'),
      join('(', date, ' in [', date, ', ', fc.constantFrom(...dayLiterals), '])'),
      compared(text, ' == ', ' != '),
      compared(boolean, ' == ', ' != '),
      among(number),
      among(text),
      among(date),
      among(dateTime),
      join('(', orNull(text), ' in tags)'),
      join('contains(tags, ', text, ')'),
      join('contains(', text, ', ', text, ')'),
      join('isEmpty(', fc.oneof(number, text, date, boolean), ')'),
      choice(boolean),
      first(boolean),
    ),
    date: fc.oneof(
      depth,
      fc.constantFrom('from', 'until', 'due', 'today()'),
      join(fc.constantFrom('addDays', 'addMonths'), '(', fc.oneof(date, fc.constantFrom(...dayLiterals)), ', ', number, ')'),
      choice(date),
      first(date),
      least(date),
    ),
    dateTime: fc.oneof(depth, fc.constantFrom('seenAt', 'paidAt', 'now()'), first(dateTime), choice(dateTime), least(dateTime)),
  }
})

const anyTree = fc.oneof(trees.boolean, trees.boolean, trees.number, trees.text, trees.date, trees.dateTime)

let database: Database
const records: Record<string, unknown>[] = []

beforeAll(async () => {
  database = await openTestDatabase('pglite')
  await createTables(database, plan)
  const text = fc.option(fc.constantFrom(...words))
  const amount = fc.constantFrom('0', '1', '-1', '0.5', '2.25', '1234.56', '-99.99', '9999999999999.99', '30')
  const day = fc.constantFrom('2026-11-20', '2026-11-19', '2024-02-29', '0001-01-01', '9999-12-31', '2026-01-31')
  const moment = fc.constantFrom('2026-11-20T13:24:00.000Z', '2026-11-20T13:24:00.000900Z', '1999-12-31T23:59:59.999999+08:00')
  const values = fc.record({
    name: text,
    code: text,
    kind: text,
    tags: fc.option(fc.array(fc.constantFrom('A', 'B', '1', '1.0', ''), { maxLength: 3 })),
    partOf: fc.option(fc.constantFrom('1', '2')),
    price: fc.option(amount),
    weight: fc.option(amount),
    pages: fc.option(fc.constantFrom(0, 1, 7, -3, 2147483647)),
    lendable: fc.option(fc.boolean()),
    from: fc.option(day),
    until: fc.option(day),
    seenAt: fc.option(moment),
    paidAt: fc.option(moment),
  })
  for (const row of fc.sample(values, { numRuns: 40, seed: 7 })) {
    const stamps = { version: 1, createdAt: environment.now, updatedAt: environment.now }
    // References are not under test: the first two rows are there before anything points to them.
    const reference = records.length < 2 ? {} : { partOf: row.partOf }
    await database.kysely
      .insertInto('item')
      .values(encodeValues(entity.fields, { ...stamps, ...row, partOf: null, ...reference }))
      .execute()
    records.push({})
  }
  const keys = Object.keys(entity.fields).filter((name) => !['lent', 'loud', 'itself', 'other', 'notes'].includes(name))
  const shape = shapeOf({ plan, extensions: { queries: {}, views: {} }, kysely: database.kysely }, 'item', keys)
  const context = { kysely: database.kysely, today: environment.today }
  const found = await sql<Record<string, unknown>>`select ${shape.columns(context)} from item as t order by t.id`.execute(database.kysely)
  records.splice(0, records.length, ...found.rows)
  for (const record of records) shape.finish?.(record, environment)
})
afterAll(() => database.close())

/** What the database answers for each row, by id: the value as text, and whether the condition holds. */
async function ask(text: string): Promise<{ id: string; value: unknown; holds: boolean }[]> {
  const expression = parseExpression(text)
  const value = expressionSql(expression, source, 't', environment)
  const { type } = checkExpression(expression, scope)
  const shown =
    type === 'dateTime' ? sql`(extract(epoch from (${value})::timestamptz) * 1000)::numeric(20, 3)::text` : sql`(${value})::text`
  const holds = type === 'boolean' ? conditionSql(expression, source, 't', environment) : sql`false`
  const { rows } = await sql<{ id: string; value: unknown; holds: boolean }>`
    select id::text, ${shown} as value, (${holds}) is true as holds from item as t order by t.id`.execute(database.kysely)
  return rows
}

function sameAs(expected: unknown, found: unknown, type: unknown): boolean {
  if (expected === null || found === null) return expected === found
  switch (type) {
    case 'number':
      return compareDecimals(String(expected), String(found)) === 0
    case 'boolean':
      return String(expected) === found
    case 'dateTime':
      return Date.parse(String(expected)) === Number(found)
    default:
      return String(expected) === String(found).replace(/^0001(.*) BC$/, '0000$1')
  }
}

describe('SQL of an expression', () => {
  it('answers what the evaluator answers, for every row', async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, async (text) => {
        fc.pre(text.length <= 2000)
        const expression = parseExpression(text)
        const { type, problems } = checkExpression(expression, scope)
        expect(problems).toEqual([])
        const problem = expressionSqlProblem(expression, entity)
        // Only what is too large is refused; an offset tells where.
        if (problem) return expect(problem.code).toBe('expression.sql-size')
        for (const [index, { id, value, holds }] of (await ask(text)).entries()) {
          const record = records[index]!
          const expected = evaluateExpression(expression, record, environment)
          if (!sameAs(expected, value, type) || holds !== (expected === true))
            throw new Error(
              `row ${id}: ${text}\nevaluator ${String(expected)}, SQL ${String(value)}, holds ${holds}\n${JSON.stringify(record)}`,
            )
        }
      }),
      { numRuns: 400 },
    )
  })

  it.each([
    ['price + weight > 3 and not (until < today())', 'a condition'],
    ['1 / 3 == 0.3333333333333333333333333333333333333333', '40 places of a quotient'],
    ['addMonths(from, 1) == null or year(from) > 0', 'days that are out of range'],
    ['addMonths(from, round(99999999999.99)) == null', 'a constant number of months that is none of the database'],
    ["addDays('2026-11-20', price * 99999999999) == null", 'days of a constant that are too many'],
    ["name == code or name in ['1', 'A']", 'texts that read like numbers'],
    ['partOf == id or id in [1 == 1 ? name : code, partOf]', 'ids'],
    ['perPage > 0 and huge != null and due != null and late', 'formulas'],
  ])('%s (%s)', async (text) => {
    const expression = parseExpression(text)
    const expected = records.filter((record) => evaluateExpression(expression, record, environment) === true)
    const holding = new Set((await ask(text)).flatMap(({ id, holds }) => (holds ? [id] : [])))
    expect(records.filter((record) => holding.has(String(record['id'])))).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
  })

  it('takes texts of the schema and of today as parameters', () => {
    const { sql: text, parameters } = conditionSql(parseExpression("name == 'x' and until < today()"), source, 't', environment).compile(
      database.kysely,
    )
    expect(text).toBe('((t."name" = $1::text) and (t."until" < $2::date))')
    expect(parameters).toEqual(['x', '2026-11-20'])
  })

  it('lets an index answer an id and a state', () => {
    const { sql: text } = conditionSql(parseExpression("kind in ['A', 'B'] and price > 0"), source, 't', environment).compile(
      database.kysely,
    )
    expect(text).toBe('((t."kind" in ($1::text, $2::text)) and (t."price"::numeric > $3::numeric))')
  })
})

describe('what the database cannot answer', () => {
  it.each([
    ['sum(copies.cost) > 0', 'expression.sql-name', 4, 'copies.cost'],
    ['count(copies) > 0', 'expression.sql-name', 6, 'copies'],
    ['price > 0 and notes.a == 1', 'expression.sql-name', 14, 'notes.a'],
    ['notes == null', 'expression.sql-name', 0, 'notes'],
    ['lent > 0', 'expression.sql-name', 0, 'lent'],
    ['itself > 0', 'expression.sql-name', 0, 'itself'],
    ["loud == 'A'", 'expression.sql-name', 0, 'loud'],
    ["upper(name) == 'A'", 'expression.sql-function', 0, 'upper'],
    ['length(name) > 2', 'expression.sql-function', 0, 'length'],
    ['round(price, pages) > 2', 'expression.sql-places', 13, 'round'],
    ["'A' in (lendable ? tags : ['B'])", 'expression.sql-value', 17, 'in'],
    ["isEmpty(coalesce(tags, ['A']))", 'expression.sql-value', 17, 'tags'],
    [Array<string>(30).fill('price').join(' * ') + ' > 0', 'expression.sql-size', expect.any(Number), ''],
  ])('%s', (text, code, position, found) => {
    expect(expressionSqlProblem(parseExpression(text), entity)).toMatchObject({ code, position, found })
    expect(() => conditionSql(parseExpression(text), source, 't', environment)).toThrow()
  })

  it('is told for formulas that grow without bound', () => {
    const doubled = compileProduct({
      product: { language: 1, title: 'Library', userEntity: 'item', scopes: {} },
      groups: {},
      dictionaries: {},
      entities: {
        item: {
          language: 1,
          title: 'Item',
          label: 'a0',
          scope: 'global',
          fields: {
            a0: { type: 'digit', title: 'First' },
            ...Object.fromEntries(
              Array.from({ length: 20 }, (_, at) => [
                `a${at + 1}`,
                { type: 'digit' as const, title: `Number ${at}`, value: `a${at} > 1 ? a${at} : a${at} + 1` },
              ]),
            ),
          },
        },
      },
      ...noScreens,
    }).entities['item']!
    expect(expressionSqlProblem(parseExpression('a2 > 1'), doubled)).toBeUndefined()
    expect(expressionSqlProblem(parseExpression('a20 > 1'), doubled)).toMatchObject({ code: 'expression.sql-size', position: 0 })
  })

  it('is nothing of a day near the ends of the calendar', async () => {
    expect(addDays('9999-12-30', 1)).toBe('9999-12-31')
    const rows = await ask("addDays('9999-12-30', pages) == null")
    expect(rows.map(({ holds }) => holds)).toEqual(
      records.map((record) => record['pages'] === null || Number(record['pages']) > 1 || record['pages'] === undefined),
    )
  })
})
