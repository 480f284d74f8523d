import { expect, it } from 'vitest'
import { memoryStore } from '../memoryStore'
import { keepTabs, takeTabs } from './keptTabs'

const tabs = [
  { pathname: '/goods', search: '?page=2', title: '商品', scrolled: { top: 40, left: 0 } },
  { pathname: '/goods/7', search: '' },
]

it('gives the tabs of a user back once', () => {
  const store = memoryStore()
  keepTabs(store, { userId: '7', tabs })
  expect(takeTabs(store, '7')).toEqual(tabs)
  expect(takeTabs(store, '7')).toEqual([])
})

it('gives nobody those of another user, also not later', () => {
  const store = memoryStore()
  keepTabs(store, { userId: '7', tabs })
  expect(takeTabs(store, '8')).toEqual([])
  expect(takeTabs(store, '7')).toEqual([])
})

it.each([
  ['nothing', undefined],
  ['something else', 'x'],
  ['no list', { userId: '7', tabs: {} }],
  ['an address outside', { userId: '7', tabs: [{ pathname: '//elsewhere', search: '' }] }],
  ['a query that is none', { userId: '7', tabs: [{ pathname: '/goods', search: 'page' }] }],
  ['a title that is none', { userId: '7', tabs: [{ pathname: '/goods', search: '', title: 1 }] }],
  ['a height that is none', { userId: '7', tabs: [{ pathname: '/goods', search: '', top: '1' }] }],
  ['a place that is none', { userId: '7', tabs: [{ pathname: '/goods', search: '', scrolled: { top: '1', left: 0 } }] }],
  ['no page', { userId: '7', tabs: [null] }],
])('takes nothing where %s is stored', (_what, stored) => {
  const store = memoryStore()
  store.set('tabs', stored)
  expect(takeTabs(store, '7')).toEqual([])
})
