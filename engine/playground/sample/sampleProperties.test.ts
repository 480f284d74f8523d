import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareDecimals, subtractDecimals } from '../../core/decimal'
import type { FieldPlan } from '../../core/plan'
import { checkValue } from '../../core/record/check'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { libraryPlan } from '../testing/library'
import { sampleRecords } from './sampleRecords'
import { sampleValue } from './sampleValue'
import { createSampleServer } from './sampleServer'

const environment = { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z', user: '1' }
const dictionaries = { kind: { name: 'kind', title: '类型', items: ['A', 'B', 'C'].map((code) => ({ code, title: code })) } }

const checks = {
  hasCode: (_dictionary: string, code: string) => ['A', 'B', 'C'].includes(code),
  formats: {},
  hasShape: () => false,
}

/** A decimal of a few digits before and after the point. */
const decimal = (places: number) => fc.integer({ min: -9_999, max: 99_999 }).map((units) => (units / 10 ** places).toFixed(places))

/** Numbers with limits on neither, one or both sides; there is room for the number of decimals between both. */
const numbers = fc
  .record({ type: fc.constantFrom('digit' as const, 'money' as const, 'percent' as const), decimals: fc.integer({ min: 0, max: 4 }) })
  .chain(({ type, decimals }) =>
    fc
      .record({ one: fc.option(decimal(decimals)), other: fc.option(decimal(decimals)) })
      .filter(({ one, other }) => one === null || other === null || compareDecimals(subtractDecimals(other, one), '1') >= 0)
      .map(({ one, other }) =>
        fieldPlan('n', type, { decimals, ...(one === null ? {} : { min: one }), ...(other === null ? {} : { max: other }) }),
      ),
  )
const texts = fc
  .record({
    type: fc.constantFrom('text' as const, 'textarea' as const),
    title: fc.string({ minLength: 1, maxLength: 30 }),
    maxLength: fc.integer({ min: 1, max: 200 }),
  })
  .map(({ type, ...plan }) => fieldPlan('t', type, plan))
const others = fc.constantFrom<FieldPlan>(
  fieldPlan('d', 'date'),
  fieldPlan('m', 'dateTime'),
  fieldPlan('s', 'switch'),
  fieldPlan('k', 'select', { dictionary: 'kind' }),
  fieldPlan('l', 'select', { dictionary: 'kind', multiple: true }),
)

it('a sample value of any field passes the check that a typed one has to pass', () => {
  fc.assert(
    fc.property(
      fc.oneof(numbers, texts, others),
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 0, max: 9 }),
      (field, number, place) => {
        const value = sampleValue(field, { number, today: environment.today, dictionaries, place })
        expect(checkValue(field, value, true, checks)).toBeUndefined()
        expect(sampleValue(field, { number, today: environment.today, dictionaries, place })).toEqual(value)
      },
    ),
  )
})

it('rows do not depend on which are asked for first, and lead to rows that exist', () => {
  const plan = libraryPlan()
  const names = Object.keys(plan.entities)
  const usual = sampleRecords(plan, { environment, atLeast: 5 })
  const expected = Object.fromEntries(names.map((name) => [name, usual.rowsOf(name)]))
  fc.assert(
    fc.property(fc.shuffledSubarray(names, { minLength: 1 }), (order) => {
      const records = sampleRecords(plan, { environment, atLeast: 5 })
      for (const name of order) {
        expect(records.rowsOf(name)).toEqual(expected[name])
        for (const row of records.rowsOf(name)) expect(records.byId(name, row.id)).toEqual(row)
      }
      expect(records.byId(order[0]!, 'nothing')).toBeUndefined()
    }),
    { numRuns: 20 },
  )
})

it('the sample server answers whatever is asked of it, and writes nothing', () => {
  const plan = libraryPlan()
  const server = createSampleServer(plan, { environment })
  const rows = () => JSON.stringify(Object.values(plan.entities).map((entity) => server.rowsOf(entity)))
  const before = rows()
  const bases = Object.values(plan.screens).map(({ base }) => base)
  const end = fc.constantFrom(
    '',
    '/list',
    '/1',
    '/nothing',
    '/export',
    '/submit/1',
    '/try',
    '/try/1',
    '/options/bookId',
    '/figures/list',
    '/../1',
    '/%00',
  )
  const value = fc.oneof(fc.string(), fc.integer(), fc.constantFrom('constructor', '__proto__', '1', '-1', '1e9', ''))
  const call = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE'),
    path: fc.tuple(fc.constantFrom(...bases, '/api/nothing'), end).map((parts) => parts.join('')),
    query: fc.dictionary(fc.constantFrom('page', 'pageSize', 'sortField', 'sortOrder', 'status', 'total', '__proto__', 'toString'), value),
    body: fc.dictionary(fc.string({ maxLength: 5 }), value),
  })
  fc.assert(
    fc.property(call, (asked) => {
      const answer = server.answer(asked)
      expect(answer === undefined || (answer.status >= 200 && answer.status < 600)).toBe(true)
      if (asked.method !== 'GET' && answer && answer.status < 400) expect(asked.path).toMatch(/\/(try|list)/)
    }),
    { numRuns: 500 },
  )
  expect(rows()).toBe(before)
})
