import { expect, it } from 'vitest'
import type { ActionPlan } from '../../core/plan'
import { actionsWidth, linksWithRoom } from './actionsWidth'

it.each([
  ['three short titles', ['编辑', '提交', '查看', '打印'], 3],
  ['a long title and a short one', ['审批通过', '驳回', '查看', '打印'], 2],
  ['one of two long titles', ['审批通过', '重新审批', '查看', '打印'], 1],
  ['one title, however long', ['重新生成全部到期通知', '查看'], 1],
  ['three titles that are all there is, in the place of 更多 too', ['下载', '重新生成', '删除'], 3],
  ['no more than three, however short', ['改', '删', '查', '印'], 3],
  ['nothing where there is nothing', [], 0],
])('leaves room for %s', (_what, titles, links) => {
  expect(linksWithRoom(titles, titles.length)).toBe(links)
})

it('keeps the place of 更多 free for what cannot be done now', () => {
  expect(linksWithRoom(['下载', '重新生成', '删除'], 4)).toBe(2)
})

it.each([
  ['is as narrow as its links', ['编辑', '删除'], 88],
  ['has a least width', ['改'], 80],
  ['does not grow with the number of actions', ['审批通过', '重新审批', '税款计算', '预估税款', '退回补充', '编辑'], 184],
  ['grows with a title that stands alone', ['重新生成全部到期通知', '编辑'], 212],
])('the column %s', (_what, titles, width) => {
  expect(actionsWidth(titles.map((title) => ({ title }) as ActionPlan))).toBe(width)
})
