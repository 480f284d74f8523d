import { expect, it } from 'vitest'
import { parseExpression } from '../expression'
import type { SectionPlan } from '../plan'
import { fieldPlan, itemPlan } from '../testing/fieldPlans'
import { conditionsOf, isItemEnabled, isItemShown, isStillUnwritten } from './page'
import { readOf } from './scope'

const environment = { today: '2026-11-20', now: '2026-11-20T02:00:00.000Z' }
const section = (visible?: string): SectionPlan => ({
  title: 'all',
  items: [],
  ...(visible === undefined ? {} : { visible: parseExpression(visible) }),
})
const item = (plan: { visible?: string; enabled?: string } = {}, field = fieldPlan('amount', 'money')) =>
  itemPlan(field, Object.fromEntries(Object.entries(plan).map(([name, source]) => [name, parseExpression(source)])))

it.each([
  [undefined, undefined, true],
  ['amount > 1', undefined, true],
  ['amount > 9', undefined, false],
  [undefined, 'amount > 9', false],
  ['amount > 9', 'amount > 1', false],
  ['amount > 1', 'amount > 1', true],
])('a field of a section where %s that is shown where %s is shown: %s', (ofSection, ofItem, shown) => {
  const plan = item(ofItem === undefined ? {} : { visible: ofItem })
  expect(isItemShown(section(ofSection), plan, readOf({ amount: '5' }), environment)).toBe(shown)
})

it('a field can be filled unless the system fills it or its condition does not hold', () => {
  const read = readOf({ amount: '5' })
  expect(isItemEnabled(item(), read, environment)).toBe(true)
  expect(isItemEnabled(item({ enabled: 'amount > 1' }), read, environment)).toBe(true)
  expect(isItemEnabled(item({ enabled: 'amount > 9' }), read, environment)).toBe(false)
  expect(isItemEnabled(item({}, fieldPlan('amount', 'money', { readOnly: true })), read, environment)).toBe(false)
})

it.each([
  ['what is typed', fieldPlan('amount', 'money'), {}, false],
  ['what the system writes and has not written', fieldPlan('amount', 'money', { readOnly: true }), {}, true],
  ['what it has written', fieldPlan('amount', 'money', { readOnly: true }), { amount: '5.00' }, false],
  ['its default, which says nothing', fieldPlan('amount', 'money', { readOnly: true, default: '0' }), { amount: '0.00' }, true],
  ['what is computed', fieldPlan('amount', 'money', { readOnly: true, value: parseExpression('1 + 1') }), {}, false],
  ['a document number, which is to come', fieldPlan('no', 'serial', { readOnly: true }), {}, false],
])('of a new record: %s is unwritten as it should be', (_what, field, values, unwritten) => {
  expect(isStillUnwritten(field, readOf(values))).toBe(unwritten)
})

it('conditions of a page are by field, with all that keeps it from being filled', () => {
  const shown = { ...section('amount > 1'), items: [item({ visible: 'amount > 2', enabled: 'amount > 3' }), itemPlan(fieldPlan('note'))] }
  const conditions = conditionsOf([shown])
  expect([conditions['amount']?.fillable.length, conditions['note']?.fillable.length]).toEqual([3, 1])
  expect(conditions['amount']).not.toHaveProperty('required')
})
