import { describe, expect, it } from 'vitest'
import { changesOf, enteredValues, hasChanges } from './changes'
import { fieldPlan, linesPlan } from '../../core/testing/fieldPlans'

const fields = [
  fieldPlan('name'),
  fieldPlan('amount', 'money'),
  fieldPlan('open', 'switch'),
  fieldPlan('at', 'dateTime'),
  fieldPlan('partyIds', 'ref', { multiple: true }),
]
const goods = linesPlan('goods', [
  fieldPlan('goodsName'),
  fieldPlan('qty', 'digit', { decimals: 3 }),
  fieldPlan('amount', 'money', { readOnly: true }),
])
const writable = { fields, lines: [goods] }
const before = {
  id: '7',
  version: 3,
  name: 'a',
  amount: '1.50',
  open: true,
  at: '2026-01-01T00:00:00Z',
  partyIds: ['1', '2'],
  goods: [{ id: '70', goodsName: 'x', qty: '1.000', amount: '2.00' }],
}

describe('the changes of a record', () => {
  it('are none when nothing was typed', () => {
    expect(hasChanges(changesOf(writable, before, structuredClone(before)))).toBe(false)
  })
  it('do not count another spelling of the same value', () => {
    const after = { ...before, name: ' a ', amount: '1.5', at: '2026-01-01T08:00:00+08:00' }
    expect(changesOf(writable, before, after)).toEqual({ values: {}, clear: [] })
  })
  it('name what was emptied, because an absent value means unchanged', () => {
    expect(changesOf(writable, before, { ...before, name: '', partyIds: [] })).toEqual({ values: {}, clear: ['name', 'partyIds'] })
  })
  it('keep zero and false', () => {
    expect(changesOf(writable, before, { ...before, amount: '0', open: false }).values).toEqual({ amount: '0', open: false })
  })
  it('hold texts without the blanks around them', () => {
    expect(changesOf(writable, before, { ...before, name: ' b ' }).values).toEqual({ name: 'b' })
  })
  it('send a line table whole, with the ids of its rows and without what the server computes', () => {
    const after = { ...before, goods: [...before.goods, { goodsName: 'y', qty: '2', amount: '9.00', note: '' }] }
    expect(changesOf(writable, before, after).values).toEqual({
      goods: [
        { id: '70', goodsName: 'x', qty: '1.000' },
        { goodsName: 'y', qty: '2' },
      ],
    })
  })
  it('leave a line table alone of which only a computed cell differs', () => {
    const after = { ...before, goods: [{ ...before.goods[0], amount: '2.01', qty: '1' }] }
    expect(hasChanges(changesOf(writable, before, after))).toBe(false)
  })
  it('see a removed row', () => {
    expect(changesOf(writable, before, { ...before, goods: [] }).values).toEqual({ goods: [] })
  })
})

it('sends all that was entered for a new record, and no empty line table', () => {
  expect(enteredValues(writable, { name: 'a', amount: '', open: false, goods: [] })).toEqual({ name: 'a', open: false })
})
