import { expect, it } from 'vitest'
import { actionPlan, entityAction } from '../testing/plans'
import { ownConfirmation } from './actionRequest'

it.each([
  ['KC-0007', '确认提交库存 KC-0007？'],
  [0, '确认提交库存 0？'],
  [undefined, '确认提交库存？'],
  [null, '确认提交库存？'],
  ['', '确认提交库存？'],
])('asks in the words of the schema, without a blank where %j stands for a value', (stockNo, question) => {
  const action = actionPlan('submit', entityAction('submit', { confirm: '确认提交库存 {stockNo}？' }))
  expect(ownConfirmation(action, { id: '7', stockNo })).toBe(question)
})
