import { expect, it } from 'vitest'
import type { ActionPlan } from '../../core/plan'
import { actionPlan } from '../testing/plans'
import { actionsWidth, hasRoom, haveRoom } from './actionsWidth'

const plansOf = (titles: readonly string[]): ActionPlan[] =>
  titles.map((title) => actionPlan(title, { kind: 'edit', page: 'edit' }, { title }))

it.each([
  ['two short titles', ['编辑', '提交'], true],
  ['three short titles', ['编辑', '提交', '查看'], false],
  ['a long title and a short one', ['审批通过', '驳回'], false],
  ['nothing', [], true],
])('knows whether %s have room', (_what, titles, fits) => {
  expect(haveRoom(titles, plansOf(titles))).toBe(fits)
})

it('has no room for two titles in a column that is as wide as one and ⋯', () => {
  expect(haveRoom(['查看', '打印'], plansOf(['查看', '打印', '审批通过']))).toBe(true)
  expect(haveRoom(['查看', '打印'], plansOf(['查看', '打印', '取消']))).toBe(false)
})

it('has room for four Chinese characters beside ⋯, and for no more', () => {
  expect(hasRoom('审批通过')).toBe(true)
  expect(hasRoom('登记中登号')).toBe(false)
})

it.each([
  ['is as narrow as its links', ['编辑', '删除'], 84],
  ['is as wide as its own title at least', ['改'], 44],
  ['does not grow with the number of actions', ['审批通过', '重新审批', '税款计算', '预估税款', '退回补充', '编辑'], 96],
  ['does not grow with a title that has no room', ['重新生成全部到期通知', '编辑', '查看'], 68],
])('the column %s', (_what, titles, width) => {
  expect(actionsWidth(plansOf(titles))).toBe(width)
})

it('leaves no room for a link that never stands beside ⋯: one that shows something, or cannot be taken back', () => {
  const shows = [
    actionPlan('accruals', { kind: 'list', screen: 'funds/accruals', by: {} } as never, { title: '计息明细' }),
    actionPlan('explain', { kind: 'widget', widget: 'explanation' }, { title: '算式' }),
  ]
  expect(actionsWidth(shows)).toBe(44)
  expect(actionsWidth([...shows, actionPlan('void', { kind: 'edit', page: 'edit' }, { title: '作废', danger: true })])).toBe(44)
  expect(actionsWidth([...shows, actionPlan('view', { kind: 'view', page: 'detail' }, { title: '查看' })])).toBe(68)
})
