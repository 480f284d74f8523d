import { expect, it } from 'vitest'
import { fieldPlan } from '../../core/testing/fieldPlans'
import { actionPlan, entityAction } from '../testing/plans'
import { ownConfirmation, requestOf } from './actionRequest'

it.each([
  ['KC-0007', '确认提交库存 KC-0007？'],
  [0, '确认提交库存 0？'],
  [undefined, '确认提交库存？'],
  [null, '确认提交库存？'],
  ['', '确认提交库存？'],
])('asks in the words of the schema, without a blank where %j stands for a value', (stockNo, confirmText) => {
  const action = actionPlan('submit', entityAction('submit', { confirm: '确认提交库存 {stockNo}？' }))
  expect(ownConfirmation(action, { id: '7', stockNo })).toBe(confirmText)
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
