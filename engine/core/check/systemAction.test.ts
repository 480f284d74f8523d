import { expect, it } from 'vitest'
import { compileProduct } from '../compile'
import { librarySources } from '../testing/library'
import { checkProduct } from './index'

const lending = 'entities/lending'

/** The library with an action of its lendings. */
function withAction(name: string, action: object) {
  const sources = librarySources()
  const { lending: entity } = sources.entities
  if (entity) entity.actions = { ...entity.actions, [name]: { ...entity.actions?.[name], ...action } }
  return sources
}

/** The same, performed by the calendar. */
function withDaily(action: object) {
  const sources = withAction('approve', { system: 'also', daily: true, ...action })
  sources.schedule = { language: 1, at: '00:30', steps: { day: { title: '日终', actions: ['lending/approve'] } } }
  return sources
}

it('accepts what the system can do by itself', () => {
  const ask = { remark: false, reason: { type: 'text' as const, title: '原因', maxLength: 10, required: true, default: '到期' } }
  const sources = withAction('expire', { title: '到期', from: ['OPEN'], to: 'DONE', system: true, ask })
  expect(checkProduct(sources)).toEqual([])
  expect(compileProduct(sources).entities['lending']?.actions['expire']?.system).toBe(true)
})

it('refuses four eyes, and inputs that nobody enters', () => {
  expect(checkProduct(withDaily({})).map(({ source, pointer, found }) => ({ source, pointer, found }))).toEqual([
    // The group says so, for every entity that includes it.
    { source: lending, pointer: '/actions/approve', found: '“approve”由系统执行，没有经办人，不能有 notBy' },
    { source: lending, pointer: '/actions/approve/ask/until', found: '“approve”每日自动执行，没有人填写必填的“until”' },
  ])
})

it('leaves to whoever performs an action what it asks', () => {
  expect(checkProduct(withAction('settle', { title: '结清', from: ['OPEN'], system: true, ask: { until: true } }))).toEqual([])
})

it('refuses a button for what only the system performs', () => {
  const sources = withAction('submit', { system: true })
  expect(checkProduct(sources)).toEqual([
    expect.objectContaining({
      source: 'screens/base/lending',
      pointer: '/pages/list/rowActions/3',
      found: '“submit”只由系统执行（system: true），不能是按钮',
    }),
  ])
  expect(checkProduct(withAction('submit', { system: 'also' }))).toEqual([])
})
