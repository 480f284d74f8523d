import { expect, it } from 'vitest'
import type { Schedule } from '../../spec/generated/schedule'
import { compileProduct, type ProductSources } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

/** The library with an action that the calendar performs, and the steps of its day. */
function library(action: object, steps: Schedule['steps'] = { expiry: { title: '到期', actions: ['lending/expire'] } }): ProductSources {
  const sources = librarySources()
  const { lending } = sources.entities
  const expire = { title: '到期', from: ['OPEN'], to: 'DONE', system: true as const, ...action }
  if (lending) lending.actions = { ...lending.actions, expire }
  return { ...sources, schedule: { language: 1, at: '00:30', steps } }
}

const problems = (sources: ProductSources) => checkProduct(sources).map(({ source, pointer, found }) => `${source}${pointer} ${found}`)

it('accepts what the database can find, and compiles it', () => {
  const sources = library(
    { daily: { when: 'until < today() and not isEmpty(deposit)' } },
    {
      first: { title: '取价', handler: 'fetchPrices' },
      expiry: { title: '到期', hourly: true, actions: ['lending/expire'] },
    },
  )
  expect(problems(sources)).toEqual([])
  const { schedule, entities } = compileProduct(sources)
  expect(schedule).toEqual({
    at: '00:30',
    steps: [
      { name: 'first', title: '取价', hourly: false, handler: 'fetchPrices', actions: [] },
      { name: 'expiry', title: '到期', hourly: true, actions: [{ entity: 'lending', action: 'expire' }] },
    ],
  })
  expect(entities['lending']?.daily).toMatchObject({ expire: { kind: 'binary', operator: 'and' } })
  expect(entities['book']?.daily).toBeUndefined()
})

it('takes the condition of the action where daily says no other', () => {
  const sources = library({ daily: true, when: 'until < today()', whenNot: '未到期' })
  expect(problems(sources)).toEqual([])
  expect(compileProduct(sources).entities['lending']?.daily).toMatchObject({ expire: { kind: 'binary', operator: '<' } })
  expect(compileProduct(library({ daily: true })).entities['lending']?.daily).toEqual({ expire: true })
})

it.each<[string, ProductSources, string[]]>([
  [
    'a condition that needs other rows',
    library({ daily: { when: 'sum(books.amount) > 0' } }),
    ['entities/lending/actions/expire/daily/when “books.amount”不在本表中存储，不能作为数据库条件'],
  ],
  [
    'the same in the action itself',
    library({ daily: true, when: 'sum(books.amount) > 0', whenNot: '没有书目' }),
    ['entities/lending/actions/expire/when “books.amount”不在本表中存储，不能作为数据库条件'],
  ],
  [
    'a mistyped field, once',
    library({ daily: true, when: 'untill > today()', whenNot: '未到期' }),
    ['entities/lending/actions/expire/when 没有名为“untill”的字段'],
  ],
  [
    'a daily action that no step performs',
    library({ daily: true }, { other: { title: '其他', handler: 'other' } }),
    ['entities/lending/actions/expire/daily 每日动作“lending/expire”不在 schedule.json 的任何步骤中'],
  ],
  [
    'a daily action of persons',
    library({ daily: true, system: undefined }),
    ['entities/lending/actions/expire/daily 每日动作“expire”由系统执行，需要 system'],
  ],
  [
    'a daily action of records in any state',
    library({ daily: true, from: undefined }),
    ['entities/lending/actions/expire/daily 每日动作“expire”要写明 from：对哪些状态的记录执行'],
  ],
  [
    'a step of an action that is none of the calendar',
    library({ daily: true }, { expiry: { title: '到期', actions: ['lending/expire', 'lending/submit'] } }),
    ['schedule/steps/expiry/actions/1 没有名为“lending/submit”的 daily action'],
  ],
  [
    'an action in two steps',
    library({ daily: true }, { a: { title: '一', actions: ['lending/expire'] }, b: { title: '二', actions: ['lending/expire'] } }),
    ['schedule/steps/b/actions/0 “lending/expire”已在 steps/a 中使用'],
  ],
  [
    'a step that does nothing',
    library({ daily: true }, { a: { title: '一', actions: ['lending/expire'] }, b: { title: '二', hourly: true } }),
    ['schedule/steps/b 步骤“b”既没有 handler 也没有 actions'],
  ],
])('tells %s', (_name, sources, expected) => {
  expect(problems(sources)).toEqual(expected)
})
