import { expect, it } from 'vitest'
import { createStore } from './storage'
import { createSectionCache } from './sectionCache'

let stores = 0
const newStore = () => createStore(() => window.sessionStorage, `test-${(stores += 1)}-`)

it('R8 keeps what is remembered inside a section and forgets it when the section is left', () => {
  const cache = createSectionCache(newStore())
  cache.enter('/stock')
  cache.set('list', 1)
  cache.setSearch('list', '?page=2')
  cache.enter('/stock/7')
  expect([cache.get('list'), cache.search('list')]).toEqual([1, '?page=2'])
  cache.enter('/stocks')
  expect([cache.get('list'), cache.search('list')]).toEqual([undefined, undefined])
})

it('S7 R8 keeps search forms in the session store, where a reload finds them inside the same section only', () => {
  const store = newStore()
  const before = createSectionCache(store)
  before.enter('/stock')
  before.setSearch('list:', '?name=a')
  expect(store.get('searchForm:list:')).toBe('?name=a')

  const reloaded = createSectionCache(store)
  reloaded.enter('/stock/7')
  expect(reloaded.search('list:')).toBe('?name=a')
  createSectionCache(store).enter('/rate')
  expect(reloaded.search('list:')).toBeUndefined()
})

it('takes nothing but text for a search form', () => {
  const store = newStore()
  store.set('searchForm:list:', { page: 2 })
  expect(createSectionCache(store).search('list:')).toBeUndefined()
})

it('keeps what was there before the first page was entered', () => {
  const cache = createSectionCache(newStore())
  cache.set('list', 1)
  cache.enter('/stock')
  expect(cache.get('list')).toBe(1)
})

it('forgets one screen when asked to', () => {
  const cache = createSectionCache(newStore())
  cache.set('a:list:scroll', 1)
  cache.setSearch('a:list:', '?page=2')
  cache.set('b:list:scroll', 2)
  cache.clear('a:')
  expect([cache.get('a:list:scroll'), cache.search('a:list:'), cache.get('b:list:scroll')]).toEqual([undefined, undefined, 2])
})
