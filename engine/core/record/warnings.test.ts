import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseExpression } from '../expression'
import { fieldPlan } from '../testing/fieldPlans'
import { keyOf, newWarnings, warning, warningKey, warningReads, warningsOf } from './warnings'

const fields = {
  fee: fieldPlan('fee', 'money', { title: 'Fee' }),
  rate: fieldPlan('rate', 'percent', { title: 'Rate', decimals: 4 }),
}
const context = { fields, titles: { dictionaries: {} }, environment: { today: '2026-11-20', now: '2026-11-20T04:00:00.000Z', user: '7' } }
const plans = [
  { when: parseExpression('fee > 100'), says: 'A fee of {fee} at {rate} is unusual', field: 'fee' },
  { when: parseExpression('form.days > 30 and user == clerkId'), says: '{clerkName} lends for long: {other}' },
]

it('are what holds, in words, with the key of just these words', () => {
  const text = 'A fee of 1,200.50 at 4.50% is unusual'
  expect(warningsOf(plans, { fee: '1200.50', rate: '0.0450' }, context)).toEqual([
    { path: 'fee', pointer: '/fee', rule: 'warning', detail: text, params: { key: warningKey(text) } },
  ])
  expect(warningsOf(plans, { fee: '100.00' }, context)).toEqual([])
  expect(warningsOf(undefined, { fee: '1200.50' }, context)).toEqual([])
})

it('read the dialog and who is at work; a hole that nothing fills stays to be seen', () => {
  const record = { clerkId: '7', clerkName: 'Wang' }
  expect(warningsOf(plans, record, context, { form: { days: 31 } }).map(({ path, detail }) => [path, detail])).toEqual([
    ['', 'Wang lends for long: {other}'],
  ])
  expect(warningsOf(plans, { ...record, clerkId: '8' }, context, { form: { days: 31 } })).toEqual([])
})

it('are new when they were not said before in the same words', () => {
  const [one, two] = [warning('a', 'one'), warning('b', 'two')]
  expect(newWarnings([one, two], [warning('c', 'one')])).toEqual([two])
})

it('need what they are judged by and what they say', () => {
  expect(warningReads(plans).toSorted()).toEqual(['clerkId', 'clerkName', 'fee', 'fee', 'form', 'other', 'rate', 'user'])
})

it('have keys that tell texts apart, and hold nothing but 16 hex digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      expect(warningKey(one)).toMatch(/^[0-9a-f]{16}$/)
      expect(warningKey(one) === warningKey(other)).toBe(one === other)
      expect(keyOf(warning('', one))).toBe(warningKey(one))
    }),
  )
})
