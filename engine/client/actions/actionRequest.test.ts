import { expect, it } from 'vitest'
import type { FieldPlan } from '../../core/plan'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { actionPlan, entityAction } from '../testing/plans'
import { ownConfirmation, requestOf } from './actionRequest'

const submit = (text: string, ...fields: FieldPlan[]) =>
  actionPlan(
    'submit',
    entityAction('submit', { confirm: { text, fields: Object.fromEntries(fields.map((field) => [field.name, field])) } }),
  )

it.each([
  ['KC-0007', '确认提交库存 KC-0007？'],
  [0, '确认提交库存 0？'],
  [undefined, '确认提交库存？'],
  [null, '确认提交库存？'],
  ['', '确认提交库存？'],
])('asks in the words of the schema, without a blank where %j stands for a value', (stockNo, confirmText) => {
  const action = submit('确认提交库存 {stockNo}？', fieldPlan('stockNo'))
  expect(ownConfirmation({}, action, { id: '7', stockNo }, {})).toBe(confirmText)
})

it('names values as lists show them: amounts and shares by their decimals, codes and states by their titles, rows by their names', () => {
  const action = submit(
    '{state}：{kind} {amount}，差额 {open}，费率 {rate}，{ownerId}（{ownerName}）？',
    fieldPlan('state', 'status'),
    fieldPlan('kind', 'select', { dictionary: 'kinds' }),
    fieldPlan('amount', 'money', { decimals: 2 }),
    fieldPlan('open', 'money', { decimals: 2 }),
    fieldPlan('rate', 'percent'),
    fieldPlan('ownerId', 'ref', { ref: { entity: 'owner', display: 'ownerName' } as never }),
  )
  const record = { state: 'DRAFT', kind: 'A', amount: '99999.99', open: '-99702.25', rate: '0.0435', ownerId: '12', ownerName: '甲公司' }
  const kinds = { name: 'kinds', title: '种类', items: [{ code: 'A', title: '甲类' }] } as never
  const text = ownConfirmation({ states: { DRAFT: { title: '草稿' } } as never }, action, record, { kinds })
  expect(text).toBe('草稿：甲类 99,999.99，差额 -99,702.25，费率 4.35%，甲公司（甲公司）？')
})

it.each([
  ['the version that was seen, where the endpoint asks for it', ['note', 'version'], { id: '7', note: 'x', version: 3 }],
  ['no version elsewhere', ['note'], { id: '7', note: 'x' }],
])('says to an endpoint of its own %s', (_what, asked, values) => {
  const action = actionPlan('recalc', {
    kind: 'request',
    endpoint: {
      name: 'recalc',
      method: 'POST',
      url: '/api/stock/recalc/{id}',
      permission: 'recalc',
      description: '',
      query: [],
      body: asked.map((name) => fieldPlan(name)),
    },
    ask: [],
  })
  const record = { id: '7', version: 3, stockNo: 'KC-0007' }
  expect(requestOf({ base: '/api/stock' }, action, { record }, { note: 'x' }, 'key').values).toEqual(values)
})
