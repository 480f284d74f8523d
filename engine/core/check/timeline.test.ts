import { expect, it } from 'vitest'
import type { Entity } from '../../spec/generated/entity'
import { compileProduct } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

const messages = (timeline: Entity['timeline'], tabs: object = { 全景: 'timeline' }): string[] => {
  const sources = librarySources()
  sources.entities['book']!.timeline = timeline!
  if (!timeline) delete sources.entities['book']!.timeline
  Object.assign(sources.screens['base/book']?.pages['detail'] ?? {}, { tabs })
  return checkProduct(sources).map(({ source, pointer, found }) => `${source}${pointer}  ${found}`)
}

it('takes what refers to the record by one field, when it happened and numbers', () => {
  expect(
    messages({ lanes: { 借阅: { lending: 'from' }, 步骤: 'history' }, line: { of: 'lending', at: 'until', values: ['total', 'deposit'] } }),
  ).toEqual([])
})

it.each<[string, NonNullable<Entity['timeline']>, string]>([
  [
    'an entity of nowhere',
    { lanes: { 借阅: { lendings: 'from' } } },
    'entities/book/timeline/lanes/借阅/lendings  没有名为“lendings”的 entity',
  ],
  ['a field of nowhere', { lanes: { 借阅: { lending: 'form' } } }, 'entities/book/timeline/lanes/借阅/lending  没有名为“form”的 field'],
  ['what is no day', { lanes: { 借阅: { lending: 'total' } } }, 'entities/book/timeline/lanes/借阅/lending  “total”不是日期或时间'],
  [
    'what does not refer to it',
    { lanes: { 分馆: { branch: 'code' } } },
    'entities/book/timeline/lanes/分馆/branch  “branch”须恰有一个引用本实体的字段，时间线才知道哪些单据属于一条记录',
  ],
  [
    'a line of no number',
    { lanes: { 步骤: 'history' }, line: { of: 'lending', at: 'from', values: ['lendingNo'] } },
    'entities/book/timeline/line/values/0  “lendingNo”不是数字，不能画成线',
  ],
])('refuses %s', (_what, timeline, message) => {
  expect(messages(timeline)).toContain(message)
})

it('finds the reference, and leaves a lane of own steps empty', () => {
  const sources = librarySources()
  sources.entities['book']!.timeline = { lanes: { 借阅: { lending: 'from' }, 步骤: 'history' } }
  expect(compileProduct(sources).entities['book']?.timeline).toMatchObject({
    lanes: [
      { title: '借阅', of: [{ entity: 'lending', at: { name: 'from' }, by: 'bookId' }] },
      { title: '步骤', of: [] },
    ],
  })
})
