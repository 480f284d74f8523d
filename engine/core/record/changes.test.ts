import { describe, expect, it } from 'vitest'
import { parseExpression } from '../expression'
import { asSent, changesOf, enteredOf, hasChanges } from './changes'
import { fieldPlan, linesPlan } from '../testing/fieldPlans'

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
    expect(hasChanges(changesOf(writable, before, { ...before, goods: before.goods.map((row) => ({ ...row })) }))).toBe(false)
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
  const entered = enteredOf(writable, { name: 'a', amount: '', open: false, goods: [] })
  expect(entered).toEqual({ values: { name: 'a', open: false }, clear: [] })
  expect(asSent(entered)).toEqual({ name: 'a', open: false })
})

describe('what is left empty', () => {
  const party = (name: string, fill: Record<string, string>) =>
    fieldPlan(name, 'ref', { ref: { entity: 'party', title: 'party', label: 'name', multiple: false, display: `${name}Name`, fill } })
  const filled = {
    fields: [
      fieldPlan('kind', 'text', { default: 'A' }),
      fieldPlan('tax', 'money', { follows: parseExpression('amount * 2') }),
      party('buyerId', { phone: 'phone' }),
      fieldPlan('phone'),
      fieldPlan('note'),
    ],
    lines: [
      linesPlan('goods', [party('goodsId', { price: 'price' }), fieldPlan('price', 'money'), fieldPlan('unit', 'text', { default: 'kg' })]),
    ],
  }
  it('is said of a new record and its rows where the server would fill it otherwise', () => {
    const goods = [{ goodsId: '4', price: '' }, { unit: 'g' }]
    expect(asSent(enteredOf(filled, { buyerId: '3', phone: '', goods }))).toEqual({
      buyerId: '3',
      clear: ['kind', 'tax', 'phone'],
      goods: [{ goodsId: '4', clear: ['price', 'unit'] }, { unit: 'g' }],
    })
  })
  it('is said of a record that exists where a reference that was chosen would fill it', () => {
    const stored = { kind: 'A', note: 'x', goods: [{ id: '1', goodsId: '4', price: '1.00' }] }
    expect(asSent(changesOf(filled, stored, { ...stored, buyerId: '3' }))).toEqual({ buyerId: '3', clear: ['phone'] })
    const goods = [{ id: '1', goodsId: '5' }]
    expect(asSent(changesOf(filled, stored, { ...stored, note: ' ', goods }))).toEqual({
      goods: [{ id: '1', goodsId: '5', clear: ['price'] }],
      clear: ['note'],
    })
  })
  it('is said in a dialog of what the record had', () => {
    const record = { id: '1', note: 'x', goods: [{ id: '2', unit: 'g', price: '1.00' }] }
    expect(asSent(enteredOf({ ...filled, fields: filled.fields.slice(4) }, { note: '', goods: [{ id: '2', unit: 'g' }] }, record))).toEqual(
      {
        clear: ['note'],
        goods: [{ id: '2', unit: 'g', clear: ['price'] }],
      },
    )
  })
})
